import { isTaskEnd } from '@causeway/protocol';
import { type EventRepository, type TaskRow, taskSubject } from '@causeway/storage';
import { EventWaits } from '../../http/events/event-waits.ts';

/** Waits for tasks that somebody else works on. */
export class TaskWaits {
  /** Ends all waits when it is stopped. */
  readonly all: EventWaits;
  readonly #waitMs: number;

  /** `waitMs` is the longest wait, milliseconds. */
  constructor(events: EventRepository, waitMs: number) {
    this.all = new EventWaits(events);
    this.#waitMs = waitMs;
  }

  /**
   * The task once it has ended or asks for input. The task as it is after the longest wait, when `signal` aborts, and
   * when the service stops.
   */
  async whenNotWorking(taskId: string, read: () => Promise<TaskRow>, signal: AbortSignal): Promise<TaskRow> {
    let row: TaskRow | undefined;
    for await (row of this.all.readings(taskSubject(taskId), read, { waitMs: this.#waitMs, signal })) {
      if (isTaskEnd(row.state) || row.state === 'input_required') break;
    }
    return row as TaskRow;
  }
}

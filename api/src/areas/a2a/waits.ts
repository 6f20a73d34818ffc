import { isTaskEnd } from '@causeway/protocol';
import { type TaskRow, taskSubject } from '@causeway/storage';
import type { EventWaits } from '../../http/events/event-waits.ts';

/** Waits for tasks that somebody else works on. */
export class TaskWaits {
  readonly #waits: EventWaits;
  readonly #waitMs: number;

  /** `waitMs` is the longest wait, milliseconds. */
  constructor(waits: EventWaits, waitMs: number) {
    this.#waits = waits;
    this.#waitMs = waitMs;
  }

  /**
   * The task once it has ended or asks for input. The task as it is after the longest wait, when `signal` aborts, and
   * when the service stops.
   */
  async whenNotWorking(taskId: string, read: () => Promise<TaskRow>, signal: AbortSignal): Promise<TaskRow> {
    let row: TaskRow | undefined;
    for await (row of this.#waits.readings(taskSubject(taskId), read, { waitMs: this.#waitMs, signal })) {
      if (isTaskEnd(row.state) || row.state === 'input_required') break;
    }
    return row as TaskRow;
  }
}

import { isTaskEnd } from '@causeway/protocol';
import { type EventRepository, type TaskRow, taskSubject } from '@causeway/storage';
import { Bell } from '../../http/bell.ts';
import { createEventHub, type EventHub } from '../../http/event-hub.ts';

/** Waits for tasks that somebody else works on; one subscription for all of them. */
export class TaskWaits {
  readonly #hub: EventHub;
  readonly #waitMs: number;
  readonly #stopped = new AbortController();

  /** `waitMs` is the longest wait, milliseconds. */
  constructor(events: EventRepository, waitMs: number) {
    this.#hub = createEventHub(events);
    this.#waitMs = waitMs;
  }

  /**
   * The task once it has ended or asks for input. The task as it is after the longest wait, when `signal` aborts, and
   * when the service stops.
   */
  async settled(taskId: string, read: () => Promise<TaskRow>, signal: AbortSignal): Promise<TaskRow> {
    const over = AbortSignal.any([signal, this.#stopped.signal, AbortSignal.timeout(this.#waitMs)]);
    const bell = new Bell();
    const unsubscribe = this.#hub.subscribe(taskSubject(taskId), bell.ring);
    over.addEventListener('abort', bell.ring);
    try {
      for (;;) {
        const row = await read();
        if (isTaskEnd(row.state) || row.state === 'input_required' || over.aborted) return row;
        await bell.wait();
      }
    } finally {
      unsubscribe();
    }
  }

  /** Ends all waits. */
  stop(): void {
    this.#stopped.abort();
  }

  close(): void {
    this.#hub.close();
  }
}

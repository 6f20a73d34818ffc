import type { RunState, TaskTrigger } from '@causeway/protocol';
import type { AttemptOutcome, TaskRow } from '@causeway/storage';
import type { Context, Durability, Fenced, Locking, Request, TxScript } from '@causeway/storage/jobs';

/** A transition of a task that this process has written. */
export interface TaskChange {
  readonly trigger: TaskTrigger | 'submitted';
  /** The task before it; undefined for a new task. */
  readonly before: TaskRow | undefined;
  readonly after: TaskRow;
  /** How the attempt ended, when the transition ended one. */
  readonly outcome?: AttemptOutcome;
}

/** A listener of what this process has written. It must not throw. */
export interface ChangeListener {
  readonly task?: (change: TaskChange) => void;
  /** A run has ended in this state. */
  readonly runEnded?: (state: RunState) => void;
}

type Note = (listener: ChangeListener) => void;

/**
 * Tells listeners which transitions this process has written, each once and after its commit. A job can run again, so
 * it only notes them; the notes of its last run count.
 */
export class Changes {
  readonly #listeners = new Set<ChangeListener>();
  /** The notes of the job whose code runs now: between two of its queries nothing else runs. */
  #notes: Note[] | undefined;

  /** Calls `listener` from now on, until the returned function is called. */
  listen(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Notes a transition of the job that runs now. */
  task(change: TaskChange): void {
    this.#notes?.push(({ task }) => task?.(change));
  }

  /** Notes the end of a run by the job that runs now. */
  runEnded(state: RunState): void {
    this.#notes?.push(({ runEnded }) => runEnded?.(state));
  }

  /** `write`, which reports the notes of its jobs after their commits. Without a listener it is `write` itself. */
  over(write: Context['write']): Context['write'] {
    return (durability, steps, how) =>
      this.#listeners.size === 0 ? write(durability, steps, how) : this.#told(write, durability, steps, how);
  }

  async #told<T>(
    write: Context['write'],
    durability: Durability,
    steps: () => TxScript<T>,
    how: Fenced & Locking,
  ): Promise<T> {
    let notes: Note[] = [];
    const noting = (): TxScript<T> => {
      notes = [];
      return this.#noting(steps(), notes);
    };
    const value = await write(durability, noting, how);
    for (const note of notes) for (const listener of this.#listeners) note(listener);
    return value;
  }

  /** `steps`, with `notes` in place while its code runs. */
  *#noting<T>(steps: TxScript<T>, notes: Note[]): TxScript<T> {
    const resume = (next: () => IteratorResult<Request, T>): IteratorResult<Request, T> => {
      this.#notes = notes;
      try {
        return next();
      } finally {
        this.#notes = undefined;
      }
    };
    let step = resume(() => steps.next());
    while (!step.done) {
      let answer: unknown;
      try {
        answer = yield step.value;
      } catch (error) {
        step = resume(() => steps.throw(error));
        continue;
      }
      step = resume(() => steps.next(answer));
    }
    return step.value;
  }
}

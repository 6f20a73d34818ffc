import type { EventRepository, EventRow, Requirement } from '@causeway/storage';

/** Events per read. */
const READ_LIMIT = 500;

/** An agent that waits for tasks. */
interface Waiter {
  readonly agentId: string;
  readonly fits: (requirement: Requirement) => boolean;
  rung: boolean;
  ring(): void;
}

/** The place of an agent among those that wait. */
export interface Wait {
  /** Resolves when a task may be there for the agent, or after `timeoutMs`. */
  next(timeoutMs: number): Promise<void>;
  leave(): void;
}

/**
 * Wakes waiting agents when a commit of any process has queued a task that they fit: one agent per task, the longest
 * waiting first, so that a task does not wake all of them. An agent also wakes when one of its own tasks changes, since
 * it may have room now.
 */
export class ClaimBell {
  readonly #events: EventRepository;
  readonly #waiters = new Set<Waiter>();
  #unsubscribe: (() => void) | undefined;
  #position: number | undefined;
  #reading = false;
  #again = false;

  constructor(events: EventRepository) {
    this.#events = events;
  }

  /** Lets an agent wait from now on: what is queued later wakes it, also before it calls `next`. */
  enter(agentId: string, fits: (requirement: Requirement) => boolean): Wait {
    let wake = (): void => {};
    const waiter: Waiter = {
      agentId,
      fits,
      rung: false,
      ring() {
        waiter.rung = true;
        wake();
      },
    };
    this.#waiters.add(waiter);
    this.#unsubscribe ??= this.#events.onAppended(() => void this.#drain());
    if (this.#position === undefined) void this.#drain();
    return {
      async next(timeoutMs) {
        if (!waiter.rung) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, timeoutMs);
            wake = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        }
        waiter.rung = false;
      },
      leave: () => {
        this.#waiters.delete(waiter);
        wake();
        if (this.#waiters.size === 0) this.#stop();
      },
    };
  }

  /** Wakes everyone; they then see that the service ends. */
  ringAll(): void {
    for (const waiter of this.#waiters) waiter.ring();
  }

  #stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#position = undefined;
  }

  async #drain(): Promise<void> {
    this.#again = true;
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#again && this.#unsubscribe) {
        this.#again = false;
        await this.#readNew();
      }
    } catch {
      // The agents' own claims report the failure.
      this.ringAll();
    } finally {
      this.#reading = false;
    }
  }

  async #readNew(): Promise<void> {
    if (this.#position === undefined) {
      this.#position = await this.#events.latest();
      // Tasks that were queued between an agent's own look and this one would not be announced again.
      this.ringAll();
    }
    const rows = await this.#events.after(undefined, this.#position, READ_LIMIT);
    for (const row of rows) this.#tell(row);
    this.#position = rows.at(-1)?.seq ?? this.#position;
    this.#again ||= rows.length === READ_LIMIT;
  }

  #tell({ type, data }: EventRow): void {
    if (!type.startsWith('task.')) return;
    const requirement = type === 'task.queued' ? (data.requirement as Requirement) : undefined;
    let told = false;
    for (const waiter of this.#waiters) {
      if (waiter.agentId === data.agentId) waiter.ring();
      else if (requirement && !told && !waiter.rung && waiter.fits(requirement)) {
        told = true;
        waiter.ring();
      }
    }
  }
}

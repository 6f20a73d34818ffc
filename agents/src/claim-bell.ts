import type { EventRepository, EventRow, Requirement } from '@causeway/storage';
import { EventFeed } from './event-feed.ts';

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
  readonly #feed: EventFeed;
  readonly #waiters = new Set<Waiter>();
  #unlisten: (() => void) | undefined;

  constructor(events: EventRepository) {
    this.#feed = new EventFeed(events);
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
    this.#unlisten ??= this.#feed.listen({ event: (row) => this.#tell(row), missed: () => this.ringAll() });
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
        if (this.#waiters.size > 0) return;
        this.#unlisten?.();
        this.#unlisten = undefined;
      },
    };
  }

  /** Wakes everyone; they then see that the service ends. */
  ringAll(): void {
    for (const waiter of this.#waiters) waiter.ring();
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

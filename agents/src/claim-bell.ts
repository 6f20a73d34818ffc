import type { EventRepository, EventRow, Requirement } from '@causeway/storage';
import { EventFeed } from './event-feed.ts';

/** An agent that waits for tasks. */
interface Waiter {
  readonly agentId: string;
  /** Undefined until the agent has looked. */
  known: Looked | undefined;
  rung: Ring | undefined;
  ring(why: Ring): void;
}

/** Why an agent was woken: a task is there for it, or one may be. */
export type Ring = 'task' | 'look';

/** What an agent's look has shown. */
export interface Looked {
  readonly fits: (requirement: Requirement) => boolean;
  /** True when it had no place for a task, so that the end of one of its own may help. */
  readonly full: boolean;
}

/** The place of an agent among those that wait. */
export interface Wait {
  /** Says what the agent has found. Until then, every queued task wakes it. */
  know(looked: Looked): void;
  /** Resolves when the agent is woken, or after `timeoutMs`. */
  next(timeoutMs: number): Promise<Ring>;
  leave(): void;
}

/**
 * Wakes waiting agents when a commit of any process has queued a task that they fit: one agent per task, the longest
 * waiting first, so that a task does not wake all of them. An agent also wakes when a task is reserved to it, and, when it had no
 * place, when one of its own tasks changes.
 */
export class ClaimBell {
  readonly #feed: EventFeed;
  readonly #waiters = new Set<Waiter>();
  #unlisten: (() => void) | undefined;

  constructor(events: EventRepository) {
    this.#feed = new EventFeed(events);
  }

  /** Lets an agent wait from now on: what is queued later wakes it, also before it calls `next`. */
  enter(agentId: string): Wait {
    let wake = (): void => {};
    const waiter: Waiter = {
      agentId,
      known: undefined,
      rung: undefined,
      ring(why) {
        if (waiter.rung !== 'task') waiter.rung = why;
        wake();
      },
    };
    this.#waiters.add(waiter);
    this.#unlisten ??= this.#feed.listen({ event: (row) => this.#tell(row), missed: () => this.ringAll() });
    return {
      know(looked) {
        waiter.known = looked;
      },
      async next(timeoutMs) {
        if (waiter.rung === undefined) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, timeoutMs);
            wake = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        }
        const { rung = 'look' } = waiter;
        waiter.rung = undefined;
        return rung;
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
    for (const waiter of this.#waiters) waiter.ring('look');
  }

  #tell({ type, data }: EventRow): void {
    if (!type.startsWith('task.')) return;
    const requirement = type === 'task.queued' ? (data.requirement as Requirement) : undefined;
    let told = false;
    for (const waiter of this.#waiters) {
      const { known } = waiter;
      const helps = known === undefined || known.full || type === 'task.assigned';
      if (requirement && known === undefined) waiter.ring('look');
      else if (requirement && !told && waiter.rung !== 'task' && known?.fits(requirement)) {
        told = true;
        waiter.ring('task');
      } else if (waiter.agentId === data.agentId && helps) waiter.ring('look');
    }
  }
}

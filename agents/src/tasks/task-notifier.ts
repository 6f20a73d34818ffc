import { type Clock, Signal } from '@causeway/runtime';
import {
  type AgentRow,
  EventFeed,
  type EventRepository,
  type EventRow,
  type Requirement,
  type TakerRule,
  type Takers,
} from '@causeway/storage';
import { fits } from '../capability.ts';

/** An agent that waits for tasks. */
interface Waiter {
  readonly agentId: string;
  /** Undefined until the agent has looked. */
  known: Looked | undefined;
  rung: Ring | undefined;
  readonly woken: Signal;
  ring(why: Ring): void;
}

/** Why an agent was woken: a task is there for it, or one may be. */
export type Ring = 'task' | 'look';

/** A task that was queued, as its event tells it. */
export interface Offer extends Pick<TakerRule, 'takers'> {
  readonly requirement: Requirement;
  /** Absent when every agent may take the task. */
  readonly principalId?: string | undefined;
}

/** Whether an agent gets a queued task: `maybe` when only the database knows whether the submitter trusts it. */
export type Chance = 'yes' | 'maybe' | 'no';

/** The chance of an agent as it was at its look. The claim itself decides. */
export function chanceOf(agent: AgentRow, { requirement, takers, principalId }: Offer): Chance {
  if (!fits(agent, requirement)) return 'no';
  const isOwn = principalId === agent.ownerId || principalId === agent.id;
  if (takers === 'any' || isOwn || requirement.agentId !== undefined) return 'yes';
  return takers === 'listed' ? 'maybe' : 'no';
}

/** The offer of a `task.queued`. */
const offerOf = ({ requirement, takers, principalId }: EventRow['data']): Offer => ({
  requirement: requirement as Requirement,
  takers: (takers ?? 'any') as Takers,
  principalId: principalId as string | undefined,
});

/** What an agent's look has shown. */
export interface Looked {
  readonly chance: (offer: Offer) => Chance;
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
 * waiting first, so that a task does not wake all of them. An agent also wakes when a task is reserved to it, and, when
 * it had no place, when one of its own tasks changes.
 */
export class TaskNotifier {
  readonly #feed: EventFeed;
  readonly #clock: Clock;
  readonly #waiters = new Set<Waiter>();
  #unlisten: (() => void) | undefined;

  constructor(events: EventRepository, clock: Clock) {
    this.#clock = clock;
    this.#feed = new EventFeed(events);
  }

  /** Lets an agent wait from now on: what is queued later wakes it, also before it calls `next`. */
  enter(agentId: string): Wait {
    const waiter: Waiter = {
      agentId,
      known: undefined,
      rung: undefined,
      woken: new Signal(this.#clock),
      ring(why) {
        if (waiter.rung !== 'task') waiter.rung = why;
        waiter.woken.raise();
      },
    };
    this.#waiters.add(waiter);
    this.#unlisten ??= this.#feed.listen({
      events: (rows) => {
        for (const row of rows) this.#tell(row);
      },
      missed: () => this.ringAll(),
    });
    return {
      know(looked) {
        waiter.known = looked;
      },
      async next(timeoutMs) {
        await waiter.woken.wait(timeoutMs);
        const { rung = 'look' } = waiter;
        waiter.rung = undefined;
        return rung;
      },
      leave: () => {
        this.#waiters.delete(waiter);
        waiter.woken.raise();
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
    const offer = type === 'task.queued' ? offerOf(data) : undefined;
    let told = false;
    for (const waiter of this.#waiters) {
      const { known } = waiter;
      const helps = known === undefined || known.full || type === 'task.assigned';
      const chance = offer && known?.chance(offer);
      if ((offer && known === undefined) || chance === 'maybe') waiter.ring('look');
      else if (chance === 'yes' && !told && waiter.rung !== 'task') {
        told = true;
        waiter.ring('task');
      } else if (waiter.agentId === data.agentId && helps) waiter.ring('look');
    }
  }
}

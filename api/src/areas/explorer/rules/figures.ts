import { ORDER_OUTCOMES, type OrderState, type OrderTrigger, type SwapOrderState } from '@causeway/protocol';
import type { CountedOrder, OrderEvent, Stage } from '@causeway/storage/series';

/** What is counted of one order. All times are Unix milliseconds, as the service saw the chains. */
export interface Figures {
  /** When its lock was seen; null while it is not, also after a reorganisation. Without it nothing is counted. */
  readonly seenAtMs: number | null;
  /** When it completed: null while it has not, also after a reorganisation. */
  readonly completedAtMs: number | null;
  /** From the lock to the completion, milliseconds; null while it has not completed, and where it is not known. */
  readonly totalMs: number | null;
  /** When its input came back. */
  readonly rolledBackAtMs: number | null;
  /** When its bridge order was delivered; the times in the stages count then. */
  readonly deliveredAtMs: number | null;
  /** How long it was in each stage, all of its visits together, milliseconds. */
  readonly stages: ReadonlyMap<Stage, number>;
}

/** Figures of an order of which nothing is counted. */
export const NO_FIGURES: Figures = {
  ...{ seenAtMs: null, completedAtMs: null, totalMs: null, rolledBackAtMs: null, deliveredAtMs: null },
  stages: new Map(),
};

/** In which stage an order in a state is. */
const STAGE_OF: Readonly<Partial<Record<OrderState, Exclude<Stage, 'total'>>>> = {
  ...{ locked: 'confirming', confirming: 'confirming' },
  ...{ proving: 'proving', signing: 'signing', minting: 'minting' },
};

/** Triggers after which other figures of an order can hold. */
const COUNTED = new Set<unknown>([
  ...(['lockSeen', 'lockVanished', 'executed', 'executionVanished', 'refunded', 'refundVanished'] as const),
] satisfies OrderTrigger[]);

/** True for an event after which the figures of its order can differ. */
export const changesFigures = ({ data }: Pick<OrderEvent, 'data'>): boolean =>
  COUNTED.has(data.trigger) || data.swapState !== undefined;

/**
 * The figures of an order after `events`, its history from its beginning. They follow from the history alone. So an
 * event adds the difference of the figures after it and before it, and a reorganisation takes an order back likewise.
 */
export function figuresOf(events: readonly OrderEvent[]): Figures {
  let seenAtMs: number | null = null;
  let state: OrderState | undefined;
  let stateSinceMs = 0;
  let status: SwapOrderState | undefined;
  let statusSinceMs = 0;
  let isSwap = false;
  let stages = new Map<Stage, number>();
  const enter = (next: SwapOrderState, atMs: number) => {
    if (next !== status) statusSinceMs = atMs;
    status = next;
  };
  for (const { data, createdAtMs: atMs } of events) {
    const { to, trigger, swapState } = data;
    if (to !== undefined) {
      const stage = state && STAGE_OF[state];
      if (stage) stages.set(stage, (stages.get(stage) ?? 0) + Math.max(0, atMs - stateSinceMs));
      state = to as OrderState;
      stateSinceMs = atMs;
    }
    if (trigger === 'lockSeen') seenAtMs = atMs;
    if (trigger === 'lockVanished') seenAtMs = null;
    if (trigger === 'lockSeen' || trigger === 'lockVanished') stages = new Map();
    isSwap ||= swapState !== undefined;
    if (isSwap && swapState !== undefined) enter(swapState as SwapOrderState, atMs);
    else if (!isSwap && to !== undefined) enter(to as OrderState, atMs);
  }
  if (seenAtMs === null || status === undefined) return NO_FIGURES;
  const { isCompleted, isRolledBack } = ORDER_OUTCOMES[status];
  return {
    seenAtMs,
    completedAtMs: isCompleted ? statusSinceMs : null,
    totalMs: isCompleted ? Math.max(0, statusSinceMs - seenAtMs) : null,
    rolledBackAtMs: isRolledBack ? statusSinceMs : null,
    deliveredAtMs: state === 'completed' ? stateSinceMs : null,
    stages: state === 'completed' ? stages : new Map(),
  };
}

/**
 * The figures of an order whose events are pruned: it counts at its creation and at its end, and its times are not
 * known. No figures for an order that has not ended for good.
 */
export function figuresOfPruned({ state, swapState, final, createdAtMs, completedAtMs }: CountedOrder): Figures {
  const { isCompleted, isRolledBack } = ORDER_OUTCOMES[swapState ?? state];
  if (!final || completedAtMs === null) return NO_FIGURES;
  return {
    ...NO_FIGURES,
    seenAtMs: createdAtMs,
    completedAtMs: isCompleted ? completedAtMs : null,
    rolledBackAtMs: isRolledBack ? completedAtMs : null,
  };
}

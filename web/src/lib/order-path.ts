import type { Order } from '@causeway/client';
import { homeStep, paidStep, refundSteps, type StepWords, steps } from '../text/order.ts';

type Status = Order['status'];

/** A status that an order entered, with the time of the event. */
export interface Entered {
  readonly status: Status;
  readonly atMs: number;
}

export interface Step {
  readonly title: string;
  readonly on: StepWords['on'];
  readonly stage: 'done' | 'now' | 'next' | 'ended';
  /** Milliseconds that the step took, or has taken until now; null before it begins. */
  readonly tookMs: number | null;
}

const REFUND: readonly Status[] = ['cancelling', 'refunding', 'refunded'];
const HOME: readonly Status[] = ['returning', 'returned'];
/** States in which the order's way has ended well. */
const ARRIVED: readonly Status[] = ['completed', 'refunded', 'returned'];
const STOPPED: readonly Status[] = ['failed', 'expired'];

/**
 * The way of an order in its steps, each with its time: until it was left for the last time, where a reorganisation
 * took the order back.
 */
export function pathOf(
  order: Pick<Order, 'status' | 'mode'>,
  entered: readonly Entered[],
  nowMs: number,
): readonly Step[] {
  const seen = new Map(entered.map((entry, index) => [entry.status, { ...entry, index }]));
  const isRefund = REFUND.some((status) => seen.has(status) || order.status === status);
  const isHome = HOME.some((status) => seen.has(status) || order.status === status);
  const way = [
    ...(isRefund ? steps.filter(({ of }) => of.some((status) => seen.has(status))) : steps),
    ...(order.mode === 'swap' && !isRefund ? [paidStep] : []),
    ...(isHome ? [homeStep] : []),
    ...(isRefund ? refundSteps : []),
  ];
  const current = way.findIndex(({ of }) => of.includes(order.status));
  const lastSeen = way.findLastIndex(({ of }) => of.some((status) => seen.has(status)));
  return way.map(({ title, of, on }, index) => {
    const within = of.flatMap((status) => seen.get(status) ?? []).sort((a, b) => a.index - b.index);
    const begun = within[0];
    const after = entered.slice(within.at(-1)?.index).find(({ status }) => !of.includes(status));
    const isOver = ARRIVED.includes(order.status) || index < current;
    const hasStopped = STOPPED.includes(order.status) && index >= lastSeen;
    const stage = isOver
      ? 'done'
      : hasStopped
        ? index === lastSeen
          ? 'ended'
          : 'next'
        : index === current
          ? 'now'
          : 'next';
    const isBefore = current < 0 && !ARRIVED.includes(order.status) && index < lastSeen;
    return {
      title,
      on,
      stage: isBefore ? 'done' : stage,
      tookMs: begun ? (after?.atMs ?? (stage === 'now' ? nowMs : begun.atMs)) - begun.atMs : null,
    };
  });
}

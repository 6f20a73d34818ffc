import { buildBatch, type Failure, fail, type Hex, ok, type Result, type Status, ZERO_32 } from '@causeway/protocol';

/** An interval that is committed at a destination. */
export interface CommittedInterval {
  readonly firstNonce: bigint;
  readonly count: number;
  readonly root: Hex;
}

/** An own view of one lane: final messages of the source, and what the destination's own events say of them. */
export interface LaneView {
  /** Id of the final message with `nonce`; undefined when the source has none. */
  idOf(nonce: bigint): Hex | undefined;
  /** What the destination did with the message; undefined where it did nothing. */
  outcomeOf(messageId: Hex): 'executed' | 'cancelled' | undefined;
}

/** What replaceRoot is to be called with. */
export interface Repair {
  readonly interval: CommittedInterval;
  /** The zero root drops the interval. */
  readonly root: Hex;
  readonly changed: readonly bigint[];
}

type RepairCode = 'NOTHING_TO_REPAIR' | 'MESSAGES_MISSING' | 'NOT_LAST' | 'NOT_FORGED';

const noncesOf = ({ firstNonce, count }: CommittedInterval): readonly bigint[] =>
  Array.from({ length: count }, (_, index) => firstNonce + BigInt(index));

/** The root over the source's messages; undefined while a message of the interval does not exist. */
export function trueRootOf(interval: CommittedInterval, view: LaneView): Hex | undefined {
  const ids = noncesOf(interval).flatMap((nonce) => view.idOf(nonce) ?? []);
  return ids.length === interval.count ? buildBatch(interval.firstNonce, ids).root : undefined;
}

/**
 * The repair of `interval` by the own view and by the statuses of its nonces at the destination. `changed` are the
 * nonces that were executed or cancelled as another message than the source sent, all of them and no other. Fails with
 * MESSAGES_MISSING when the source lacks a message, so that only a drop is left, and with NOTHING_TO_REPAIR.
 */
export function repairOf(
  interval: CommittedInterval,
  view: LaneView,
  statuses: readonly Status[],
): Result<Repair, Failure<RepairCode>> {
  const root = trueRootOf(interval, view);
  if (root === undefined) {
    return fail('MESSAGES_MISSING', 'the source has not sent every message of the interval: it can only be dropped');
  }
  const changed = noncesOf(interval).filter((nonce, index) => {
    const status = statuses[index];
    const id = view.idOf(nonce);
    const isActedOn = status === 'executed' || status === 'cancelled';
    return isActedOn && id !== undefined && view.outcomeOf(id) !== status;
  });
  if (root === interval.root && changed.length === 0) {
    return fail('NOTHING_TO_REPAIR', 'the root and what was executed are those of the source');
  }
  return ok({ interval, root, changed });
}

/**
 * The drop of `interval`. Fails with NOT_LAST unless it ends at the lane's next inbound nonce, and with NOT_FORGED when
 * its root is that of the source's messages, or when one of them has its outcome: a dropped message can be refunded,
 * which would pay it twice.
 */
export function dropOf(
  interval: CommittedInterval,
  view: LaneView,
  nextInboundNonce: bigint,
): Result<Repair, Failure<RepairCode>> {
  if (interval.firstNonce + BigInt(interval.count) !== nextInboundNonce) {
    return fail(
      'NOT_LAST',
      `only the last interval can be dropped, which ends before ${nextInboundNonce}: drop from there`,
    );
  }
  if (trueRootOf(interval, view) === interval.root) {
    return fail('NOT_FORGED', 'its root is that of the source’s messages, which exist');
  }
  for (const nonce of noncesOf(interval)) {
    const id = view.idOf(nonce);
    const outcome = id && view.outcomeOf(id);
    if (!outcome) continue;
    const advice = 'once the source has sent all messages of the interval, repair its root instead';
    return fail('NOT_FORGED', `message ${nonce} was ${outcome} as the source sent it: ${advice}`);
  }
  return ok({ interval, root: ZERO_32, changed: [] });
}

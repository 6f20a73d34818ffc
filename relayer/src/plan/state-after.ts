import type { OracleCall } from '@causeway/chains';
import type { Domain, Hex, Status } from '@causeway/protocol';
import type { CommittedRoot } from '@causeway/storage';
import { type Action, sourceOf } from './proposal.ts';

// Safety-critical: signers judge a proposal by the state that this predicts. It reads nothing and keeps nothing.

/** What one call of an oracle transaction does to the lane of its message. */
export type Effect =
  | ({ readonly does: 'commit' } & CommittedRoot)
  | { readonly does: 'execute' | 'cancel'; readonly source: Domain; readonly nonce: bigint };

/** The part of a bridge's state that oracle transactions change. What was not read is absent. */
export interface InboundState {
  /** The first nonce without a root, by source. */
  readonly next: ReadonlyMap<Domain, bigint>;
  /** Roots, by `rootKey`. */
  readonly roots: ReadonlyMap<string, Hex>;
  /** Statuses of messages other than none, by `messageKey`. */
  readonly statuses: ReadonlyMap<string, Status>;
}

/** A text for the interval of a root, as a key of maps. */
export const rootKey = ({ source, firstNonce, count }: Omit<CommittedRoot, 'root'>): string =>
  `${source}/${firstNonce}/${count}`;

/** A text for a message of one destination, as a key of maps. */
export const messageKey = (source: Domain, nonce: bigint): string => `${source}/${nonce}`;

/** The effects of `calls`, in their order. */
export const effectsOf = (calls: readonly OracleCall[]): readonly Effect[] =>
  calls.map((call): Effect => {
    if (call.function === 'commitRoot') {
      const { source, firstNonce, count, root } = call;
      return { does: 'commit', source, firstNonce, count, root };
    }
    const { source, nonce } = call.message;
    return { does: call.function === 'cancelOrder' ? 'cancel' : 'execute', source, nonce };
  });

/** The effects of a stored submission's `actions`, whose commitments have these `roots`. */
export function effectsIn(actions: readonly Action[], roots: readonly CommittedRoot[]): readonly Effect[] {
  const uses = actions.flatMap((action): readonly Effect[] =>
    'commit' in action
      ? []
      : [{ does: 'execute' in action ? 'execute' : 'cancel', source: sourceOf(action), nonce: action.nonce }],
  );
  return [...roots.map((root): Effect => ({ does: 'commit', ...root })), ...uses];
}

/**
 * The state after `effects`, of which a part may be in `state` already. Undefined when a commitment does not continue
 * its lane, so that its transaction would fail. A commitment on a lane that was not read changes nothing here.
 */
export function stateAfter(state: InboundState, effects: readonly Effect[]): InboundState | undefined {
  const next = new Map(state.next);
  const roots = new Map(state.roots);
  const statuses = new Map(state.statuses);
  for (const effect of effects) {
    if (effect.does === 'commit') {
      const due = next.get(effect.source);
      const end = effect.firstNonce + BigInt(effect.count);
      // Undefined: not read. At or above the end: it is in the state, or another one is in its place.
      if (due === undefined || due >= end) continue;
      if (due !== effect.firstNonce) return undefined;
      next.set(effect.source, end);
      roots.set(rootKey(effect), effect.root);
      continue;
    }
    const key = messageKey(effect.source, effect.nonce);
    const status = statuses.get(key) ?? 'none';
    if (effect.does === 'execute' && status === 'none') statuses.set(key, 'executed');
    if (effect.does === 'cancel' && (status === 'none' || status === 'replaced')) statuses.set(key, 'cancelled');
  }
  return { next, roots, statuses };
}

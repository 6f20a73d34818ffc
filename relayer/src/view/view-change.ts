import type { AdminChange } from '@causeway/chains';
import type { BlockRef, Domain, Hex } from '@causeway/protocol';

/** A change in the view of one bridge. Ids may repeat. */
export interface ViewChange {
  readonly family: string;
  readonly domain: Domain;
  readonly head: BlockRef;
  /** Outbound messages that were seen. */
  readonly seen: readonly Hex[];
  /** Outbound messages that became final. */
  readonly final: readonly Hex[];
  /** Outbound messages that a reorganisation removed. */
  readonly vanished: readonly Hex[];
  /** Messages to this bridge whose outcome was seen, became final or was removed. */
  readonly outcomes: readonly Hex[];
  /** Messages that an earlier scan of their block, or of their outcome's block, did not show. */
  readonly late: readonly Hex[];
  /** Messages to this bridge that it cancelled although they had an outcome, which stands. */
  readonly contradicted: readonly Hex[];
  /** What was administered at this bridge. */
  readonly administered: readonly AdminChange[];
}

/** Called for every change after it was written and before the watcher continues. */
export type ViewListener = (change: ViewChange) => Promise<void>;

/** The change of a turn while the turn goes on. */
export type Change = {
  -readonly [K in 'seen' | 'final' | 'vanished' | 'outcomes' | 'late' | 'contradicted']: Hex[];
} & { readonly administered: AdminChange[] };

export const noChange = (): Change => ({
  ...{ seen: [], final: [], vanished: [], outcomes: [], late: [], contradicted: [] },
  administered: [],
});

import { type BlockRef, type ChainKind, fail, ok, type Result } from '@causeway/protocol';
import type { BridgeRecord, Deployment } from '../config/deployment.ts';
import type { ReadFailure } from '../failures.ts';
import { requireSame } from './differences.ts';
import type { ChainIdentity, ChainProvider, ChainReader } from './provider.ts';

// The parts of which every kind's provider is composed.

/** `Functions` without their first parameter. */
type Bound<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (context: never, ...args: infer Args) => infer Answer
    ? (...args: Args) => Answer
    : never;
};

/** `functions` of a context as functions of this `context`. */
export const bound = <
  Context,
  Functions extends Readonly<Record<string, (context: Context, ...args: never[]) => unknown>>,
>(
  context: Context,
  functions: Functions,
): Bound<Functions> =>
  Object.fromEntries(
    Object.entries(functions).map(([name, run]) => [name, (...args: never[]) => run(context, ...args)]),
  ) as Bound<Functions>;

/** Reads of a bridge's state, as every kind's `reads.ts` exports them. */
type StateReads<Context> = {
  readonly [Name in StateName as `read${Capitalize<Name>}`]: (
    context: Context,
    ...args: Parameters<ChainReader[Name]>
  ) => ReturnType<ChainReader[Name]>;
};
type StateName =
  | ('remote' | 'lane' | 'limits' | 'fee' | 'statuses' | 'root' | 'paused')
  | ('claimable' | 'balance' | 'holdings' | 'credits' | 'bridgedSupply' | 'decimals');

/** The state of a bridge, by the reads of its kind. */
export const stateOf = <Context>(context: Context, reads: StateReads<Context>): Pick<ChainReader, StateName> =>
  bound(context, {
    remote: reads.readRemote,
    lane: reads.readLane,
    limits: reads.readLimits,
    fee: reads.readFee,
    statuses: reads.readStatuses,
    root: reads.readRoot,
    paused: reads.readPaused,
    claimable: reads.readClaimable,
    balance: reads.readBalance,
    holdings: reads.readHoldings,
    credits: reads.readCredits,
    bridgedSupply: reads.readBridgedSupply,
    decimals: reads.readDecimals,
  });

/** The identity of a bridge of `kind`, from its deployment. */
export const identityOf = (
  kind: ChainKind,
  {
    deployment,
    family,
    bridge,
  }: { readonly deployment: Deployment; readonly family: string; readonly bridge: BridgeRecord },
): ChainIdentity => ({
  name: deployment.network,
  kind,
  family,
  domain: deployment.domain,
  bridge: bridge.address32,
});

/** The comparison of a bridge with its deployment file, by its kind's `compare`. */
export const verifying = (compare: ChainProvider['compare']): Pick<ChainProvider, 'compare' | 'verify'> => ({
  compare,
  verify: async (accepted) => {
    const compared = await compare();
    return compared.ok ? requireSame(compared.value, accepted) : compared;
  },
});

/**
 * The newest final block, where finality depends on the head. While the chain is shorter than its finality, only its
 * first block is final.
 */
export async function finalBlock({
  head,
  finalNumber,
  block,
}: Pick<ChainReader, 'head' | 'finalNumber' | 'block'>): Promise<Result<BlockRef, ReadFailure>> {
  const newest = await head();
  if (!newest.ok) return newest;
  const final = await finalNumber(newest.value);
  if (!final.ok) return final;
  const number = Math.max(0, final.value);
  const found = await block(number);
  if (!found.ok) return found;
  return found.value ? ok(found.value) : fail('NO_QUORUM', `block ${number} is not there`, true);
}

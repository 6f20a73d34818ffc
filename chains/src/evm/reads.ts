import {
  type BlockRef,
  type Domain,
  fail,
  type Hex,
  hexToBytes,
  ok,
  type Result,
  STATUS,
  type Status,
  ZERO_32,
} from '@causeway/protocol';
import type { Result as AbiResult } from 'ethers';
import { remoteOf } from '../config/deployment.ts';
import type { ReadFailure } from '../failures.ts';
import type { LaneState, LimitSide, LimitState, RemoteRegistration } from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import { bridgeAbi, safeAbi, tokenAbi } from './abi.ts';
import { parseEvmAddress } from './address.ts';
import type { EvmContext } from './context.ts';
import { type View, view, viewTogether } from './views.ts';
import { quantityAnswer } from './wire.ts';

/** Decimals of every EVM chain's coin, in which it counts wei. */
const COIN_DECIMALS = 18;

/** Values of the contract's enum Side. */
export const SIDE: Readonly<Record<LimitSide, number>> = { canonical: 0, bridged: 1 };

/** Decoded outputs of a view function of the bridge, on the state of block `at` or the newest. */
export const bridgeView = (context: EvmContext, name: string, args: readonly unknown[] = [], at?: number) => {
  const asked = { abi: bridgeAbi, to: context.bridge.address, name, args };
  return at === undefined ? viewOne(context, asked) : view(context, asked, at);
};

/**
 * Most gas of a call to the Safe: some 20 times its need. Thieves who hold its keys decide about its code, and must not
 * keep anybody from what is read of the bridge in the same request.
 */
const SAFE_GAS = 200_000;

/** A view function of the oracle's Safe. */
export const viewOfSafe = ({ safe }: EvmContext['safe'], name: string, args: readonly unknown[] = []): View => ({
  ...{ abi: safeAbi, to: safe, name, args, gas: SAFE_GAS },
});

/** Decoded outputs of a view function of the oracle's Safe. */
export const safeView = (context: EvmContext, name: string) => viewOne(context, viewOfSafe(context.safe, name));

const viewOne = async (context: EvmContext, asked: View): Promise<Result<AbiResult, ReadFailure>> =>
  map(await viewTogether(context, [asked]), ([outputs]) => outputs as AbiResult);

/** The registration of `domain`, or null when there is none. */
export async function readRemote(
  context: EvmContext,
  domain: Domain,
): Promise<Result<RemoteRegistration | null, ReadFailure>> {
  return map(await bridgeView(context, 'remote', [domain]), ([remote]) =>
    remote.bridge === ZERO_32
      ? null
      : {
          bridge: remote.bridge,
          token: remote.token,
          addressLength: Number(remote.addressLength),
          wireDecimals: Number(remote.wireDecimals),
          opened: remote.opened,
        },
  );
}

export async function readLane(
  context: EvmContext,
  domain: Domain,
  at?: BlockRef,
): Promise<Result<LaneState, ReadFailure>> {
  return map(await bridgeView(context, 'lane', [domain], at?.number), ([lane]) => ({
    nextOutboundNonce: lane.nextOutboundNonce,
    nextInboundNonce: lane.nextInboundNonce,
    outstanding: lane.outstanding,
    paused: lane.paused,
  }));
}

export async function readLimits(
  context: EvmContext,
  domain: Domain,
  side: LimitSide,
): Promise<Result<LimitState, ReadFailure>> {
  return map(await bridgeView(context, 'limits', [domain, SIDE[side]]), ([limits, available]) => ({
    minAmount: limits.minAmount,
    maxAmount: limits.maxAmount,
    capacity: limits.capacity,
    refillPerSecond: limits.refillPerSecond,
    available,
  }));
}

/** The statuses by the contract's numbers. */
const STATUS_NAMES = new Map((Object.keys(STATUS) as Status[]).map((name) => [STATUS[name] as number, name]));

/** Wei that a lock or burn towards `remote` pays on top of its amount. */
export const readFee = async (context: EvmContext, remote: Domain): Promise<Result<bigint, ReadFailure>> =>
  map(await bridgeView(context, 'fee', [remote]), ([fee]) => fee);

export async function readStatuses(
  context: EvmContext,
  source: Domain,
  firstNonce: bigint,
  count: number,
  at?: BlockRef,
): Promise<Result<readonly Status[], ReadFailure>> {
  const interval = await bridgeView(context, 'statuses', [source, firstNonce, count], at?.number);
  if (!interval.ok) return interval;
  const names = [...hexToBytes(interval.value[0])].map((value) => STATUS_NAMES.get(value));
  const known = names.filter((name) => name !== undefined);
  return known.length === count ? ok(known) : fail('CONTRACT_MISSING', 'the bridge answers unknown statuses');
}

export async function readRoot(
  context: EvmContext,
  source: Domain,
  firstNonce: bigint,
  count: number,
  at?: BlockRef,
): Promise<Result<Hex | null, ReadFailure>> {
  return map(await bridgeView(context, 'root', [source, firstNonce, count], at?.number), ([root]) =>
    root === ZERO_32 ? null : (root as Hex),
  );
}

export async function readPaused(
  context: EvmContext,
): Promise<Result<{ readonly outbound: boolean; readonly inbound: boolean }, ReadFailure>> {
  const [outbound, inbound] = await Promise.all([
    bridgeView(context, 'outboundPaused'),
    bridgeView(context, 'inboundPaused'),
  ]);
  if (!outbound.ok) return outbound;
  return map(inbound, ([value]) => ({ outbound: outbound.value[0], inbound: value }));
}

/** Local units that `address` can claim. Only payments of the canonical asset can fail here. */
export async function readClaimable(
  context: EvmContext,
  address: string,
  home: Domain = context.deployment.domain,
): Promise<Result<bigint, ReadFailure>> {
  if (home !== context.deployment.domain) return ok(0n);
  const parsed = parseEvmAddress(address);
  if (!parsed.ok) return parsed;
  return map(await bridgeView(context, 'claimable', [address]), ([amount]) => amount);
}

/** Local units that `address` holds of the asset whose home is `home`. */
export async function readBalance(
  context: EvmContext,
  address: string,
  home: Domain,
): Promise<Result<bigint, ReadFailure>> {
  const token = tokenFor(context, home);
  return token.ok ? readHolding(context, address, token.value) : token;
}

/** Local units of `token`, or of the native coin when it is null, that `address` holds. */
export async function readHolding(
  context: EvmContext,
  address: string,
  token: string | null,
): Promise<Result<bigint, ReadFailure>> {
  const parsed = parseEvmAddress(address);
  if (!parsed.ok) return parsed;
  if (token === null) {
    return context.connection.rpc.onState(undefined, async (endpoint, block) =>
      quantityAnswer.parse(await endpoint.send('eth_getBalance', [address, block])),
    );
  }
  return map(
    await view(context, { abi: tokenAbi, to: token, name: 'balanceOf', args: [address] }),
    ([amount]) => amount,
  );
}

/** Local units of the canonical asset that the bridge holds. */
export const readHoldings = (context: EvmContext): Promise<Result<bigint, ReadFailure>> =>
  readBalance(context, context.bridge.address, context.deployment.domain);

/** Local units of the canonical asset credited and not claimed. */
export const readCredits = async (context: EvmContext): Promise<Result<bigint, ReadFailure>> =>
  map(await bridgeView(context, 'claimableTotal'), ([amount]) => amount);

/** Total supply of the bridged token of `home`, local units. */
export async function readBridgedSupply(context: EvmContext, home: Domain): Promise<Result<bigint, ReadFailure>> {
  const remote = remoteOf(context.bridge, home);
  if (!remote?.token.address) return fail('UnknownRemote', `domain ${home} is not connected`);
  return map(
    await view(context, { abi: tokenAbi, to: remote.token.address, name: 'totalSupply' }),
    ([amount]) => amount,
  );
}

/** Local decimals of the asset whose home is `home`; a token's decimals come from its contract. */
export async function readDecimals(context: EvmContext, home: Domain): Promise<Result<number, ReadFailure>> {
  const token = tokenFor(context, home);
  if (!token.ok) return token;
  if (token.value === null) return ok(COIN_DECIMALS);
  return map(await view(context, { abi: tokenAbi, to: token.value, name: 'decimals' }), ([decimals]) =>
    Number(decimals),
  );
}

/** Local token address of the asset whose home is `home`; null for the native coin. */
export function tokenFor(context: EvmContext, home: Domain): Result<string | null, ReadFailure> {
  if (home === context.deployment.domain) return ok(context.bridge.canonicalAsset.address);
  const remote = remoteOf(context.bridge, home);
  return remote ? ok(remote.token.address) : fail('UnknownRemote', `domain ${home} is not connected`);
}

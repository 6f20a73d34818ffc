import { ok, type Result, toLocalAmount, wireDecimalsOf } from '@causeway/protocol';
import type { Logger } from 'pino';
import type { Bridges, ReadBridge } from './bridges.ts';
import type { Metrics } from './metrics.ts';

/** A broken invariant. Amounts are decimal strings of the unit named in `detail`. */
export interface Breach {
  readonly invariant: 'I1' | 'I5' | 'I6';
  readonly chain: string;
  readonly remote: string;
  readonly detail: string;
}

/**
 * I1 for `home` and `remote`: home's outstanding amount is at least the supply on remote, in wire units of home's
 * asset. The supply is read first, because a mint before that read had its lock counted earlier. On a suspicion the
 * supply is read again: when burns are final at once, a burn after the first read may already be released.
 */
export async function checkBacking(home: ReadBridge, remote: ReadBridge): Promise<Result<Breach | undefined>> {
  const { domain, name } = home.provider;
  const registration = await remote.provider.remote(domain);
  if (!registration.ok) return registration;
  // Two chains of a family may be unlinked.
  if (!registration.value) return ok(undefined);
  const [supply, bridgedDecimals] = await Promise.all([
    remote.provider.bridgedSupply(domain),
    remote.provider.decimals(domain),
  ]);
  if (!supply.ok) return supply;
  if (!bridgedDecimals.ok) return bridgedDecimals;
  const lane = await home.provider.lane(remote.provider.domain);
  if (!lane.ok) return lane;
  const { wireDecimals } = registration.value;
  const backed = toLocalAmount(lane.value.outstanding, bridgedDecimals.value, wireDecimals);
  if (backed >= supply.value) return ok(undefined);
  const again = await remote.provider.bridgedSupply(domain);
  if (!again.ok) return again;
  if (backed >= again.value) return ok(undefined);
  const detail = `outstanding ${backed} is less than the bridged supply ${again.value} (units of the bridged token)`;
  return ok({ invariant: 'I1', chain: name, remote: remote.provider.name, detail });
}

/** I5 for the lane from `source` to `destination`: every committed nonce was emitted. Inbound is read first. */
export async function checkNonces(source: ReadBridge, destination: ReadBridge): Promise<Result<Breach | undefined>> {
  const inbound = await destination.provider.lane(source.provider.domain);
  if (!inbound.ok) return inbound;
  const outbound = await source.provider.lane(destination.provider.domain);
  if (!outbound.ok) return outbound;
  const { nextInboundNonce } = inbound.value;
  const { nextOutboundNonce } = outbound.value;
  if (nextInboundNonce <= nextOutboundNonce) return ok(undefined);
  const detail = `committed up to nonce ${nextInboundNonce}, emitted up to ${nextOutboundNonce}`;
  return ok({ invariant: 'I5', chain: destination.provider.name, remote: source.provider.name, detail });
}

/**
 * I6 for `bridge`: it holds at least its outstanding amounts towards all remotes, in local units. Outstanding is read
 * before and after the balance; if it changed in between, there is no conclusion.
 */
export async function checkSolvency(
  bridge: ReadBridge,
  remotes: readonly ReadBridge[],
): Promise<Result<Breach | undefined>> {
  const { provider } = bridge;
  const before = await outstandingOf(bridge, remotes);
  if (!before.ok) return before;
  const [balance, decimals] = await Promise.all([provider.holdings(), provider.decimals(provider.domain)]);
  if (!balance.ok) return balance;
  if (!decimals.ok) return decimals;
  const after = await outstandingOf(bridge, remotes);
  if (!after.ok) return after;
  const owed = toLocalAmount(after.value, decimals.value, wireDecimalsOf(decimals.value));
  if (before.value !== after.value || balance.value >= owed) return ok(undefined);
  const detail = `the bridge holds ${balance.value}, and ${owed} is outstanding (local units)`;
  return ok({ invariant: 'I6', chain: provider.name, remote: '', detail });
}

async function outstandingOf(bridge: ReadBridge, remotes: readonly ReadBridge[]): Promise<Result<bigint>> {
  const lanes = await Promise.all(remotes.map((remote) => bridge.provider.lane(remote.provider.domain)));
  let total = 0n;
  for (const lane of lanes) {
    if (!lane.ok) return lane;
    total += lane.value.outstanding;
  }
  return ok(total);
}

/**
 * Checks every invariant on the chains. Each breach is an error in the log, and a metric that stays 1 until the breach
 * ends.
 */
export async function checkInvariants(
  bridges: Bridges<ReadBridge>,
  metrics: Metrics,
  log: Logger,
): Promise<Result<undefined>> {
  let unread: Result<undefined> = ok(undefined);
  const report = (
    invariant: Breach['invariant'],
    chain: string,
    remote: string,
    checked: Result<Breach | undefined>,
  ) => {
    if (!checked.ok) {
      unread = checked;
      return;
    }
    metrics.invariant.set({ invariant, chain, remote }, checked.value ? 1 : 0);
    if (checked.value) log.error(checked.value, 'invariant broken');
  };
  for (const bridge of bridges.all) {
    const remotes = bridges.remotesOf(bridge);
    const chain = bridge.provider.name;
    report('I6', chain, '', await checkSolvency(bridge, remotes));
    for (const remote of remotes) {
      const name = remote.provider.name;
      report('I1', chain, name, await checkBacking(bridge, remote));
      report('I5', chain, name, await checkNonces(remote, bridge));
    }
  }
  return unread;
}

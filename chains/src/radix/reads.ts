import {
  type BlockRef,
  type Domain,
  fail,
  type Hex,
  ok,
  parseDecimal,
  type Result,
  STATUS,
  type Status,
} from '@causeway/protocol';
import type { z } from 'zod';
import type { ReadFailure } from '../failures.ts';
import type { LaneState, LimitSide, LimitState, OracleState, RemoteRegistration } from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import { type RegisteredRemote, requireChain } from '../provider/verification.ts';
import { nodeIdOf } from './address.ts';
import { SIDES } from './admin-calls.ts';
import type { RadixContext } from './context.ts';
import { NODE_MISSING } from './errors.ts';
import { address, callMethod, type ManifestText, variant as manifestVariant, u32, u64 } from './manifest.ts';
import { networkName } from './network.ts';
import { resourceOf, unitsOf } from './oracle-calls.ts';
import { decimal, list, option, unit, word } from './sbor.ts';
import {
  type Configuration,
  configurationValue,
  divisibilityValue,
  laneValue,
  limitsValue,
  remoteValue,
} from './state.ts';
import { XRD_DECIMALS } from './well-known.ts';

/**
 * Runs `method` of the component on the newest state, at least of state version `since`, and parses its return value.
 * Sends nothing.
 */
async function read<T extends z.ZodType>(
  { connection, deployment }: RadixContext,
  component: string,
  method: string,
  args: readonly ManifestText[],
  schema: T,
  since?: number,
): Promise<Result<z.output<T>, ReadFailure>> {
  const value = await connection.rpc.read(callMethod(component, method, ...args), schema, since);
  if (value.ok || value.error.code !== NODE_MISSING) return value;
  return fail('CONTRACT_MISSING', `there is nothing at ${component} on ${deployment.network}`);
}

const readBridge = <T extends z.ZodType>(
  context: RadixContext,
  method: string,
  args: readonly ManifestText[],
  schema: T,
  since?: number,
) => read(context, context.identity.component, method, args, schema, since);

/**
 * Reads the part of the bridge's configuration and holdings that `pick` takes. The rest may change between endpoints.
 */
const readConfigured = <T>(context: RadixContext, pick: (value: Configuration) => T) =>
  readBridge(context, 'configuration', [], configurationValue(context.connection.network).transform(pick));

/** The bridge's configuration. */
export const readConfiguration = (context: RadixContext) =>
  readConfigured(context, ({ holdings: _, fees: __, ...rest }) => rest);

export const readPaused = (context: RadixContext) => readConfigured(context, ({ paused }) => paused);

/** The registration of `domain`, or null when there is none. */
export const readRemote = (
  context: RadixContext,
  domain: Domain,
): Promise<Result<RemoteRegistration | null, ReadFailure>> =>
  readBridge(context, 'remote', [u32(domain)], option(remoteValue));

/** Remotes of which one preview reads, which may cost only so much. */
const REMOTES_AT_ONCE = 8;

/** The registration of each of `domains`, and the decimals of its token, with few requests. */
export async function readRemotes(
  context: RadixContext,
  domains: readonly Domain[],
): Promise<Result<readonly RegisteredRemote[], ReadFailure>> {
  const { rpc } = context.connection;
  const registered: RegisteredRemote[] = [];
  for (let at = 0; at < domains.length; at += REMOTES_AT_ONCE) {
    const part = domains.slice(at, at + REMOTES_AT_ONCE);
    const tokens: ManifestText[] = [];
    for (const domain of part) {
      const resource = resourceOf(context, domain);
      if (!resource.ok) return resource;
      tokens.push(callMethod(resource.value, 'get_resource_type'));
    }
    const [remotes, decimals] = await Promise.all([
      rpc.readAll(
        part.map((domain) => callMethod(context.identity.component, 'remote', u32(domain))),
        option(remoteValue),
      ),
      rpc.readAll(tokens, divisibilityValue),
    ]);
    if (!remotes.ok) return remotes;
    if (!decimals.ok) return decimals;
    for (const [index, remote] of remotes.value.entries()) registered.push([remote, decimals.value[index] as number]);
  }
  return ok(registered);
}

export const readLane = (
  context: RadixContext,
  domain: Domain,
  at?: BlockRef,
): Promise<Result<LaneState, ReadFailure>> => readBridge(context, 'lane', [u32(domain)], laneValue, at?.number);

export const readLimits = (
  context: RadixContext,
  domain: Domain,
  side: LimitSide,
): Promise<Result<LimitState, ReadFailure>> =>
  readBridge(context, 'limits', [u32(domain), manifestVariant(SIDES[side])], limitsValue);

const oneStatus = (status: Status) => unit(STATUS[status], status);
const statusValue = oneStatus('none').or(oneStatus('executed')).or(oneStatus('cancelled')).or(oneStatus('replaced'));
/** What a call of `statusesCall` returns. */
export const statusesValue = list(statusValue);

/** The call that reads the statuses of `count` messages from `source`. */
export const statusesCall = (
  { identity }: Pick<RadixContext, 'identity'>,
  source: Domain,
  firstNonce: bigint,
  count: number,
): ManifestText => callMethod(identity.component, 'statuses', u32(source), u64(firstNonce), u32(count));

export const readStatuses = (
  context: RadixContext,
  source: Domain,
  firstNonce: bigint,
  count: number,
  at?: BlockRef,
): Promise<Result<readonly Status[], ReadFailure>> =>
  readBridge(context, 'statuses', [u32(source), u64(firstNonce), u32(count)], statusesValue, at?.number);

/** The delivery fee of a lock or burn towards `remote`, units of 10^-18 XRD. */
export async function readFee(context: RadixContext, remote: Domain): Promise<Result<bigint, ReadFailure>> {
  const fee = await readBridge(context, 'fee', [u32(remote)], decimal);
  return fee.ok ? parseDecimal(fee.value, XRD_DECIMALS) : fee;
}

export const readRoot = (
  context: RadixContext,
  source: Domain,
  firstNonce: bigint,
  count: number,
  at?: BlockRef,
): Promise<Result<Hex | null, ReadFailure>> =>
  readBridge(context, 'root', [u32(source), u64(firstNonce), u32(count)], option(word), at?.number);

/** Local units that `account` can claim from the locker, of the asset whose home is `home`. */
export async function readClaimable(
  context: RadixContext,
  account: string,
  home: Domain = context.deployment.domain,
): Promise<Result<bigint, ReadFailure>> {
  if (nodeIdOf(account, 'account', context.connection.network) === null) return invalidAddress();
  const resource = resourceOf(context, home);
  if (!resource.ok) return resource;
  const claimable = await readBridge(context, 'claimable', [address(account), address(resource.value)], decimal);
  return claimable.ok ? localUnits(context, home, claimable.value) : claimable;
}

/** Local units that `account` holds of the asset whose home is `home`. */
export async function readBalance(
  context: RadixContext,
  account: string,
  home: Domain,
): Promise<Result<bigint, ReadFailure>> {
  const resource = resourceOf(context, home);
  if (!resource.ok) return resource;
  const units = unitsOf(context, home);
  return units.ok ? readHolding(context, account, resource.value, units.value.decimals) : units;
}

/** Local units of `resource`, which has `decimals`, that `account` holds. */
export async function readHolding(
  context: RadixContext,
  account: string,
  resource: string,
  decimals: number,
): Promise<Result<bigint, ReadFailure>> {
  if (nodeIdOf(account, 'account', context.connection.network) === null) return invalidAddress();
  const balance = await read(context, account, 'balance', [address(resource)], decimal);
  return balance.ok ? parseDecimal(balance.value, decimals) : balance;
}

const invalidAddress = () => fail('INVALID_ADDRESS', 'a Radix address here is that of an account');

/** Local units of the canonical asset in the bridge's vault. */
export async function readHoldings(context: RadixContext): Promise<Result<bigint, ReadFailure>> {
  const holdings = await readConfigured(context, (configuration) => configuration.holdings);
  return holdings.ok ? localUnits(context, context.deployment.domain, holdings.value) : holdings;
}

/** Local units credited out of the bridge's vault: none, because a credit moves into the locker's own vault at once. */
export const readCredits = async (_context: RadixContext): Promise<Result<bigint, ReadFailure>> => ok(0n);

/** Total supply of the bridged token of `home`, local units. */
export async function readBridgedSupply(context: RadixContext, home: Domain): Promise<Result<bigint, ReadFailure>> {
  const resource = resourceOf(context, home);
  if (!resource.ok) return resource;
  const supply = await read(context, resource.value, 'get_total_supply', [], option(decimal));
  return supply.ok ? localUnits(context, home, supply.value ?? '0') : supply;
}

/** Local decimals of the asset whose home is `home`: the divisibility of its resource. */
export async function readDecimals(context: RadixContext, home: Domain): Promise<Result<number, ReadFailure>> {
  const resource = resourceOf(context, home);
  return resource.ok ? read(context, resource.value, 'get_resource_type', [], divisibilityValue) : resource;
}

/** Converts `amount`, a decimal of the asset whose home is `home`, to local units by the deployment file's decimals. */
function localUnits(context: RadixContext, home: Domain, amount: string): Result<bigint, ReadFailure> {
  const units = unitsOf(context, home);
  return units.ok ? parseDecimal(amount, units.value.decimals) : units;
}

/**
 * The oracle set. The blueprint gives the role of that name these members and this threshold whenever they change, and
 * verifyDeployment compares the blueprint, so nothing else can deviate.
 */
export const readOracle = (context: RadixContext): Promise<Result<OracleState, ReadFailure>> =>
  readConfigured(context, ({ members, threshold }) => ({
    address: context.identity.component,
    members,
    threshold,
    deviations: [],
  }));

/** Fails with NETWORK_UNSUITABLE when the endpoints serve another network than the deployment file's. */
export const requireOwnChain = async ({ connection, deployment }: RadixContext): Promise<Result<void, ReadFailure>> =>
  requireChain(deployment, map(await connection.rpc.networkId(), networkName));

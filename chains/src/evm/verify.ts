import { type Hex, keccak256, ok, padLeft, type Result, uintToHex } from '@causeway/protocol';
import { dataSlice, ZeroAddress } from 'ethers';
import type { ReadFailure } from '../failures.ts';
import { expectedHolder, expectedPowers, expectedSettings, foundHolder } from '../provider/administered.ts';
import { type Comparison, compare, type Expected, type Found, NOTHING, required } from '../provider/differences.ts';
import { map } from '../provider/result.ts';
import {
  ADMIN,
  ASSET_DECIMALS,
  BRIDGE_CODE,
  expectedAsset,
  expectedOracle,
  expectedRemotes,
  expectedRoles,
  findAll,
  findAsset,
  findRemotes,
  foundOracle,
  foundRoles,
  oneByOne,
} from '../provider/verification.ts';
import { bridgeAbi } from './abi.ts';
import { findPowers, findSettings, readHolder } from './administered.ts';
import {
  BRIDGE_BUILDS,
  type BRIDGE_IMMUTABLES,
  bridgeImmutables,
  TOKEN_BUILD,
  TOKEN_IMMUTABLES,
  tokenImmutables,
} from './builds.ts';
import { readCode } from './code.ts';
import type { EvmContext } from './context.ts';
import { identify } from './immutables.ts';
import { readOracle } from './oracle-state.ts';
import { hasExecuteMany, packedExecutorCodes, packedExecutorName, withoutMetadata } from './packed-calls.ts';
import { SAFE_PROXY_CODE_HASH } from './pinned.ts';
import { bridgeView, readDecimals, readRemote } from './reads.ts';
import { requireFinalizedTag, requireOwnChain } from './served.ts';
import { expectedSettler, findSettler } from './settler.ts';
import { viewAll } from './views.ts';

/**
 * Compares the deployment file and this release's builds with the chain: code and immutables of the bridge, of the
 * contract that it delegates to and of the bridged tokens, the asset and its issuer's powers, the oracle's Safe, the
 * settler, the remotes with their settings, and the roles. Fails with NETWORK_UNSUITABLE where the endpoints lack
 * something, ASSET_MISSING where the asset does.
 */
export async function compareDeployment(context: EvmContext): Promise<Result<Comparison, ReadFailure>> {
  const { connection, deployment, family } = context;
  const serves = await requireOwnChain(context);
  if (!serves.ok) return serves;
  const tagged = await requireFinalizedTag(deployment.network, connection);
  if (!tagged.ok) return tagged;
  const found = await findAll([
    () => findAsset(context, readDecimals),
    () => findBridge(context),
    () => findOracle(context),
    () => findSettler(context),
    () => findRemotes(context, oneByOne({ readRemote, readDecimals })),
    () => findTokens(context),
    () => findSettings(context),
    () => findPowers(context),
  ]);
  return map(found, (values) => compare({ chain: deployment.network, family }, expectedOf(context), values));
}

const SAFE_CODE = 'the code of the Safe';
const EXECUTOR = 'packedExecutor';
const EXECUTOR_CODE = 'the code of packedExecutor';
const tokenCode = (network: string) => `the code of token ${network}`;
const ofToken = (network: string) => (name: string) => `${name} of token ${network}`;

/** Stands for code that a release made. */
const RELEASED = 'of a release';

const assetOf = ({ bridge }: EvmContext): string => bridge.canonicalAsset.address ?? ZeroAddress;

/** The hashes of all builds, or only that in the file if a build has it. */
function bridgeCodes({ bridge }: EvmContext): readonly [string, ...string[]] {
  const [current, ...earlier] = BRIDGE_BUILDS;
  const known = [current, ...earlier].find(({ code }) => code === bridge.code);
  return known ? [known.code] : [current.code, ...earlier.map(({ code }) => code)];
}

/** What the file and the builds say. Immutables mean nothing in unknown code. */
function expectedOf(context: EvmContext): Expected {
  const { bridge, connection, deployment, family } = context;
  const { domain, canonicalAsset, wireDecimals, canonicalUnit } = bridgeImmutables({
    domain: deployment.domain,
    canonicalAsset: assetOf(context),
    decimals: bridge.canonicalAsset.decimals,
    wireDecimals: bridge.wireDecimals,
  });
  const executor = deployment.contracts[packedExecutorName(family)];
  return {
    ...expectedAsset(context),
    [BRIDGE_CODE]: { severity: 'refuse', anyOf: bridgeCodes(context) },
    domain: required(domain),
    canonicalAsset: required(canonicalAsset),
    wireDecimals: required(wireDecimals),
    canonicalUnit: required(canonicalUnit, ASSET_DECIMALS, 'wireDecimals', BRIDGE_CODE),
    ...(executor !== undefined && { [EXECUTOR]: required(padLeft(executor)) }),
    [EXECUTOR_CODE]: { severity: 'refuse', anyOf: executor === undefined ? [RELEASED, NOTHING] : [RELEASED] },
    ...expectedRoles(context),
    [SAFE_CODE]: required(SAFE_PROXY_CODE_HASH),
    ...expectedOracle(deployment.oracle, SAFE_CODE),
    ...expectedSettler(context),
    ...expectedRemotes(context),
    ...expectedTokens(context),
    ...expectedSettings(context),
    ...expectedHolder(ADMIN, connection.config.value),
    ...expectedPowers(context),
  };
}

/** What the builds say of the bridged tokens that the file has. */
function expectedTokens({ bridge, connection }: EvmContext): Expected {
  const all = Object.entries(bridge.remotes).map(([network, { domain, token }]): Expected => {
    const { address, name, decimals } = token;
    const of = ofToken(network);
    const immutables = tokenImmutables({
      ...{ address: address ?? ZeroAddress, name, decimals },
      ...{ bridge: bridge.address, originDomain: domain, chainId: connection.chainId },
    });
    const values = Object.entries(immutables).map(([each, value]) => [of(each), required(value, tokenCode(network))]);
    return { [tokenCode(network)]: required(TOKEN_BUILD.code), ...Object.fromEntries(values) };
  });
  return Object.assign({}, ...all);
}

/** The value of an immutable in words. */
const valueText = (value: Hex | null | undefined): string => value ?? 'several values';

/** Reads the bridge, its roles, and the contract that it delegates to. */
async function findBridge(context: EvmContext): Promise<Result<Found, ReadFailure>> {
  const { bridge, connection, deployment, family } = context;
  const code = await readCode(connection, bridge.address);
  if (!code.ok) return code;
  const views = await viewAll(
    context,
    ['domain', 'canonicalAsset', 'wireDecimals', 'admin', 'pendingAdmin', 'guardian'].map((name) => {
      return { abi: bridgeAbi, to: bridge.address, name };
    }),
  );
  if (!views.ok) return views;
  const [domain, asset, wireDecimals, admin, proposed, guardian] = views.value.map(([value]) => value);
  const { code: hash, immutables } = identify(code.value, BRIDGE_BUILDS);
  // Only of unknown code its own word is all there is.
  const immutableOr = (letter: keyof typeof BRIDGE_IMMUTABLES, told: Hex) =>
    immutables ? valueText(immutables.get(letter)) : told;
  const executor = await executorOf(context, code.value, immutables);
  if (!executor.ok) return executor;
  const executorCode = await findExecutorCode(context, executor.value);
  if (!executorCode.ok) return executorCode;
  const holder = await readHolder(connection, admin);
  if (!holder.ok) return holder;
  return ok({
    [BRIDGE_CODE]: hash,
    domain: immutableOr('d', uintToHex(domain, 32)),
    canonicalAsset: immutableOr('a', padLeft(asset)),
    wireDecimals: immutableOr('w', uintToHex(wireDecimals, 32)),
    canonicalUnit: valueText(immutables?.get('u')),
    ...(deployment.contracts[packedExecutorName(family)] !== undefined && { [EXECUTOR]: executor.value ?? NOTHING }),
    [EXECUTOR_CODE]: executorCode.value,
    ...foundRoles(admin, proposed === ZeroAddress ? null : proposed, guardian),
    ...foundHolder(ADMIN, holder.value),
  });
}

/** The address that the bridge delegates to, 32 bytes; null when it has none. */
async function executorOf(
  context: EvmContext,
  code: Hex,
  immutables: ReadonlyMap<string, Hex | null> | undefined,
): Promise<Result<Hex | null, ReadFailure>> {
  if (immutables) return ok(immutables.get('x') ?? null);
  if (!hasExecuteMany(code)) return ok(null);
  return map(await bridgeView(context, 'packedExecutor'), ([address]) => padLeft(address));
}

/** Compares the contract that the bridge delegates to with what this release's, or one before, is on this chain. */
async function findExecutorCode(context: EvmContext, executor: Hex | null): Promise<Result<string, ReadFailure>> {
  if (executor === null) return ok(NOTHING);
  const code = await readCode(context.connection, dataSlice(executor, 12));
  if (!code.ok) return code;
  for (const creation of packedExecutorCodes(assetOf(context))) {
    const expected = await context.connection.rpc.call({ to: null, data: creation });
    if (!expected.ok) return expected;
    const { reverted, data } = expected.value;
    if (!reverted && withoutMetadata(code.value) === withoutMetadata(data)) return ok(RELEASED);
  }
  return ok(keccak256(code.value));
}

/** Reads the oracle that the bridge names, and the Safe with the code of its proxy. */
async function findOracle(context: EvmContext): Promise<Result<Found, ReadFailure>> {
  // The code of the oracle's proxy never changes: it is what names the singleton, and runs it.
  const code = await readCode(context.connection, context.safe.safe);
  if (!code.ok) return code;
  const hash = keccak256(code.value);
  // Another contract need not answer what a Safe does.
  if (hash !== SAFE_PROXY_CODE_HASH) {
    return map(await bridgeView(context, 'oracle'), ([oracle]) => ({ [SAFE_CODE]: hash, oracle }));
  }
  return map(await readOracle(context), (oracle) => ({ [SAFE_CODE]: hash, ...foundOracle(oracle) }));
}

/** Reads the code of the bridged tokens that the file has. */
async function findTokens({ bridge, connection }: EvmContext): Promise<Result<Found, ReadFailure>> {
  const found: Record<string, string> = {};
  for (const [network, { token }] of Object.entries(bridge.remotes)) {
    const code = await readCode(connection, token.address ?? ZeroAddress);
    if (!code.ok) return code;
    const { code: hash, immutables } = identify(code.value, [TOKEN_BUILD]);
    found[tokenCode(network)] = hash;
    for (const [letter, name] of Object.entries(TOKEN_IMMUTABLES)) {
      // The asset's address at home is for people. Only the home's deployment file has it.
      if (name === 'originAsset') continue;
      found[ofToken(network)(name)] = valueText(immutables?.get(letter));
    }
  }
  return ok(found);
}

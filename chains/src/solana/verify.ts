import { createHash } from 'node:crypto';
import { ok, type Result } from '@causeway/protocol';
import { PublicKey } from '@solana/web3.js';
import { oracleOf } from '../config/deployment.ts';
import type { ReadFailure } from '../failures.ts';
import { type Comparison, compare, type Expected, type Found, NOTHING, required } from '../provider/differences.ts';
import { map } from '../provider/result.ts';
import {
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
  requireChain,
} from '../provider/verification.ts';
import { decodeMintRoles } from './accounts.ts';
import { programDataAddress, TOKEN_PROGRAM, UPGRADEABLE_LOADER } from './addresses.ts';
import { servedCluster } from './clusters.ts';
import type { SolanaContext } from './context.ts';
import { programCode } from './deploy/artifact.ts';
import { parseProgramData, upgradeAuthorityName } from './program-data.ts';
import { read, readBridge, readDecimals, readOracle, readRemote } from './reads.ts';
import { expectedSettler, findSettler } from './settler.ts';

/**
 * Compares the deployment file and this release's build with the cluster: the program's code and who may change it, the
 * bridge, its oracle, its lookup table, its settler, its remotes, the roles, and who may mint or freeze the bridged
 * tokens. Fails with NETWORK_UNSUITABLE for another cluster, and with ASSET_MISSING where the asset is missing.
 */
export async function compareDeployment(context: SolanaContext): Promise<Result<Comparison, ReadFailure>> {
  const { connection, deployment, family } = context;
  const serves = requireChain(deployment, await servedCluster(connection.rpc));
  if (!serves.ok) return serves;
  const found = await findAll([
    () => findAsset(context, readDecimals),
    () => findProgram(context),
    () => findBridge(context),
    () => findTable(context),
    () => findSettler(context),
    () => findRemotes(context, { readRemote, readDecimals }),
    () => findTokens(context),
  ]);
  return map(found, (values) => compare({ chain: deployment.network, family }, expectedOf(context), values));
}

const UPGRADE_AUTHORITY = 'upgrade authority';
const TABLE = 'the lookup table';
const COMPLETE = 'complete';
const mintAuthority = (network: string) => `mint authority of token ${network}`;
const freezeAuthority = (network: string) => `freeze authority of token ${network}`;

/** sha256 of a program's code, without the zeros that the loader keeps after it. */
const codeHash = (code: Uint8Array): string => `0x${createHash('sha256').update(code).digest('hex')}`;

/** What the file and the build say. */
function expectedOf(context: SolanaContext): Expected {
  const { addresses, bridge, canonicalMint, deployment, family } = context;
  const tokens = Object.keys(bridge.remotes).map((network) => ({
    [mintAuthority(network)]: required(addresses.bridge.toBase58()),
    [freezeAuthority(network)]: required(NOTHING),
  }));
  return {
    ...expectedAsset(context),
    [BRIDGE_CODE]: required(codeHash(programCode('causeway_bridge'))),
    [UPGRADE_AUTHORITY]: required(deployment.contracts[upgradeAuthorityName(family)] ?? NOTHING),
    domain: required(deployment.domain),
    canonicalAsset: required(canonicalMint?.toBase58() ?? 'SOL'),
    wireDecimals: required(bridge.wireDecimals),
    ...expectedRoles(context),
    ...expectedOracle(oracleOf(deployment, family)),
    [TABLE]: required(COMPLETE),
    ...expectedSettler(context),
    ...expectedRemotes(context),
    ...Object.assign({}, ...tokens),
  };
}

/** Reads the program's code and its upgrade authority. */
async function findProgram({ addresses, connection }: SolanaContext): Promise<Result<Found, ReadFailure>> {
  const [program, data] = await Promise.all([
    connection.rpc.account(addresses.program),
    connection.rpc.account(programDataAddress(addresses.program)),
  ]);
  if (!program.ok) return program;
  if (!data.ok) return data;
  const isProgram = program.value?.executable && data.value?.owner.equals(UPGRADEABLE_LOADER);
  const parsed = isProgram && data.value ? parseProgramData(Buffer.from(data.value.data)) : null;
  if (parsed === null) return ok({ [BRIDGE_CODE]: NOTHING, [UPGRADE_AUTHORITY]: NOTHING });
  const build = programCode('causeway_bridge');
  // The loader keeps zeros after the code. Code of another length has another hash.
  const rest = parsed.code.subarray(build.length);
  const code = rest.every((byte) => byte === 0) ? parsed.code.subarray(0, build.length) : parsed.code;
  return ok({ [BRIDGE_CODE]: codeHash(code), [UPGRADE_AUTHORITY]: parsed.authority?.toBase58() ?? NOTHING });
}

/** Reads the bridge, its oracle and its roles. The upgrade authority has a name of its own. */
async function findBridge(context: SolanaContext): Promise<Result<Found, ReadFailure>> {
  const [bridge, oracle] = await Promise.all([readBridge(context), readOracle(context)]);
  if (!bridge.ok) return bridge;
  if (!oracle.ok) return oracle;
  const { admin, canonicalDecimals, canonicalMint, domain, guardian, proposedAdmin, wireDecimals } = bridge.value;
  return ok({
    // SOL has no mint that tells them.
    ...(canonicalMint === null && { [ASSET_DECIMALS]: String(canonicalDecimals) }),
    domain: String(domain),
    canonicalAsset: canonicalMint?.toBase58() ?? 'SOL',
    wireDecimals: String(wireDecimals),
    ...foundRoles(admin.toBase58(), proposedAdmin?.toBase58() ?? null, guardian.toBase58()),
    ...foundOracle({ ...oracle.value, deviations: [] }),
  });
}

/** Reads whether the lookup table has all that oracle calls need. */
async function findTable({ addresses, table }: SolanaContext): Promise<Result<Found, ReadFailure>> {
  const entries = await table.read();
  if (!entries.ok) {
    return entries.error.code === 'DEPLOYMENT_MISMATCH' ? ok({ [TABLE]: entries.error.message }) : entries;
  }
  const { bridge, oracles, escrow, eventAuthority } = addresses;
  const lacks = [bridge, oracles, escrow, eventAuthority].find(
    (address) => !entries.value.some((entry) => entry.equals(address)),
  );
  return ok({ [TABLE]: lacks ? `without ${lacks.toBase58()}` : COMPLETE });
}

/** Reads who may mint and freeze the bridged tokens that the file has. */
async function findTokens(context: SolanaContext): Promise<Result<Found, ReadFailure>> {
  const found: Record<string, string> = {};
  for (const [network, { token }] of Object.entries(context.bridge.remotes)) {
    const mint = await read(context, new PublicKey(token.address as string), TOKEN_PROGRAM, decodeMintRoles);
    if (!mint.ok) return mint;
    found[mintAuthority(network)] = mint.value?.mintAuthority?.toBase58() ?? NOTHING;
    found[freezeAuthority(network)] = mint.value?.freezeAuthority?.toBase58() ?? NOTHING;
  }
  return ok(found);
}

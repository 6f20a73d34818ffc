import { ok, type Result } from '@causeway/protocol';
import { PublicKey } from '@solana/web3.js';
import { oracleOf } from '../config/deployment.ts';
import type { ReadFailure } from '../failures.ts';
import { expectedHolder, expectedPowers, expectedSettings, foundHolder } from '../provider/administered.ts';
import {
  type Comparison,
  compare,
  type Expected,
  type Found,
  NOT_ON_FILE,
  NOTHING,
  required,
} from '../provider/differences.ts';
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
import { decodeMintRoles } from './accounts.ts';
import { TOKEN_PROGRAM } from './addresses.ts';
import { findPowers, findSettings, holderOf } from './administered.ts';
import { requireOwnChain } from './clusters.ts';
import type { SolanaContext } from './context.ts';
import { programCode } from './deploy/artifact.ts';
import { tableAuthorityName } from './lookup-table.ts';
import { buildOf, readProgramOf, upgradeAuthorityName } from './program-data.ts';
import { read, readBridge, readDecimals, readOracle, readRemote } from './reads.ts';
import { expectedSettler, findSettler } from './settler.ts';

/**
 * Compares the deployment file and this release's build with the cluster: the program's code and who may change it, the
 * bridge, its oracle, its lookup table, its settler, its remotes with their settings, the roles, and who may mint or
 * freeze tokens. Fails with NETWORK_UNSUITABLE for another cluster, and with ASSET_MISSING where the asset is missing.
 */
export async function compareDeployment(context: SolanaContext): Promise<Result<Comparison, ReadFailure>> {
  const { deployment, family } = context;
  const serves = await requireOwnChain(context);
  if (!serves.ok) return serves;
  const found = await findAll([
    () => findAsset(context, readDecimals),
    () => findProgram(context),
    () => findBridge(context),
    () => findTable(context),
    () => findSettler(context),
    () => findRemotes(context, oneByOne({ readRemote, readDecimals })),
    () => findTokens(context),
    () => findSettings(context),
    () => findPowers(context),
  ]);
  return map(found, (values) => compare({ chain: deployment.network, family }, expectedOf(context), values));
}

const UPGRADE_AUTHORITY = 'upgrade authority';
const TABLE = 'the lookup table';
const COMPLETE = 'complete';
const TABLE_AUTHORITY = 'authority of the lookup table';
const mintAuthority = (network: string) => `mint authority of token ${network}`;
const freezeAuthority = (network: string) => `freeze authority of token ${network}`;

/** This release's bridge: deployments are upgraded before signers. */
const build = () => buildOf(programCode('causeway_bridge'));

/** What the file and the build say. */
function expectedOf(context: SolanaContext): Expected {
  const { addresses, bridge, canonicalMint, connection, deployment, family } = context;
  const tokens = Object.keys(bridge.remotes).map((network) => ({
    [mintAuthority(network)]: required(addresses.bridge.toBase58()),
    [freezeAuthority(network)]: required(NOTHING),
  }));
  return {
    ...expectedAsset(context),
    [BRIDGE_CODE]: required(build().code),
    [UPGRADE_AUTHORITY]: required(deployment.contracts[upgradeAuthorityName(family)] ?? NOTHING),
    domain: required(deployment.domain),
    canonicalAsset: required(canonicalMint?.toBase58() ?? 'SOL'),
    wireDecimals: required(bridge.wireDecimals),
    ...expectedRoles(context),
    ...expectedOracle(oracleOf(deployment, family)),
    [TABLE]: required(COMPLETE),
    // Nobody can take a frozen table from the bridge.
    [TABLE_AUTHORITY]: {
      severity: 'show',
      anyOf: [deployment.contracts[tableAuthorityName(family)] ?? NOT_ON_FILE, NOTHING],
      after: [TABLE],
    },
    ...expectedSettler(context),
    ...expectedRemotes(context),
    ...Object.assign({}, ...tokens),
    ...expectedSettings(context),
    ...expectedHolder(ADMIN, connection.config.value),
    ...expectedPowers(context),
  };
}

/** Reads the program's code and its upgrade authority. */
const findProgram = async ({ addresses, connection }: SolanaContext): Promise<Result<Found, ReadFailure>> =>
  map(await readProgramOf(connection.rpc, addresses.program, [build()]), (program) => ({
    [BRIDGE_CODE]: program?.code ?? NOTHING,
    [UPGRADE_AUTHORITY]: program?.authority ?? NOTHING,
  }));

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
    ...foundHolder(ADMIN, holderOf(admin)),
    ...foundOracle({ ...oracle.value, deviations: [] }),
  });
}

/** Reads whether the lookup table has all that oracle calls need, and who may close it. */
async function findTable({ addresses, table }: SolanaContext): Promise<Result<Found, ReadFailure>> {
  const entries = await table.read();
  if (!entries.ok) {
    return entries.error.code === 'DEPLOYMENT_MISMATCH' ? ok({ [TABLE]: entries.error.message }) : entries;
  }
  const { bridge, oracles, escrow, eventAuthority } = addresses;
  const lacks = [bridge, oracles, escrow, eventAuthority].find(
    (address) => !entries.value.some((entry) => entry.equals(address)),
  );
  return ok({
    [TABLE]: lacks ? `without ${lacks.toBase58()}` : COMPLETE,
    [TABLE_AUTHORITY]: table.authority?.toBase58() ?? NOTHING,
  });
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

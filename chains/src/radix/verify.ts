import earlierPackages from '@causeway/contracts-radix/earlier-packages.json' with { type: 'json' };
import earlierSettlers from '@causeway/contracts-radix/earlier-settlers.json' with { type: 'json' };
import { ok, type Result } from '@causeway/protocol';
import { oracleOf } from '../config/deployment.ts';
import type { ReadFailure } from '../failures.ts';
import { expectedHolder, expectedPowers, expectedSettings, foundHolder } from '../provider/administered.ts';
import { type Comparison, compare, type Expected, type Found, NOTHING, required } from '../provider/differences.ts';
import { map } from '../provider/result.ts';
import {
  ADMIN,
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
  GUARDIAN,
} from '../provider/verification.ts';
import {
  badgeRule,
  CLOSED_OWNER,
  callerBadge,
  countRule,
  EVERYBODY,
  NO_OWNER,
  NOBODY,
  ownerValue,
  roleValue,
} from './access-rule.ts';
import { findPowers, findSettings } from './administered.ts';
import { type Badge, formatBadge, parseBadge } from './badge.ts';
import { packageName, type RadixContext } from './context.ts';
import { builtPackage } from './deploy/artifact.ts';
import { readHolder } from './holder.ts';
import { getOwner, getRole } from './manifest.ts';
import { type Builds, codesOf, definitionOf, named, publicationVersion, readPublished } from './publication.ts';
import { readConfiguration, readDecimals, readRemotes, requireOwnChain } from './reads.ts';
import { expectedSettler, findSettler, SETTLER_CODE } from './settler.ts';
import type { Configuration } from './state.ts';

/** The blueprint of the bridge. */
export const BLUEPRINT = 'CausewayBridge';

/**
 * Compares the deployment file and the builds of the releases with the chain: the package's code and definition by the
 * transaction that published it, the live rule of every role, the owners, the bridge, its locker, its oracle, its
 * settler, its remotes with their settings and tokens, and the powers of the asset's issuer. Fails with
 * NETWORK_UNSUITABLE for another network, and with ASSET_MISSING where the asset is missing.
 */
export async function compareDeployment(context: RadixContext): Promise<Result<Comparison, ReadFailure>> {
  const { connection, deployment, family } = context;
  const serves = await requireOwnChain(context);
  if (!serves.ok) return serves;
  const found = await findAll([
    () => findAsset(context, readDecimals),
    () => findBridge(context),
    () => findTokens(context),
    () => findSettler(context),
    () => findRemotes(context, readRemotes),
    () => findSettings(context),
    () => findPowers(context),
  ]);
  if (!found.ok) return found;
  const builds: Builds = [await builtPackage('causeway_bridge', connection.network), ...earlierPackages];
  const settlers: Builds = [await builtPackage('causeway_settler', connection.network), ...earlierSettlers];
  const expected = {
    ...expectedOf(context, builds, found.value[BRIDGE_CODE]),
    ...expectedSettler(context, settlers, found.value[SETTLER_CODE]),
  };
  return ok(compare({ chain: deployment.network, family }, expected, found.value));
}

const PACKAGE = 'the package';
const DEFINITION = 'the definition of the package';
const BRIDGE_BLUEPRINT = 'the blueprint';
const roleRule = (role: string) => `the rule of ${role}`;
const ownerOf = (what: string) => `the owner of ${what}`;
const rolesOf = (what: string) => `the roles of ${what}`;

/** Stands for the rule that the badge of the role's holder must be shown. */
const HOLDER = 'who shows the badge of its holder';

/** The roles of a locker: only the bridge stores, and nobody recovers. */
const LOCKER_ROLES = ['storer', 'storer_updater', 'recoverer', 'recoverer_updater'] as const;
/** The roles of a token, with who may change each, which the engine names with a suffix. */
const TOKEN_ROLES = ['minter', 'burner', 'freezer', 'recaller', 'withdrawer', 'depositor'].flatMap((role) => [
  role,
  `${role}_updater`,
]);

/** Roles and their rules in one line. */
const rolesText = (roles: readonly string[], rules: readonly string[]): string =>
  roles.map((role, index) => `${role}: ${rules[index]}`).join('; ');

/** What the file and the builds say. Of a package whose code is known, the definition must be of the same build. */
function expectedOf(context: RadixContext, builds: Builds, foundCode: string | undefined): Expected {
  const { bridge, canonical, connection, deployment, family, identity, locker } = context;
  const only = badgeRule(callerBadge(identity.component, connection.network));
  const tokenRules = TOKEN_ROLES.map((role) => {
    if (role === 'minter' || role === 'burner') return only;
    return role === 'withdrawer' || role === 'depositor' ? EVERYBODY : NOBODY;
  });
  const tokens = Object.keys(bridge.remotes).map((network) => ({
    [rolesOf(`token ${network}`)]: required(rolesText(TOKEN_ROLES, tokenRules)),
    [ownerOf(`token ${network}`)]: required(NO_OWNER),
  }));
  return {
    ...expectedAsset(context),
    [PACKAGE]: required(deployment.contracts[packageName(family)] ?? NOTHING),
    [BRIDGE_BLUEPRINT]: required(BLUEPRINT),
    [BRIDGE_CODE]: { severity: 'refuse', anyOf: codesOf(builds, bridge.code) },
    [DEFINITION]: required(definitionOf(builds, foundCode), BRIDGE_CODE),
    [ownerOf('the package')]: required(NO_OWNER),
    [ownerOf('the bridge')]: required(NO_OWNER),
    [ownerOf('the locker')]: { severity: 'refuse', anyOf: [CLOSED_OWNER, NO_OWNER] },
    [roleRule('oracle')]: required(oracleRule(context), 'oracle.members', 'oracle.threshold'),
    [roleRule('guardian')]: required(HOLDER),
    [roleRule('admin')]: required(HOLDER),
    [roleRule('proposed_admin')]: required(HOLDER),
    [rolesOf('the locker')]: required(rolesText(LOCKER_ROLES, [only, NOBODY, NOBODY, NOBODY])),
    domain: required(deployment.domain),
    canonicalAsset: required(canonical),
    wireDecimals: required(bridge.wireDecimals),
    locker: required(locker),
    ...expectedRoles(context),
    ...expectedOracle(oracleOf(deployment, family)),
    ...expectedRemotes(context),
    ...Object.assign({}, ...tokens),
    ...expectedSettings(context),
    ...expectedHolder(ADMIN, connection.config.value),
    ...expectedHolder(GUARDIAN, false),
    ...expectedPowers(context),
  };
}

/** The rule that the file's members and threshold give the oracle. */
function oracleRule({ connection, deployment }: RadixContext): string {
  const { members, threshold } = deployment.oracle;
  const badges = members.map((member) => parseBadge(member, connection.network));
  return countRule(
    threshold,
    badges.flatMap((badge) => (badge.ok ? [badge.value] : [])),
  );
}

/** Reads the bridge, its package, its roles, and the roles and owner of its locker. */
async function findBridge(context: RadixContext): Promise<Result<Found, ReadFailure>> {
  const { connection, identity } = context;
  const [configuration, blueprint] = await Promise.all([
    readConfiguration(context),
    connection.rpc.agreeSoon((endpoint) => endpoint.blueprintOf(identity.component)),
  ]);
  if (!configuration.ok) return configuration;
  if (!blueprint.ok) return blueprint;
  const { admin, canonical, domain, guardian, locker, members, proposedAdmin, threshold, wireDecimals } =
    configuration.value;
  const [code, rules, holders, owners] = await Promise.all([
    findPackage(context, blueprint.value.package),
    findRules(context, configuration.value),
    findHolders(context, configuration.value),
    connection.rpc.readAll(
      [getOwner(blueprint.value.package), getOwner(identity.component), getOwner(locker)],
      ownerValue,
    ),
  ]);
  if (!code.ok) return code;
  if (!rules.ok) return rules;
  if (!holders.ok) return holders;
  if (!owners.ok) return owners;
  const [ofPackage = NOTHING, ofBridge = NOTHING, ofLocker = NOTHING] = owners.value;
  return ok({
    [PACKAGE]: blueprint.value.package,
    [BRIDGE_BLUEPRINT]: blueprint.value.name,
    ...code.value,
    ...rules.value,
    ...holders.value,
    [ownerOf('the package')]: ofPackage,
    [ownerOf('the bridge')]: ofBridge,
    [ownerOf('the locker')]: ofLocker,
    domain: String(domain),
    canonicalAsset: canonical,
    wireDecimals: String(wireDecimals),
    locker,
    ...foundRoles(formatBadge(admin), proposedAdmin && formatBadge(proposedAdmin), formatBadge(guardian)),
    ...foundOracle({ address: identity.component, members, threshold, deviations: [] }),
  });
}

/** Reads the package's code and definition from the transaction that published it. */
async function findPackage(context: RadixContext, address: string): Promise<Result<Found, ReadFailure>> {
  const version = await publicationVersion(context, address);
  return version.ok ? named(await readPublished(context, address, version.value), BRIDGE_CODE, DEFINITION) : version;
}

/** Reads who can show the badges of admin and guardian. */
async function findHolders(
  { connection }: RadixContext,
  { admin, guardian }: Pick<Configuration, 'admin' | 'guardian'>,
): Promise<Result<Found, ReadFailure>> {
  const [ofAdmin, ofGuardian] = await Promise.all([readHolder(connection, admin), readHolder(connection, guardian)]);
  if (!ofAdmin.ok) return ofAdmin;
  return map(ofGuardian, (holder) => ({ ...foundHolder(ADMIN, ofAdmin.value), ...foundHolder(GUARDIAN, holder) }));
}

/** Reads the live rule of every role of the bridge and of its locker. */
async function findRules(
  { connection, identity }: RadixContext,
  { admin, guardian, locker, proposedAdmin }: Configuration | Omit<Configuration, 'holdings' | 'fees'>,
): Promise<Result<Found, ReadFailure>> {
  const roles = ['oracle', 'guardian', 'admin', 'proposed_admin'] as const;
  const rules = await connection.rpc.readAll(
    [...roles.map((role) => getRole(identity.component, role)), ...LOCKER_ROLES.map((role) => getRole(locker, role))],
    roleValue,
  );
  const holderRule = (holder: Badge | null, rule: string) =>
    rule === (holder === null ? NOBODY : badgeRule(holder)) ? HOLDER : rule;
  return map(rules, ([oracle = NOTHING, ofGuardian = NOTHING, ofAdmin = NOTHING, proposed = NOTHING, ...ofLocker]) => ({
    [roleRule('oracle')]: oracle,
    [roleRule('guardian')]: holderRule(guardian, ofGuardian),
    [roleRule('admin')]: holderRule(admin, ofAdmin),
    [roleRule('proposed_admin')]: holderRule(proposedAdmin, proposed),
    [rolesOf('the locker')]: rolesText(LOCKER_ROLES, ofLocker),
  }));
}

/** Tokens whose roles one preview reads, which may cost only so much. */
const TOKENS_AT_ONCE = 4;

/** Reads the roles and the owners of the bridged tokens that the file has. */
async function findTokens({ bridge, connection: { rpc } }: RadixContext): Promise<Result<Found, ReadFailure>> {
  const found: Record<string, string> = {};
  const remotes = Object.entries(bridge.remotes);
  for (let at = 0; at < remotes.length; at += TOKENS_AT_ONCE) {
    const part = remotes.slice(at, at + TOKENS_AT_ONCE);
    const addresses = part.map(([, { token }]) => token.address as string);
    const [rules, owners] = await Promise.all([
      rpc.readAll(
        addresses.flatMap((address) => TOKEN_ROLES.map((role) => getRole(address, role))),
        roleValue,
      ),
      rpc.readAll(addresses.map(getOwner), ownerValue),
    ]);
    if (!rules.ok) return rules;
    if (!owners.ok) return owners;
    for (const [index, [network]] of part.entries()) {
      const own = rules.value.slice(index * TOKEN_ROLES.length, (index + 1) * TOKEN_ROLES.length);
      found[rolesOf(`token ${network}`)] = rolesText(TOKEN_ROLES, own);
      found[ownerOf(`token ${network}`)] = owners.value[index] ?? NOTHING;
    }
  }
  return ok(found);
}

import { ok, parseDecimal, type Result } from '@causeway/protocol';
import type { IssuerPower, IssuerPowers } from '../config/issuer-powers.ts';
import type { ReadFailure } from '../failures.ts';
import { foundPowers, foundSettings, type RemoteSettings } from '../provider/administered.ts';
import type { Found } from '../provider/differences.ts';
import { map } from '../provider/result.ts';
import { CLOSED_OWNER, EVERYBODY, NO_OWNER, NOBODY, ownerValue, roleValue, THE_OWNERS } from './access-rule.ts';
import { SIDES } from './admin-calls.ts';
import type { RadixContext } from './context.ts';
import { callMethod, getOwner, getRole, type ManifestText, u32, variant } from './manifest.ts';
import { readPaused } from './reads.ts';
import type { RadixRpc } from './rpc.ts';
import { decimal } from './sbor.ts';
import { laneValue, limitsValue } from './state.ts';
import { XRD_DECIMALS } from './well-known.ts';

/** The rule of each role of a resource under which its holders are free. Its updater must be nobody. */
const FREE: Readonly<Record<string, readonly [power: IssuerPower, rule: string]>> = {
  freezer: ['freeze', NOBODY],
  recaller: ['recall', NOBODY],
  withdrawer: ['withdraw', EVERYBODY],
  depositor: ['deposit', EVERYBODY],
};

/** What the issuer of the resource at `address` can do: the roles that do not leave it free, or that may be changed. */
export async function readIssuerPowers(
  rpc: Pick<RadixRpc, 'readAll'>,
  address: string | null,
): Promise<Result<IssuerPowers, ReadFailure>> {
  if (address === null) return ok({});
  const names = Object.keys(FREE).flatMap((role) => [role, `${role}_updater`]);
  const [rules, owners] = await Promise.all([
    rpc.readAll(
      names.map((role) => getRole(address, role)),
      roleValue,
    ),
    rpc.readAll([getOwner(address)], ownerValue),
  ]);
  if (!rules.ok) return rules;
  if (!owners.ok) return owners;
  const [owner = ''] = owners.value;
  const ownerRule = owner === NO_OWNER || owner === CLOSED_OWNER ? NOBODY : `its owner, ${owner}`;
  const ruleOf = (role: string) => {
    const rule = rules.value[names.indexOf(role)] as string;
    return rule === THE_OWNERS ? ownerRule : rule;
  };
  const powers = Object.entries(FREE).flatMap(([role, [power, free]]): readonly (readonly [IssuerPower, string])[] => {
    const [rule, updater] = [ruleOf(role), ruleOf(`${role}_updater`)];
    if (rule === free && updater === NOBODY) return [];
    return [[power, rule === free ? `${role}: may be changed by ${updater}` : `${role}: ${rule}`]];
  });
  return ok(Object.fromEntries(powers));
}

/** Reads what the issuer of the canonical resource can do. XRD has no issuer. */
export const findPowers = async (context: RadixContext): Promise<Result<Found, ReadFailure>> =>
  map(await readIssuerPowers(context.connection.rpc, context.bridge.canonicalAsset.address), (powers) =>
    foundPowers(context, powers),
  );

/** Limits without their bucket's level, on which nodes of different times need not agree. */
const setLimits = limitsValue.transform(({ available: _, ...limits }) => limits);
const isPaused = laneValue.transform(({ paused }) => paused);

/** Remotes whose settings one preview reads, which may cost only so much. */
const AT_ONCE = 8;

/** Reads pauses, and limits and fees of the remotes that the file has. */
export async function findSettings(context: RadixContext): Promise<Result<Found, ReadFailure>> {
  const remotes = Object.entries(context.bridge.remotes);
  const parts = Array.from({ length: Math.ceil(remotes.length / AT_ONCE) }, (_, part) =>
    remotes.slice(AT_ONCE * part, AT_ONCE * (part + 1)),
  );
  const [paused, ...read] = await Promise.all([
    readPaused(context),
    ...parts.map((part) =>
      readSettings(
        context,
        part.map(([, { domain }]) => domain),
      ),
    ),
  ]);
  if (!paused.ok) return paused;
  const settings: RemoteSettings[] = [];
  for (const part of read) {
    if (!part.ok) return part;
    settings.push(...part.value);
  }
  const named = remotes.map(([network], index) => [network, settings[index] as RemoteSettings] as const);
  return ok(foundSettings(paused.value, Object.fromEntries(named)));
}

/** The settings of the remotes `domains`, in their order. */
async function readSettings(
  { connection: { rpc }, identity }: RadixContext,
  domains: readonly number[],
): Promise<Result<readonly RemoteSettings[], ReadFailure>> {
  const ask = (method: string, domain: number, ...args: readonly ManifestText[]) =>
    callMethod(identity.component, method, u32(domain), ...args);
  const [limits, fees, pauses] = await Promise.all([
    rpc.readAll(
      domains.flatMap((domain) => [SIDES.canonical, SIDES.bridged].map((side) => ask('limits', domain, variant(side)))),
      setLimits,
    ),
    rpc.readAll(
      domains.map((domain) => ask('fee', domain)),
      decimal,
    ),
    rpc.readAll(
      domains.map((domain) => ask('lane', domain)),
      isPaused,
    ),
  ]);
  if (!limits.ok) return limits;
  if (!fees.ok) return fees;
  if (!pauses.ok) return pauses;
  const settings: RemoteSettings[] = [];
  for (const index of domains.keys()) {
    const [canonical, bridged] = limits.value.slice(2 * index);
    const fee = parseDecimal(fees.value[index] ?? '', XRD_DECIMALS);
    if (!fee.ok) return fee;
    if (!canonical || !bridged) throw new TypeError('readAll answers every call');
    settings.push({ limits: { canonical, bridged }, fee: fee.value, paused: pauses.value[index] === true });
  }
  return ok(settings);
}

import { fail, ok, type Result } from '@causeway/protocol';
import type { AddressFailure, AdminFailure, ReadFailure } from '../failures.ts';
import { actionInWords, executorOf, planName } from '../provider/admin-actions.ts';
import { awaitInclusion } from '../provider/await-inclusion.ts';
import { bound } from '../provider/compose.ts';
import type { AdminAction, Administration, KeyHandle, PlanFile, PlanOptions, Roles } from '../provider/provider.ts';
import { refusalSentence } from '../provider/refusals.ts';
import { map } from '../provider/result.ts';
import { nodeIdOf } from './address.ts';
import { adminCalls } from './admin-calls.ts';
import { type Badge, formatBadge, parseBadge } from './badge.ts';
import { proofOf, signerOf } from './badge-proof.ts';
import type { RadixContext } from './context.ts';
import { requireOwnBadge } from './holder.ts';
import { comment, type ManifestText } from './manifest.ts';
import { readConfiguration, requireOwnChain } from './reads.ts';
import { sending } from './send.ts';
import { signManifest } from './sign-manifest.ts';

/**
 * Administering one bridge on a Radix network. A role is held by a badge: a key's signature, which its account stands
 * for, or a token that lies in an account.
 */
export const administration = (context: RadixContext): Administration =>
  bound(context, { ownChain: requireOwnChain, roles: readRoles, roleOf, parseHolder, hasActed, check, execute, plan });

const readBadges = async (context: RadixContext) =>
  map(await readConfiguration(context), ({ admin, proposedAdmin, guardian }) => ({ admin, proposedAdmin, guardian }));

const readRoles = async (context: RadixContext): Promise<Result<Roles, ReadFailure>> =>
  map(await readBadges(context), ({ admin, proposedAdmin, guardian }) => ({
    admin: formatBadge(admin),
    proposedAdmin: proposedAdmin && formatBadge(proposedAdmin),
    guardian: formatBadge(guardian),
  }));

function roleOf({ connection }: RadixContext, { address }: KeyHandle): string {
  const badge = parseBadge(address, connection.network);
  return badge.ok ? formatBadge(badge.value) : address;
}

const parseHolder = ({ connection }: RadixContext, text: string): Result<string, AddressFailure> =>
  map(parseBadge(text, connection.network), formatBadge);

/**
 * The ledger keeps no list of a key's signatures, so an account that exists counts as one that has acted. A badge that
 * lies in accounts shows no such thing.
 */
async function hasActed({ connection }: RadixContext, holder: string): Promise<Result<boolean, ReadFailure>> {
  const badge = parseBadge(holder, connection.network);
  if (!badge.ok) return badge;
  const account = signerOf(badge.value, connection.network);
  return account === null ? ok(true) : connection.rpc.agreeSoon((endpoint) => endpoint.hasAccount(account));
}

/** How someone shows the badge of a role. */
interface Shown {
  /** The badge. */
  readonly badge: Badge;
  /** The account that signs, or in which the badge lies; null when only the badge is known. */
  readonly account: string | null;
  /** The instructions that show a badge that lies in the account; empty for a signature. */
  readonly proof: ManifestText;
}

/**
 * How `from`, an account or a badge, shows the badge of a role that `action` needs. Fails with NotAdmin or NotGuardian
 * when it cannot.
 */
async function showing(context: RadixContext, action: AdminAction, from: string): Promise<Result<Shown, AdminFailure>> {
  const { connection } = context;
  const { network } = connection;
  const isAccount = nodeIdOf(from, 'account', network) !== null;
  const own = parseBadge(from, network);
  if (!own.ok && !isAccount) return own;
  const roles = await readBadges(context);
  if (!roles.ok) return roles;
  const { admin, proposedAdmin, guardian } = roles.value;
  const forGuardian = action.name === 'pause' || action.name === 'setFee';
  const needed = action.name === 'acceptAdmin' ? [proposedAdmin] : forGuardian ? [guardian, admin] : [admin];
  for (const badge of needed) {
    if (badge === null) continue;
    if (own.ok && formatBadge(own.value) === formatBadge(badge)) {
      return ok({ badge, account: isAccount ? from : signerOf(badge, network), proof: '' });
    }
    if (!isAccount || signerOf(badge, network) !== null) continue;
    const proof = await proofOf(connection, from, badge);
    if (!proof.ok) return proof;
    if (proof.value !== null) return ok({ badge, account: from, proof: proof.value });
  }
  const code = forGuardian ? 'NotGuardian' : 'NotAdmin';
  return fail(code, `${from} does not hold the role: ${refusalSentence(code)}`);
}

/** An action's instructions: the proof of its badge, and its calls. */
interface Authorised extends Shown {
  readonly manifest: ManifestText;
}

/** Writes `action` for `from`. */
async function write(
  context: RadixContext,
  action: AdminAction,
  from: string,
): Promise<Result<Authorised, AdminFailure>> {
  const { connection, identity } = context;
  const calls = adminCalls(action, identity.component, connection.network);
  if (!calls.ok) return calls;
  const [role, holder] =
    action.name === 'setGuardian'
      ? (['guardian', action.guardian] as const)
      : (['admin', action.name === 'proposeAdmin' ? action.admin : null] as const);
  const badge = holder === null ? ok(null) : parseBadge(holder, connection.network);
  if (!badge.ok) return badge;
  const own = badge.value === null ? ok(undefined) : await requireOwnBadge(connection, role, badge.value);
  if (!own.ok) return own;
  const shown = await showing(context, action, from);
  if (!shown.ok) return shown;
  return ok({ ...shown.value, manifest: shown.value.proof + calls.value });
}

/** Writes `action` for `from`, and tries it on the newest state. */
async function authorise(
  context: RadixContext,
  action: AdminAction,
  from: string,
): Promise<Result<Authorised, AdminFailure>> {
  const written = await write(context, action, from);
  if (!written.ok) return written;
  // A badge alone shows itself to nobody: the call is tried without the rules that ask for it.
  const actor = written.value.account === null ? 'badges' : 'signers';
  const refusal = await context.connection.rpc.refusalOf(written.value.manifest, { actor });
  if (!refusal.ok) return refusal;
  return refusal.value === null ? written : { ok: false, error: refusal.value };
}

const check = async (context: RadixContext, action: AdminAction, from: string): Promise<Result<void, AdminFailure>> =>
  map(await authorise(context, action, from), () => undefined);

/** Signs and sends `action` as `key`'s account, which pays for it, after a trial run. */
async function execute(
  context: RadixContext,
  action: AdminAction,
  key: KeyHandle,
): Promise<Result<readonly string[], AdminFailure>> {
  const { connection } = context;
  const written = await write(context, action, key.address);
  if (!written.ok) return written;
  // Each nonce that a replaced root changes costs a write.
  const feeXrd = action.name === 'replaceRoot' ? String(connection.config.maxFeeXrd) : undefined;
  const signed = await signManifest(connection, key, written.value.manifest, feeXrd);
  if (!signed.ok) return signed;
  const { clock, config } = connection;
  const included = await awaitInclusion(sending(context), signed.value, null, { clock, lookMs: config.pollMs });
  return map(included, (reference) => [reference]);
}

/** A transaction manifest for a wallet, which adds the instruction that pays. */
async function plan(
  context: RadixContext,
  action: AdminAction,
  { from }: PlanOptions,
): Promise<Result<readonly PlanFile[], AdminFailure>> {
  const executor = from === undefined ? await executorFor(context, action) : ok(from);
  if (!executor.ok) return executor;
  const authorised = await authorise(context, action, executor.value);
  if (!authorised.ok) return authorised;
  const { account, badge, proof, manifest } = authorised.value;
  if (account === null) {
    return fail('SENDER_REQUIRED', `give the account in which the badge ${formatBadge(badge)} lies`);
  }
  const who =
    proof === ''
      ? `It needs the signature of the key of ${account}, because its badge is ${formatBadge(badge)}.`
      : `It shows the badge ${formatBadge(badge)}, which lies in ${account}: it needs the signatures of that account.`;
  const { network } = context.connection;
  const words = [
    actionInWords(action, context),
    who,
    `The network is ${network.logicalName}, id ${network.id}. The wallet adds the instruction that pays for it.`,
  ].join('\n');
  return ok([{ name: `${planName(action, context)}.rtm`, text: comment(words) + manifest }]);
}

/** Who executes `action` when nobody else is named. */
async function executorFor(context: RadixContext, action: AdminAction): Promise<Result<string, AdminFailure>> {
  const roles = await readRoles(context);
  return roles.ok ? executorOf(action, roles.value) : roles;
}

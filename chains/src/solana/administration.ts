import { type Domain, fail, ok, type Result, ZERO_32 } from '@causeway/protocol';
import { AddressLookupTableProgram, PublicKey, type TransactionInstruction } from '@solana/web3.js';
import type { AdminFailure, ReadFailure } from '../failures.ts';
import { executorOf } from '../provider/admin-actions.ts';
import { awaitInclusion } from '../provider/await-inclusion.ts';
import { bound } from '../provider/compose.ts';
import type { AdminAction, Administration, KeyHandle, PlanFile, PlanOptions, Roles } from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import { decodeRoot } from './accounts.ts';
import { parseKey } from './address.ts';
import { type ActionFacts, adminInstructions, type NamedInstruction, rootOf } from './admin-instructions.ts';
import { requireOwnChain } from './clusters.ts';
import type { SolanaContext } from './context.ts';
import { draftMeasured, signDraft } from './draft.ts';
import { hasSigned } from './has-signed.ts';
import { planFile } from './plan.ts';
import { read, readBridge } from './reads.ts';
import { sending } from './send.ts';
import { simulateTransaction } from './simulate.ts';
import { unsignedMessage } from './transaction.ts';

/** Compute units of the simulation of a transaction, whose use is then requested. */
const COMPUTE_UNITS = 400_000;

/** Remotes whose fees one transaction collects; its size allows 14. */
const COLLECTED_AT_ONCE = 12;

/** Administering one bridge on a Solana cluster. A role is held by an address, which pays for its calls. */
export const administration = (context: SolanaContext): Administration => ({
  ...bound(context, { ownChain: requireOwnChain, roles: readRoles, hasActed, check, execute, plan }),
  roleOf: ({ address }) => address,
  parseHolder: (text) => map(parseKey(text, text), (key) => key.toBase58()),
  tableFrozen: async () => map(await readTableAuthority(context), (authority) => authority === null),
});

/** An action's transactions, each by its instructions. */
type Transactions = readonly (readonly NamedInstruction[])[];

const plain = (named: readonly NamedInstruction[]): readonly TransactionInstruction[] =>
  named.map(({ instruction }) => instruction);

const readRoles = async (context: SolanaContext): Promise<Result<Roles, ReadFailure>> =>
  map(await readBridge(context), ({ admin, proposedAdmin, guardian }) => ({
    admin: admin.toBase58(),
    proposedAdmin: proposedAdmin?.toBase58() ?? null,
    guardian: guardian.toBase58(),
  }));

/** An account of a program, such as the vault of a multisignature, signs nothing itself. */
async function hasActed(context: SolanaContext, holder: string): Promise<Result<boolean, ReadFailure>> {
  const key = parseKey(holder, holder);
  if (!key.ok) return key;
  return PublicKey.isOnCurve(key.value.toBytes()) ? hasSigned(context.connection.rpc, holder) : ok(true);
}

/** The transactions of `action` by `authority`. */
async function transactionsOf(
  context: SolanaContext,
  action: AdminAction,
  authority: PublicKey,
): Promise<Result<Transactions, AdminFailure>> {
  const { addresses, table } = context;
  if (action.name === 'freezeTable') {
    const instruction = AddressLookupTableProgram.freezeLookupTable({ authority, lookupTable: table.address });
    return ok([[{ name: 'freeze_lookup_table', instruction }]]);
  }
  const facts = await factsOf(context, action);
  if (!facts.ok) return facts;
  return map(adminInstructions(addresses, authority, action, facts.value), (instructions) =>
    Array.from({ length: Math.ceil(instructions.length / COLLECTED_AT_ONCE) }, (_, index) =>
      instructions.slice(index * COLLECTED_AT_ONCE, (index + 1) * COLLECTED_AT_ONCE),
    ),
  );
}

/** Reads what the instructions of `action` need beside its arguments. */
async function factsOf(context: SolanaContext, action: AdminAction): Promise<Result<ActionFacts, ReadFailure>> {
  const { addresses, bridge } = context;
  const remotes = Object.values(bridge.remotes).map(({ domain }): Domain => domain);
  if (action.name !== 'replaceRoot' || action.root !== ZERO_32) return ok({ remotes, rentTo: null });
  const root = await read(context, rootOf(addresses, action.interval), addresses.program, decodeRoot);
  return map(root, (there) => ({ remotes, rentTo: there?.payer ?? null }));
}

/** Simulates every transaction of `action`. Another holder of a role pays where `from` cannot. */
async function check(context: SolanaContext, action: AdminAction, from: string): Promise<Result<void, AdminFailure>> {
  const authority = parseKey(from, from);
  if (!authority.ok) return authority;
  const transactions = await transactionsOf(context, action, authority.value);
  if (!transactions.ok) return transactions;
  for (const transaction of transactions.value) {
    const accepted = await accepts(context, transaction, authority.value);
    if (!accepted.ok) return accepted;
  }
  return ok(undefined);
}

async function accepts(
  context: SolanaContext,
  transaction: readonly NamedInstruction[],
  authority: PublicKey,
): Promise<Result<void, AdminFailure>> {
  const alone = await simulate(context, transaction, authority);
  if (!alone.ok || alone.value === 'accepted') return map(alone, () => undefined);
  const roles = await readBridge(context);
  if (!roles.ok) return roles;
  const others = [roles.value.admin, roles.value.guardian].filter((other) => !other.equals(authority));
  for (const payer of others) {
    const paid = await simulate(context, transaction, payer);
    if (!paid.ok || paid.value === 'accepted') return map(paid, () => undefined);
  }
  return { ok: false, error: alone.value };
}

/** Simulates a transaction that `payer` pays. A payer without funds is no refusal by the bridge. */
async function simulate(
  { connection }: SolanaContext,
  transaction: readonly NamedInstruction[],
  payer: PublicKey,
): Promise<Result<'accepted' | AdminFailure, AdminFailure>> {
  const unsigned = unsignedMessage(payer, plain(transaction), PublicKey.default.toBase58());
  if (!unsigned.ok) return unsigned;
  const simulated = await simulateTransaction(connection.rpc, unsigned.value);
  if (!simulated.ok) return simulated;
  const { refusal } = simulated.value;
  if (refusal === null) return ok('accepted');
  const unpaid = !refusal.inside && refusal.failure.code === 'INSUFFICIENT_FUNDS';
  return unpaid ? ok(refusal.failure) : { ok: false, error: refusal.failure };
}

/** Sends the transactions of `action` one after another. Each is simulated before it is signed. */
async function execute(
  context: SolanaContext,
  action: AdminAction,
  key: KeyHandle,
): Promise<Result<readonly string[], AdminFailure>> {
  const { addresses, connection } = context;
  const authority = parseKey(key.address, key.address);
  if (!authority.ok) return authority;
  const transactions = await transactionsOf(context, action, authority.value);
  if (!transactions.ok) return transactions;
  const { clock, config } = connection;
  const references: string[] = [];
  for (const transaction of transactions.value) {
    const draft = await draftMeasured(connection, authority.value, {
      instructions: plain(transaction),
      computeUnits: COMPUTE_UNITS,
      contended: addresses.bridge,
    });
    if (!draft.ok) return draft;
    const signed = await signDraft(draft.value, key);
    const included = await awaitInclusion(sending(context), signed, null, { clock, lookMs: config.pollMs });
    if (!included.ok) return included;
    references.push(included.value);
  }
  return ok(references);
}

/** Checks `action` and writes a file for each of its transactions. */
async function plan(
  context: SolanaContext,
  action: AdminAction,
  { from, nonceAccount }: PlanOptions,
): Promise<Result<readonly PlanFile[], AdminFailure>> {
  const executor = from === undefined ? await executorFor(context, action) : ok(from);
  if (!executor.ok) return executor;
  const accepted = await check(context, action, executor.value);
  if (!accepted.ok) return accepted;
  const authority = new PublicKey(executor.value);
  const transactions = await transactionsOf(context, action, authority);
  if (!transactions.ok) return transactions;
  const count = transactions.value.length;
  if (nonceAccount !== undefined && count > 1) {
    return fail('TRANSACTION_TOO_LARGE', `${count} transactions cannot share one nonce: give no nonce account`);
  }
  const files: PlanFile[] = [];
  for (const [index, instructions] of transactions.value.entries()) {
    const part = count === 1 ? undefined : index + 1;
    const file = await planFile(context, { action, authority, instructions, nonceAccount, part });
    if (!file.ok) return file;
    files.push(file.value);
  }
  return ok(files);
}

/** Who executes `action` when nobody else is named. */
async function executorFor(context: SolanaContext, action: AdminAction): Promise<Result<string, AdminFailure>> {
  if (action.name === 'freezeTable') {
    const authority = await readTableAuthority(context);
    if (!authority.ok) return authority;
    return authority.value === null ? fail('NOT_OWNER', 'the lookup table is frozen already') : ok(authority.value);
  }
  const roles = await readRoles(context);
  return roles.ok ? executorOf(action, roles.value) : roles;
}

/** Who may extend the oracle's lookup table; null when it is frozen. */
const readTableAuthority = async ({ table }: SolanaContext): Promise<Result<string | null, ReadFailure>> =>
  map(await table.read(), () => table.authority?.toBase58() ?? null);

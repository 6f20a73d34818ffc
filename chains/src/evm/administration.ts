import { fail, ok, type Result } from '@causeway/protocol';
import { getAddress, ZeroAddress } from 'ethers';
import type { AddressFailure, AdminFailure, ReadFailure } from '../failures.ts';
import { actionInWords, executorOf, isSameOracle, planName } from '../provider/admin-actions.ts';
import { bound } from '../provider/compose.ts';
import type {
  AdminAction,
  Administration,
  KeyHandle,
  OracleSet,
  PlanFile,
  PlanOptions,
  Roles,
} from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import { bridgeAbi, safeAbi } from './abi.ts';
import { parseEvmAddress } from './address.ts';
import { type AdminCall, adminCalls, encodeAdminCall, oracleCall } from './admin-calls.ts';
import { hasCode } from './code.ts';
import type { EvmContext } from './context.ts';
import { unwrapCall } from './errors.ts';
import { readOracle } from './oracle-state.ts';
import { isReservedEvm } from './reserved.ts';
import { rawCall, readableCall, safeBatch } from './safe-batch.ts';
import { sendAndSettle } from './send-and-settle.ts';
import { type CallRequest, countNonces } from './sender.ts';
import { requireOwnChain } from './served.ts';
import { view, viewAll } from './views.ts';

/** The transactions of an action. */
interface Steps {
  /** The creation of the new oracle's Safe, where it is missing. Any account may make it. */
  readonly creation?: { readonly safe: string; readonly request: CallRequest };
  readonly calls: readonly AdminCall[];
}

/** Most Safes of the same members that are passed over because they have changed. */
const MOST_SALTS = 16;

/** Administering one bridge by its admin and guardian, which are accounts of a key or contracts such as a Safe. */
export const administration = (context: EvmContext): Administration =>
  bound(context, {
    ownChain: requireOwnChain,
    roles: readRoles,
    roleOf: (_, { address }: KeyHandle) => address,
    parseHolder,
    hasActed,
    check,
    execute,
    plan,
  });

async function readRoles(context: EvmContext): Promise<Result<Roles, ReadFailure>> {
  const names = ['admin', 'pendingAdmin', 'guardian'];
  const views = names.map((name) => ({ abi: bridgeAbi, to: context.bridge.address, name }));
  return map(await viewAll(context, views), (answers) => {
    const [admin, proposed, guardian] = answers.map(([holder]) => String(holder)) as [string, string, string];
    return { admin, proposedAdmin: proposed === ZeroAddress ? null : proposed, guardian };
  });
}

function parseHolder({ identity }: EvmContext, text: string): Result<string, AddressFailure> {
  const parsed = parseEvmAddress(text);
  if (!parsed.ok) return parsed;
  if (isReservedEvm(parsed.value)) return fail('INVALID_ADDRESS', `${text} is a contract of the chain itself`);
  if (parsed.value === identity.address32) return fail('INVALID_ADDRESS', `${text} is the bridge itself`);
  return ok(getAddress(text));
}

/** An account of a key has acted when it has used a nonce, a Safe when it has executed a transaction. */
async function hasActed(context: EvmContext, holder: string): Promise<Result<boolean, ReadFailure>> {
  const { connection } = context;
  const isContract = await hasCode(connection, holder);
  if (!isContract.ok) return isContract;
  if (!isContract.value) return map(await countNonces(connection, holder, 'latest'), (used) => used > 0);
  const executed = await view(context, { abi: safeAbi, to: holder, name: 'nonce' });
  if (executed.ok) return ok(BigInt(executed.value[0]) > 0n);
  return executed.error.retryable ? executed : ok(true);
}

/** The transactions of `action`. Fails with INVALID_ADDRESS, InvalidOracle or SAFE_NOT_PREPARED, or as reads do. */
async function stepsOf(context: EvmContext, action: AdminAction): Promise<Result<Steps, AdminFailure>> {
  if (action.name === 'freezeTable') return fail('ACTION_UNKNOWN', 'an EVM bridge has no lookup table');
  if (action.name !== 'setOracle') return ok({ calls: adminCalls(action) });
  const safe = await newSafe(context, action.oracle);
  if (!safe.ok) return safe;
  const { address, creation } = safe.value;
  return ok({
    calls: [oracleCall(address)],
    ...(creation && { creation: { safe: address, request: creation } }),
  });
}

/** The Safe that has these members and threshold now, or that can be made with them. */
async function newSafe(context: EvmContext, oracle: OracleSet) {
  const accepted = checkMembers(oracle);
  if (!accepted.ok) return accepted;
  const { oracleSafe } = await import('./deploy/safe.ts');
  const { connection, deployment } = context;
  for (let salt = 0; salt < MOST_SALTS; salt += 1) {
    const safe = await oracleSafe(connection, deployment.contracts, oracle, salt);
    if (!safe.ok || safe.value.creation) return safe;
    const now = await readOracle({ ...context, safe: { ...context.safe, safe: safe.value.address } });
    if (!now.ok) return now;
    if (now.value.deviations.length === 0 && isSameOracle(now.value, oracle)) return safe;
  }
  return fail('SAFE_NOT_PREPARED', `${MOST_SALTS} Safes of these members have other members or modules by now`);
}

/** The bridge's own rules for a new oracle, which it cannot check before the Safe exists. */
function checkMembers({ members, threshold }: OracleSet): Result<void, AdminFailure> {
  for (const member of members) {
    const parsed = parseEvmAddress(member);
    if (!parsed.ok) return fail(parsed.error.code, `${member}: ${parsed.error.message}`);
  }
  const distinct = new Set(members.map((member) => member.toLowerCase()));
  if (distinct.size < members.length) return fail('InvalidOracle', 'an oracle has distinct members');
  if (threshold > members.length || 2 * threshold <= members.length) {
    return fail('InvalidOracle', `${threshold} of ${members.length}: more than half must sign`);
  }
  return ok(undefined);
}

async function check(context: EvmContext, action: AdminAction, from: string): Promise<Result<void, AdminFailure>> {
  const steps = await stepsOf(context, action);
  return steps.ok ? checkSteps(context, steps.value, from) : steps;
}

/** Runs each call on the newest state. What needs the Safe that is still to be made is left to its members' check. */
async function checkSteps(
  context: EvmContext,
  { creation, calls }: Steps,
  from: string,
): Promise<Result<void, AdminFailure>> {
  const { rpc } = context.connection;
  if (creation !== undefined) {
    const made = unwrapCall(await rpc.call({ ...creation.request, from }));
    if (!made.ok) return made;
    const roles = await readRoles(context);
    if (!roles.ok) return roles;
    return roles.value.admin.toLowerCase() === from.toLowerCase()
      ? ok(undefined)
      : fail('NotAdmin', 'only the admin may do this');
  }
  for (const call of calls) {
    const ran = unwrapCall(await rpc.call({ to: context.bridge.address, data: encodeAdminCall(call), from }));
    if (!ran.ok) return ran;
  }
  return ok(undefined);
}

async function execute(
  context: EvmContext,
  action: AdminAction,
  key: KeyHandle,
): Promise<Result<readonly string[], AdminFailure>> {
  const steps = await stepsOf(context, action);
  if (!steps.ok) return steps;
  const accepted = await checkSteps(context, steps.value, key.address);
  if (!accepted.ok) return accepted;
  const { creation, calls } = steps.value;
  const to = context.bridge.address;
  const requests = calls.map((call): CallRequest => ({ to, data: encodeAdminCall(call), value: 0n }));
  const references: string[] = [];
  for (const request of [...(creation ? [creation.request] : []), ...requests]) {
    const sent = await sendAndSettle(context.connection, key, request);
    if (!sent.ok) return sent;
    references.push(sent.value);
  }
  return ok(references);
}

/** A file for the Transaction Builder of Safe{Wallet}, and before it one that makes a new oracle's missing Safe. */
async function plan(
  context: EvmContext,
  action: AdminAction,
  options: PlanOptions,
): Promise<Result<readonly PlanFile[], AdminFailure>> {
  const roles = await readRoles(context);
  if (!roles.ok) return roles;
  const from = options.from === undefined ? executorOf(action, roles.value) : parseHolder(context, options.from);
  if (!from.ok) return from;
  const steps = await stepsOf(context, action);
  if (!steps.ok) return steps;
  const accepted = await checkSteps(context, steps.value, from.value);
  if (!accepted.ok) return accepted;
  const { creation, calls } = steps.value;
  const { connection, bridge, deployment } = context;
  const facts = { chainId: connection.chainId, safe: from.value, nowMs: connection.clock.now() };
  const name = planName(action, context);
  const batch = calls.map((call) => readableCall(bridge.address, call));
  const files = [
    { name: `${name}.json`, text: safeBatch({ ...facts, name, description: actionInWords(action, context) }, batch) },
  ];
  if (creation === undefined) return ok(files);
  const making = `${deployment.network}-oracle-safe`;
  const description = `${deployment.network}: make the Safe ${creation.safe}, which is to be the oracle; any account may`;
  return ok([
    { name: `${making}.json`, text: safeBatch({ ...facts, name: making, description }, [rawCall(creation.request)]) },
    ...files,
  ]);
}

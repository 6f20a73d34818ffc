import { concatHex, fail, type Hex, hexToBytes, ok, type Result, type SignedTransaction } from '@causeway/protocol';
import { sleep } from '@causeway/runtime';
import { PublicKey } from '@solana/web3.js';
import type { CallFailure, OracleFailure, ReadFailure } from '../failures.ts';
import { isSignatureOf, verifierOf } from '../keys/ed25519.ts';
import { bound } from '../provider/compose.ts';
import type {
  KeyHandle,
  KeyIdentity,
  OracleCall,
  OracleSignature,
  OracleSigning,
  OracleTransaction,
} from '../provider/provider.ts';
import { publicKeyOf } from './address.ts';
import { remoteAddress } from './addresses.ts';
import { type Anchor, formatAnchor, limitFor, parseAnchor } from './anchor.ts';
import type { SolanaContext } from './context.ts';
import { currentPrice } from './fees.ts';
import { type CompiledCall, compileCalls, creationsOf, withLimits, withoutCreation } from './oracle-calls.ts';
import { digestOf, messageFor, oracleMessages, payloadsOf, splitSignatures } from './oracle-payload.ts';
import { isMember } from './oracle-set.ts';
import { readOracle } from './reads.ts';
import { BLOCKHASH_BLOCKS, COMMITMENT } from './rpc.ts';
import { notReplaceable } from './sender.ts';
import { type Simulation, simulateText } from './simulate.ts';
import { type Creation, givenAway } from './token-accounts.ts';
import { joinRaw, referenceIn, wireText } from './transaction.ts';
import { numberAnswer, validityAnswer } from './wire.ts';

/**
 * Each call is a transaction of its own, and a root must be on chain before a call can use it. The program allows 64
 * messages per commitment. `maxCalls` keeps one round of signing quick.
 */
const ORACLE_RULES = { maxCalls: 32, maxCommitMessages: 64, commitsApart: true } as const;

/** Pauses before a block hash that an endpoint may not know yet is checked again, milliseconds. */
const NEW_HASH_MS = [100, 300];

/** The bridge, and the memory of its desk. */
interface Desk extends SolanaContext {
  /** The anchor that was last created or accepted. Simulations use its payer. */
  latest?: Anchor;
  /** Signers whose signatures of a transaction were found valid, because the same ones are checked repeatedly. */
  readonly recovered: WeakMap<OracleTransaction, Set<string>>;
  /** Compute units that calls used when they were last simulated. */
  readonly used: WeakMap<OracleCall, number>;
}

/** The oracle's transactions of one bridge. */
export const oracleSigning = (context: SolanaContext): OracleSigning => ({
  oracleRules: ORACLE_RULES,
  ...bound({ ...context, recovered: new WeakMap(), used: new WeakMap() } as Desk, {
    oracle: readOracle,
    anchor: newAnchor,
    acceptsAnchor,
    bind,
    build,
    simulate,
    sign,
    recoverSigner,
    prepareOracle,
  }),
  assumed(anchor) {
    const parsed = parseAnchor(anchor);
    return parsed.ok ? [...parsed.value.withoutCreation] : [];
  },
});

/** A new anchor: the newest confirmed block hash, the current price and the current lookup table. */
async function newAnchor(desk: Desk, { address: payer }: KeyIdentity): Promise<Result<string, CallFailure>> {
  const { connection, table, addresses, bridge } = desk;
  const key = publicKeyOf(payer);
  if (key === null) return fail('INVALID_ADDRESS', 'the payer is no Solana address');
  const written = Object.values(bridge.remotes).map(({ domain }) => remoteAddress(addresses.program, domain));
  const [head, entries, computeUnitPrice] = await Promise.all([
    connection.rpc.head(),
    table.read(),
    currentPrice(connection, written),
  ]);
  if (!head.ok) return head;
  if (!entries.ok) return entries;
  desk.latest = {
    blockhash: head.value.hash,
    payer: key,
    computeUnitPrice,
    tableLength: entries.value.length,
    limits: [],
    withoutCreation: new Set(),
  };
  return ok(formatAnchor(desk.latest));
}

/**
 * Succeeds when the anchor's block hash is usable, its price is within the cap, its payer is no member and its table
 * exists.
 */
async function acceptsAnchor(desk: Desk, text: string): Promise<Result<void, CallFailure>> {
  const anchor = parseAnchor(text);
  if (!anchor.ok) return refuse(anchor.error.message);
  const { blockhash, payer, computeUnitPrice, tableLength } = anchor.value;
  const { connection, oracle, table } = desk;
  if (computeUnitPrice > connection.priceCap) return refuse('the compute unit price is above the cap');
  if (isMember(oracle, payer)) return refuse('an oracle member cannot pay');
  const [valid, prefix] = await Promise.all([isUsable(desk, blockhash), table.prefix(tableLength)]);
  if (!valid.ok) return valid;
  if (!prefix.ok) return prefix;
  if (!valid.value) return refuse('the block hash is too old or not known here yet');
  desk.latest = anchor.value;
  return ok(undefined);
}

/**
 * Marks the calls that pay a token account whose recipient gave it away. Creating such an account would fail, but the
 * program then credits the recipient. All other calls create their account first, which does nothing if it exists.
 * Gives each call the compute units that its simulation used, because the price is paid for all that are requested.
 */
async function bind(desk: Desk, text: string, calls: readonly OracleCall[]): Promise<Result<string, CallFailure>> {
  const size = checkSize(calls);
  if (!size.ok) return size;
  const anchor = parseAnchor(text);
  if (!anchor.ok) return anchor;
  const compiled = compileCalls(calls, desk, anchor.value.payer);
  const given = await givenAway(desk.connection.rpc, creationsOf(compiled));
  if (!given.ok) return given;
  const unknown = withoutCreation(compiled, given.value).map((call, index) =>
    desk.used.has(calls[index] as OracleCall) ? null : call,
  );
  // A call that cannot be measured gets the most.
  await Promise.all(
    unknown.map((call, index) => call && simulateOne(desk, calls[index] as OracleCall, call, anchor.value)),
  );
  const limits = calls.map((call) => limitFor(desk.used.get(call) ?? 0));
  return ok(formatAnchor({ ...anchor.value, limits, withoutCreation: given.value }));
}

/**
 * The messages of `calls`. Everyone who builds them from the same anchor gets the same messages. In the builder's own
 * view, the marked calls must pay an account that was given away: otherwise a relayer could leave a creation out and
 * turn a payment into a credit.
 */
async function build(
  desk: Desk,
  text: string,
  calls: readonly OracleCall[],
): Promise<Result<OracleTransaction, CallFailure>> {
  const size = checkSize(calls);
  if (!size.ok) return size;
  const anchor = parseAnchor(text);
  if (!anchor.ok) return anchor;
  const table = await desk.table.prefix(anchor.value.tableLength);
  if (!table.ok) return table;
  const compiled = compileCalls(calls, desk, anchor.value.payer);
  const marked = await checkMarks(desk, creationsOf(compiled), anchor.value.withoutCreation);
  if (!marked.ok) return marked;
  const written = withLimits(withoutCreation(compiled, anchor.value.withoutCreation), anchor.value.limits);
  const payloads = oracleMessages(written, anchor.value, desk.oracle, table.value);
  if (!payloads.ok) return payloads;
  return ok({ anchor: text, calls, payloads: payloads.value, digest: digestOf(payloads.value) });
}

/**
 * Runs each call alone, with the marks that `bind` would set, the first group of members and the payer of the latest
 * anchor.
 */
async function simulate(desk: Desk, calls: readonly OracleCall[]): Promise<Result<void, CallFailure>> {
  const anchor = desk.latest;
  if (!anchor) return fail('ANCHOR_MISSING', 'a simulation needs the payer of an anchor', true);
  const compiled = compileCalls(calls, desk, anchor.payer);
  const given = await givenAway(desk.connection.rpc, creationsOf(compiled));
  if (!given.ok) return given;
  const chosen = withoutCreation(compiled, given.value);
  const results = await Promise.all(
    chosen.map((call, index) => simulateOne(desk, calls[index] as OracleCall, call, anchor)),
  );
  for (const [callIndex, result] of results.entries()) {
    if (!result.ok) return result;
    if (result.value.refusal === null) continue;
    const { failure, inside } = result.value.refusal;
    return { ok: false, error: inside ? { ...failure, callIndex } : failure };
  }
  return ok(undefined);
}

/** The signatures of every message that names `key` as a signer. */
async function sign(desk: Desk, transaction: OracleTransaction, key: KeyHandle): Promise<OracleSignature> {
  const payloads = payloadsOf(transaction, desk.oracle, new PublicKey(key.address));
  const signatures = await Promise.all(payloads.map((payload) => key.sign(payload)));
  return { signer: key.address, signature: concatHex(...signatures) };
}

/** The member who made these signatures; null unless they are valid for each of the member's messages. */
function recoverSigner(
  desk: Desk,
  transaction: OracleTransaction,
  { signer, signature }: OracleSignature,
): string | null {
  const member = memberAt(desk, signer);
  if (!member) return null;
  const known = desk.recovered.get(transaction) ?? new Set();
  desk.recovered.set(transaction, known);
  if (known.has(`${signer} ${signature}`)) return signer;
  const payloads = payloadsOf(transaction, desk.oracle, member);
  const signatures = splitSignatures(signature, payloads.length);
  if (payloads.length === 0 || signatures.length !== payloads.length) return null;
  const verifier = verifierOf(member.toBytes());
  const valid = payloads.every((payload, index) =>
    isSignatureOf(signatures[index] as Uint8Array, hexToBytes(payload), verifier),
  );
  if (valid) known.add(`${signer} ${signature}`);
  return valid ? signer : null;
}

/**
 * The payer-signed transactions, each with the signatures of one group. Fails with DUPLICATE_SIGNATURE,
 * INVALID_SIGNATURE, NOT_ENOUGH_SIGNATURES, PAYER_MISMATCH when `payer` is not the anchor's, or NOT_REPLACEABLE
 * with `replaces`.
 */
async function prepareOracle(
  desk: Desk,
  transaction: OracleTransaction,
  signatures: readonly OracleSignature[],
  payer: KeyHandle,
  replaces?: SignedTransaction,
): Promise<Result<SignedTransaction, OracleFailure>> {
  if (replaces) return notReplaceable();
  const anchor = parseAnchor(transaction.anchor);
  if (!anchor.ok) return anchor;
  if (payer.address !== anchor.value.payer.toBase58()) {
    return fail('PAYER_MISMATCH', `the transaction is to be paid by ${anchor.value.payer.toBase58()}`);
  }
  const group = groupOf(desk, transaction, signatures);
  if (!group.ok) return group;
  const height = await heightOf(desk);
  if (!height.ok) return height;
  const perCall = desk.oracle.groups.length;
  const transactions = await Promise.all(
    transaction.calls.map(async (_call, index) => {
      const payload = transaction.payloads[perCall * index + group.value.index] as Hex;
      const own = hexToBytes(await payer.sign(payload));
      return wireText(hexToBytes(payload), [
        own,
        ...group.value.signatures.map((byPayload) => byPayload.get(payload) as Uint8Array),
      ]);
    }),
  );
  return ok({
    reference: referenceIn(transactions[0] as string),
    raw: joinRaw(transactions),
    payer: payer.address,
    sequence: height.value + BLOCKHASH_BLOCKS,
    fee: { computeUnitPriceMicroLamports: anchor.value.computeUnitPrice.toString() },
  });
}

/** The first group whose members all signed, and their signatures by payload. */
function groupOf(
  desk: Desk,
  transaction: OracleTransaction,
  signatures: readonly OracleSignature[],
): Result<SigningGroup, OracleFailure> {
  const { oracle } = desk;
  const bySigner = new Map<string, ReadonlyMap<Hex, Uint8Array>>();
  for (const signature of signatures) {
    const { signer } = signature;
    if (bySigner.has(signer)) return fail('DUPLICATE_SIGNATURE', 'a member signed twice');
    if (recoverSigner(desk, transaction, signature) === null) {
      return fail('INVALID_SIGNATURE', `the signature of ${signer} does not fit the transaction`);
    }
    const payloads = payloadsOf(transaction, oracle, new PublicKey(signer));
    const parts = splitSignatures(signature.signature, payloads.length);
    bySigner.set(signer, new Map(payloads.map((payload, index) => [payload, parts[index] as Uint8Array])));
  }
  const index = oracle.groups.findIndex((group) => group.every((member) => bySigner.has(member.toBase58())));
  const group = oracle.groups[index];
  if (!group) return fail('NOT_ENOUGH_SIGNATURES', `${bySigner.size} of ${oracle.threshold} members signed`);
  return ok({
    index,
    signatures: group.map((member) => bySigner.get(member.toBase58()) as ReadonlyMap<Hex, Uint8Array>),
  });
}

/** Succeeds when every creation that `marked` leaves out belongs to an account that was given away. */
async function checkMarks(
  desk: Desk,
  creations: readonly (Creation | null)[],
  marked: ReadonlySet<number>,
): Promise<Result<void, CallFailure>> {
  if ([...marked].some((index) => !creations[index])) {
    return fail('INVALID_ANCHOR', 'the anchor marks a call that creates no account');
  }
  const looked = creations.map((creation, index) => (marked.has(index) ? creation : null));
  const given = await givenAway(desk.connection.rpc, looked);
  if (!given.ok) return given;
  const callIndex = [...marked].find((index) => !given.value.has(index));
  if (callIndex === undefined) return ok(undefined);
  const { error } = fail('ACCOUNT_CREATION_NEEDED', "the recipient's token account was not given away", true);
  return { ok: false, error: { ...error, callIndex } };
}

function memberAt(desk: Desk, address: string): PublicKey | undefined {
  return desk.oracle.members.find((member) => member.toBase58() === address);
}

/** Simulates a call with the most compute units, and remembers what a call that succeeds used. */
async function simulateOne(
  desk: Desk,
  call: OracleCall,
  compiled: Result<CompiledCall, CallFailure>,
  anchor: Anchor,
): Promise<Result<Simulation<CallFailure>, CallFailure>> {
  const { connection, oracle, table } = desk;
  const entries = await table.prefix(anchor.tableLength);
  if (!entries.ok) return entries;
  const message = compiled.ok ? messageFor(compiled.value, anchor, oracle, entries.value) : compiled;
  if (!message.ok) return ok({ refusal: { failure: message.error, inside: true }, computeUnits: 0 });
  const simulated = await simulateText(connection.rpc, wireText(message.value));
  if (simulated.ok && simulated.value.refusal === null) desk.used.set(call, simulated.value.computeUnits);
  return simulated;
}

/** Whether transactions can use `blockhash` now. Endpoints may lag a moment behind the one that provided it. */
async function isUsable(desk: Desk, blockhash: string): Promise<Result<boolean, ReadFailure>> {
  const { rpc, clock } = desk.connection;
  const ask = () =>
    rpc.agree(async (endpoint) =>
      validityAnswer.parse(await endpoint.send('isBlockhashValid', [blockhash, { commitment: 'processed' }])),
    );
  let valid = await ask();
  for (const pause of NEW_HASH_MS) {
    if (valid.ok ? valid.value : valid.error.code !== 'NO_QUORUM') break;
    await sleep(clock, pause);
    valid = await ask();
  }
  return valid;
}

/**
 * The block height that a quorum has reached. The lifetime of a current block hash counts from there at the latest.
 */
async function heightOf(desk: Desk): Promise<Result<number, ReadFailure>> {
  const heights = await desk.connection.rpc.reached(async (endpoint) =>
    numberAnswer.parse(await endpoint.send('getBlockHeight', [{ commitment: COMMITMENT }])),
  );
  return heights.ok ? ok(heights.value[0] as number) : heights;
}
/** The group that acts, by its index, and each member's signatures by payload. */
interface SigningGroup {
  readonly index: number;
  readonly signatures: readonly ReadonlyMap<Hex, Uint8Array>[];
}

const checkSize = ({ length }: readonly OracleCall[]): Result<void, CallFailure> => {
  if (length === 0) return fail('EmptyBatch', 'a transaction has at least one call');
  const { maxCalls } = ORACLE_RULES;
  return length > maxCalls ? fail('BATCH_TOO_LARGE', `${length} calls; at most ${maxCalls}`) : ok(undefined);
};

const refuse = (message: string) => fail('ANCHOR_MISMATCH', message, true);

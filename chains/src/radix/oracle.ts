import {
  ADDRESS_LENGTH,
  concatHex,
  type ExecutionFailure,
  fail,
  fromAddress32,
  type Hex,
  hexToBytes,
  isHex,
  ok,
  type Result,
  readerOf,
  type SignedTransaction,
} from '@causeway/protocol';
import type { CallFailure, OracleFailure } from '../failures.ts';
import { isSignatureOf, verifierOf } from '../keys/ed25519.ts';
import { bound } from '../provider/compose.ts';
import { firstFailing } from '../provider/first-failing.ts';
import { bindPacked, checkPacked, oncePacked, type TakesPacked, unpackedAnchor } from '../provider/group-calls.ts';
import type {
  KeyHandle,
  KeyIdentity,
  OracleCall,
  OracleSignature,
  OracleSigning,
  OracleTransaction,
} from '../provider/provider.ts';
import { isOwnError } from '../provider/refusals.ts';
import { formatRadixAddress } from './address.ts';
import { type Anchor, formatAnchor, MAX_EPOCHS, parseAnchor } from './anchor.ts';
import type { RadixSettings } from './config.ts';
import type { RadixContext } from './context.ts';
import { NODE_MISSING, ofPayment } from './errors.ts';
import { accountOf } from './key.ts';
import type { RadixNetwork } from './network.ts';
import { compileCalls } from './oracle-calls.ts';
import { type OracleTerms, oracleIntent } from './oracle-payload.ts';
import { takesPackedOrders } from './packed-calls.ts';
import { readOracle } from './reads.ts';
import { notReplaceable } from './sender.ts';
import { type IntentSignature, intentHash, notarize } from './transaction.ts';

/**
 * The engine limits one transaction to 100 million cost units. A commitment and 19 mints, with the deepest proofs and
 * to accounts that were never used, take less than six tenths of them; when all of the accounts refuse their deposit,
 * less than nine tenths.
 */
const MAX_CALLS = 20;

/** Upper bound of the cost of paying and of the signatures, XRD. A simulation does not include it. */
const PAYMENT_XRD = 1n;

/**
 * Upper bound of what each call adds to a transaction's cost, hundredths of an XRD. The dearest calls, mints to
 * accounts that were never used under the largest root, add less than 0.4 XRD.
 */
const CALL_CENTI_XRD = 50n;

/** Lengths of a public key and of the signature that follows it, bytes. */
const KEY = 32;
const SIGNATURE = 64;

/** The bridge, and what its blueprint can do. */
interface Desk extends RadixContext {
  readonly takesPacked: TakesPacked;
}

/** The oracle's transactions of one bridge. */
export const oracleSigning = (context: RadixContext): OracleSigning => ({
  oracleRules: { maxCalls: paidCalls(context.connection.config), maxCommitMessages: 4_096, commitsApart: false },
  ...bound({ ...context, takesPacked: oncePacked(() => takesPackedOrders(context)) } as Desk, {
    oracle: readOracle,
    anchor: newAnchor,
    acceptsAnchor,
    bind: (desk, anchor, calls: readonly OracleCall[]) => bindPacked(anchor, calls, desk.takesPacked),
    build,
    simulate,
    sign,
    recoverSigner,
    prepareOracle,
  }),
  earlierAnchor: unpackedAnchor,
});

/**
 * The most calls whose cost, tip included, is certain to stay below what the payer reserves, so that no call of a batch
 * waits because of its neighbours. It is at least two, a commitment and one order.
 */
export function paidCalls({ maxFeeXrd, tipPercentage }: Pick<RadixSettings, 'maxFeeXrd' | 'tipPercentage'>): number {
  const untipped = (BigInt(maxFeeXrd) * 100n * 100n) / BigInt(100 + tipPercentage);
  const calls = Number((untipped - 100n * PAYMENT_XRD) / CALL_CENTI_XRD);
  return Math.min(MAX_CALLS, Math.max(2, calls));
}

/** A new anchor with its own nonce, valid in the epoch that a quorum has reached and in the next. */
async function newAnchor(context: RadixContext, { publicKey }: KeyIdentity): Promise<Result<string, CallFailure>> {
  const { rpc, config, nextNonce } = context.connection;
  const epoch = await rpc.epoch();
  if (!epoch.ok) return epoch;
  return ok(
    formatAnchor({
      startEpoch: epoch.value,
      endEpoch: epoch.value + MAX_EPOCHS,
      nonce: nextNonce(),
      notary: publicKey,
      tipPercentage: config.tipPercentage,
      feeXrd: config.maxFeeXrd,
      packed: false,
    }),
  );
}

/**
 * Succeeds when the anchor's epochs have begun and not ended, its tip and fee are within the caps and its payer is no
 * member.
 */
async function acceptsAnchor(context: RadixContext, text: string): Promise<Result<void, CallFailure>> {
  const anchor = parseAnchor(text);
  if (!anchor.ok) return refuse(anchor.error.message);
  const { startEpoch, endEpoch, notary, tipPercentage, feeXrd } = anchor.value;
  const { rpc, config } = context.connection;
  if (tipPercentage > config.tipPercentage) return refuse('the tip is above the cap');
  if (feeXrd > config.maxFeeXrd) return refuse('the fee is above the cap');
  if (isMember(context, notary)) return refuse('an oracle member cannot pay');
  const epoch = await rpc.epoch();
  if (!epoch.ok) return epoch;
  if (startEpoch > epoch.value) return refuse(`epoch ${startEpoch} has not begun`);
  return endEpoch <= epoch.value ? refuse(`epoch ${endEpoch - 1} has ended`) : ok(undefined);
}

/** The intent of `calls`. Everyone who builds it from the same anchor gets the same intent. */
async function build(
  desk: Desk,
  text: string,
  calls: readonly OracleCall[],
): Promise<Result<OracleTransaction, CallFailure>> {
  const terms = termsOf(desk, text, calls);
  if (!terms.ok) return terms;
  if (terms.value.packed) {
    const checked = await checkPacked(desk.takesPacked);
    if (!checked.ok) return checked;
  }
  const hash = await intentHash(terms.value);
  return ok({ anchor: text, calls, payloads: [hash], digest: hash });
}

/**
 * Runs the calls, each alone even where they would be packed, up to the first that cannot be written, in one
 * transaction that everyone signed and nobody pays for. Calls that together cost more than the payer reserves fail here
 * with FEE_EXHAUSTED, before the payer loses the fee.
 */
async function simulate(context: RadixContext, calls: readonly OracleCall[]): Promise<Result<void, CallFailure>> {
  const { rpc, network, config } = context.connection;
  const maxCost = (BigInt(config.maxFeeXrd) - PAYMENT_XRD) * 10n ** 18n;
  const trial = { tipPercentage: config.tipPercentage, maxCost };
  const compiled = compileCalls(calls, context, false);
  const written = compiled.ok ? compiled : compileCalls(calls.slice(0, compiled.error.callIndex), context, false);
  if (!written.ok) return written;
  const instructions = written.value;
  const failing = await firstFailing(instructions.length, (count) =>
    rpc.refusalOf(instructions.slice(0, count).join(''), trial),
  );
  if (!failing.ok) return failing;
  if (failing.value === null) return compiled.ok ? ok(undefined) : compiled;
  const { callIndex, reason } = failing.value;
  return { ok: false, error: { ...refusalOf(calls[callIndex] as OracleCall, reason, network), callIndex } };
}

/** The key's public key and its signature of the intent's hash. */
async function sign(_context: RadixContext, { digest }: OracleTransaction, key: KeyHandle): Promise<OracleSignature> {
  return { signer: key.address, signature: concatHex(key.publicKey, await key.sign(digest)) };
}

/** The member whose key made the signature; null when it is no valid signature of the transaction. */
function recoverSigner(
  context: RadixContext,
  { digest }: OracleTransaction,
  { signer, signature }: OracleSignature,
): string | null {
  const parts = splitSignature(signature);
  if (parts === null || !context.deployment.oracle.members.includes(signer)) return null;
  // A member is identified by its account, which derives from the key.
  if (accountOf(parts.publicKey, context.connection.network) !== signer) return null;
  const verifier = verifierOf(hexToBytes(parts.publicKey));
  return isSignatureOf(hexToBytes(parts.signature), hexToBytes(digest), verifier) ? signer : null;
}

/**
 * The notarized transaction with as many members' signatures as the threshold. Fails with DUPLICATE_SIGNATURE,
 * INVALID_SIGNATURE, NOT_ENOUGH_SIGNATURES, PAYER_MISMATCH when `payer` is not the anchor's, INVALID_PAYER, or
 * NOT_REPLACEABLE with `replaces`.
 */
async function prepareOracle(
  context: RadixContext,
  transaction: OracleTransaction,
  signatures: readonly OracleSignature[],
  payer: KeyHandle,
  replaces?: SignedTransaction,
): Promise<Result<SignedTransaction, OracleFailure>> {
  if (replaces) return notReplaceable();
  // Rebuilds the intent from the anchor and the calls, and ignores the payloads of `transaction`.
  const terms = termsOf(context, transaction.anchor, transaction.calls);
  if (!terms.ok) return terms;
  const { notary, endEpoch, tipPercentage, feeXrd } = terms.value;
  if ((await intentHash(terms.value)) !== transaction.digest) {
    return fail('INVALID_TRANSACTION', 'its digest is of other calls');
  }
  if (payer.publicKey !== notary) return fail('PAYER_MISMATCH', `the transaction is to be paid by the key ${notary}`);
  const chosen = choose(context, transaction, signatures);
  if (!chosen.ok) return chosen;
  const tried = await tryPacked(context, terms.value, transaction.calls);
  if (!tried.ok) return tried;
  const { reference, raw } = await notarize(terms.value, chosen.value, payer);
  const fee = { feeXrd: String(feeXrd), tipPercentage: String(tipPercentage) };
  return ok({ reference, raw, payer: payer.address, sequence: endEpoch, fee });
}

/** Runs packed orders as they would be sent, because they were simulated as single calls. Fails as they would. */
async function tryPacked(
  context: RadixContext,
  { packed, tipPercentage }: Anchor,
  calls: readonly OracleCall[],
): Promise<Result<void, CallFailure>> {
  if (!packed) return ok(undefined);
  const instructions = compileCalls(calls, context, packed);
  if (!instructions.ok) return instructions;
  const refusal = await context.connection.rpc.refusalOf(instructions.value.join(''), { tipPercentage });
  if (!refusal.ok) return refusal;
  return refusal.value === null ? ok(undefined) : { ok: false, error: refusal.value };
}

/** As many signatures as the threshold, the first in the order of their keys. Every given signature must be valid. */
function choose(
  context: RadixContext,
  transaction: OracleTransaction,
  signatures: readonly OracleSignature[],
): Result<readonly IntentSignature[], OracleFailure> {
  const { threshold } = context.deployment.oracle;
  const signers = new Set<string>();
  const found: IntentSignature[] = [];
  for (const one of signatures) {
    if (signers.has(one.signer)) return fail('DUPLICATE_SIGNATURE', 'a member signed twice');
    const parts = splitSignature(one.signature);
    if (parts === null || recoverSigner(context, transaction, one) === null) {
      return fail('INVALID_SIGNATURE', `the signature of ${one.signer} does not fit the transaction`);
    }
    signers.add(one.signer);
    found.push(parts);
  }
  if (found.length < threshold) {
    return fail('NOT_ENOUGH_SIGNATURES', `${found.length} of ${threshold} members signed`);
  }
  return ok(found.sort((a, b) => (a.publicKey < b.publicKey ? -1 : 1)).slice(0, threshold));
}

/** The terms that the anchor and the calls make. Fails with INVALID_PAYER when a member would pay. */
function termsOf(context: RadixContext, text: string, calls: readonly OracleCall[]): Result<OracleTerms, CallFailure> {
  const size = checkSize(calls);
  if (!size.ok) return size;
  const anchor = parseAnchor(text);
  if (!anchor.ok) return anchor;
  if (isMember(context, anchor.value.notary)) return fail('INVALID_PAYER', 'an oracle member cannot pay');
  const instructions = compileCalls(calls, context, anchor.value.packed);
  if (!instructions.ok) return instructions;
  return ok(oracleIntent(anchor.value, instructions.value, context.connection.network));
}

function isMember(context: RadixContext, publicKey: Hex): boolean {
  return context.deployment.oracle.members.includes(accountOf(publicKey, context.connection.network));
}
/**
 * The reason why `call` is refused. An account that was never allocated is no recipient. The engine's reasons name the
 * call, whose tokens are the bridge's.
 */
function refusalOf(call: OracleCall, reason: ExecutionFailure, network: RadixNetwork): ExecutionFailure {
  if (isOwnError(reason.code)) return reason;
  if (reason.code === NODE_MISSING && call.function !== 'commitRoot') {
    const { recipient } = call.message;
    const spellings = [formatRadixAddress(recipient, network), fromAddress32(recipient, ADDRESS_LENGTH.radix).slice(2)];
    const nobody = spellings.some((spelling) => reason.message.endsWith(spelling));
    if (nobody) return { ...reason, code: 'InvalidRecipient' };
  }
  const meant = ofPayment(reason, call.function);
  return { ...meant, message: `${call.function}: ${meant.message}` };
}

/** Splits a signature from the public key in front of it; null when the length is wrong. */
function splitSignature(text: Hex): IntentSignature | null {
  if (!isHex(text, KEY + SIGNATURE)) return null;
  const take = readerOf(text);
  return { publicKey: take(KEY), signature: take(SIGNATURE) };
}

const checkSize = ({ length }: readonly OracleCall[]): Result<void, CallFailure> => {
  if (length === 0) return fail('EmptyBatch', 'a transaction has at least one call');
  return length > MAX_CALLS ? fail('BATCH_TOO_LARGE', `${length} calls; at most ${MAX_CALLS}`) : ok(undefined);
};

const refuse = (message: string) => fail('ANCHOR_MISMATCH', message, true);

import {
  concatHex,
  fail,
  type Hex,
  hexToBytes,
  isHex,
  ok,
  type Result,
  readerOf,
  type SignedTransaction,
} from '@causeway/protocol';
import type { CallFailure, OracleFailure, ReadFailure } from '../failures.ts';
import { isSignatureOf, verifierOf } from '../keys/ed25519.ts';
import { bound } from '../provider/compose.ts';
import { bindPacked, checkPacked, oncePacked, unpackedAnchor } from '../provider/group-calls.ts';
import type {
  KeyHandle,
  KeyIdentity,
  OracleCall,
  OracleRoom,
  OracleSignature,
  OracleSigning,
  OracleTransaction,
} from '../provider/provider.ts';
import { type Anchor, formatAnchor, MAX_EPOCHS, parseAnchor } from './anchor.ts';
import type { RadixSettings } from './config.ts';
import type { RadixContext } from './context.ts';
import { accountOf } from './key.ts';
import { compileCalls } from './oracle-calls.ts';
import { type OracleTerms, oracleIntent } from './oracle-payload.ts';
import { takesPackedOrders } from './packed-calls.ts';
import { readOracle } from './reads.ts';
import { notReplaceable } from './sender.ts';
import { type IntentSignature, intentHash, notarize } from './transaction.ts';
import { PAYMENT_XRD, simulate, type Trials, tryPacked } from './trial.ts';

/**
 * The engine limits one transaction to 100 million cost units. A commitment and 19 mints, with the deepest proofs and
 * to accounts that were never used, take less than six tenths of them; when all of the accounts refuse their deposit,
 * less than nine tenths. It allows 256 events: 42 packed mints make so many when all of the accounts refuse, with 54
 * million cost units.
 */
const MAX_CALLS = { alone: 20, packed: 40 } as const;

/**
 * Upper bound of what each call adds to a transaction's cost, hundredths of an XRD. The dearest calls, mints to
 * accounts that were never used under the largest root, add less than 0.4 XRD, and packed less than 0.3.
 */
const CALL_CENTI_XRD = { alone: 50n, packed: 40n } as const;

/** A whole transaction: each call takes the larger of its parts of what the engine allows and of the reserved fee. */
const WHOLE = 1_000_000n;

/** Lengths of a public key and of the signature that follows it, bytes. */
const KEY = 32;
const SIGNATURE = 64;

/** The bridge, what its blueprint can do, and what was tried out. */
type Desk = Trials;

/** The oracle's transactions of one bridge. */
export const oracleSigning = (context: RadixContext): OracleSigning => ({
  oracleRules: {
    maxCalls: paidCalls(context.connection.config, 'packed'),
    maxCommitMessages: 4_096,
    commitsApart: false,
  },
  ...bound({ ...context, takesPacked: oncePacked(() => takesPackedOrders(context)), passed: new WeakMap() } as Desk, {
    oracle: readOracle,
    anchor: newAnchor,
    acceptsAnchor,
    room,
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
export function paidCalls(
  { maxFeeXrd, tipPercentage }: Pick<RadixSettings, 'maxFeeXrd' | 'tipPercentage'>,
  form: 'alone' | 'packed',
): number {
  const untipped = (BigInt(maxFeeXrd) * 100n * 100n) / BigInt(100 + tipPercentage);
  const calls = Number((untipped - 100n * PAYMENT_XRD) / CALL_CENTI_XRD[form]);
  return Math.min(MAX_CALLS[form], Math.max(2, calls));
}

/** A transaction, of which single calls take a larger part than packed ones. */
async function room({ connection: { config }, takesPacked }: Desk): Promise<Result<OracleRoom, ReadFailure>> {
  const takes = await takesPacked();
  const partOf = (form: 'alone' | 'packed') => WHOLE / BigInt(paidCalls(config, form));
  const [alone, packed] = [partOf('alone'), partOf('packed')];
  const useOf: OracleRoom['useOf'] = (_call, isPacked) => (isPacked ? packed : alone);
  return ok({ most: WHOLE, packs: takes.ok && takes.value, useOf });
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
  context: Desk,
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
  const anchor = parseAnchor(text);
  if (!anchor.ok) return anchor;
  const size = checkSize(calls, anchor.value);
  if (!size.ok) return size;
  if (isMember(context, anchor.value.notary)) return fail('INVALID_PAYER', 'an oracle member cannot pay');
  const instructions = compileCalls(calls, context, anchor.value.packed);
  if (!instructions.ok) return instructions;
  return ok(oracleIntent(anchor.value, instructions.value, context.connection.network));
}

function isMember(context: RadixContext, publicKey: Hex): boolean {
  return context.deployment.oracle.members.includes(accountOf(publicKey, context.connection.network));
}
/** Splits a signature from the public key in front of it; null when the length is wrong. */
function splitSignature(text: Hex): IntentSignature | null {
  if (!isHex(text, KEY + SIGNATURE)) return null;
  const take = readerOf(text);
  return { publicKey: take(KEY), signature: take(SIGNATURE) };
}

const checkSize = ({ length }: readonly OracleCall[], { packed }: Anchor): Result<void, CallFailure> => {
  if (length === 0) return fail('EmptyBatch', 'a transaction has at least one call');
  const most = MAX_CALLS[packed ? 'packed' : 'alone'];
  return length > most ? fail('BATCH_TOO_LARGE', `${length} calls; at most ${most}`) : ok(undefined);
};

const refuse = (message: string) => fail('ANCHOR_MISMATCH', message, true);

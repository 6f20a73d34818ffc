import type {
  CommittedTransaction,
  LedgerTransaction,
  NotarizedTransaction,
  RoundUpdateTransaction,
  SignedTransactionIntent,
  TransactionHeader,
  TransactionIntent,
  TransactionMessage,
} from '@radixdlt/babylon-core-api-sdk';
import type * as ledger from '../types.ts';
import type { Node } from './endpoint.ts';
import type { Writer } from './format.ts';
import { apiPublicKey, apiSignature, apiSignatureWithPublicKey } from './keys.ts';
import { instant, stateIdentifier } from './ledger-state.ts';
import { read } from './read.ts';
import { transactionReceipt } from './receipt.ts';

type CommittedUserTransaction = Extract<ledger.CommittedTransaction, { kind: 'user' }>;

/** The transaction of a state version, which must exist. */
export function committedAt({ ledger }: Node, stateVersion: number): ledger.CommittedTransaction {
  const committed = ledger.transaction(stateVersion);
  if (!committed) throw new Error(`the ledger lacks state version ${stateVersion}`);
  return committed;
}

/** The committed transaction of an intent (hex); undefined when there is none. */
export function committedIntent(node: Node, intent: string): CommittedUserTransaction | undefined {
  const status = node.ledger.status(intent);
  const committed = status.kind === 'committed' ? committedAt(node, status.stateVersion) : undefined;
  return committed?.kind === 'user' ? committed : undefined;
}

/** A transaction of the ledger with its effects. */
export function committedTransaction(
  committed: ledger.CommittedTransaction,
  node: Node,
  writer: Writer,
): CommittedTransaction {
  return {
    resultant_state_identifiers: stateIdentifier(committed),
    ledger_transaction: ledgerTransaction(committed, node, writer),
    receipt: transactionReceipt(committed.receipt, writer),
    proposer_timestamp_ms: committed.proposerTimestampMs,
  };
}

function ledgerTransaction(committed: ledger.CommittedTransaction, node: Node, writer: Writer): LedgerTransaction {
  if (committed.kind === 'round')
    return {
      type: 'RoundUpdate',
      ...(writer.transactions.rawLedger && { payload_hex: committed.raw }),
      round_update_transaction: roundUpdate(committed, node),
    };
  const raw = Buffer.from(committed.raw, 'hex');
  const parsed = read(node, (engine) => engine.parse(raw));
  if (!parsed.ok)
    throw new Error(`committed transaction ${committed.stateVersion} does not decode: ${parsed.error.message}`);
  return { type: 'User', notarized_transaction: notarizedTransaction(parsed.value, committed.raw, writer) };
}

/** The ledger's only validator leads every round, and no round is skipped. */
const LEADER_PROPOSAL_HISTORY = { gap_round_leaders: [], current_leader: { index: 0 }, is_fallback: false };

/** The update to a round. An update that ends an epoch has that epoch's round number, not the next epoch's. */
function roundUpdate(committed: ledger.CommittedTransaction, node: Node): RoundUpdateTransaction {
  const { stateVersion, proposerTimestampMs, epoch, round, receipt } = committed;
  const before = stateVersion > 1 ? committedAt(node, stateVersion - 1).round : 0;
  return {
    proposer_timestamp: instant(proposerTimestampMs),
    epoch: receipt.nextEpoch ? epoch - 1 : epoch,
    round_in_epoch: receipt.nextEpoch ? before + 1 : round,
    leader_proposal_history: LEADER_PROPOSAL_HISTORY,
  };
}

/** A notarized transaction with all its parts. `raw` is its payload, hex. */
export function notarizedTransaction(
  parsed: ledger.ParsedTransaction,
  raw: string,
  writer: Writer,
): NotarizedTransaction {
  return {
    ...hashOf(parsed.hashes.notarizedTransaction),
    ...(writer.transactions.rawNotarized && { payload_hex: raw }),
    signed_intent: signedIntent(parsed, writer),
    notary_signature: apiSignature(parsed.notarySignature),
  };
}

function signedIntent(parsed: ledger.ParsedTransaction, writer: Writer): SignedTransactionIntent {
  return {
    ...hashOf(parsed.hashes.signedTransactionIntent),
    intent: transactionIntent(parsed, writer),
    intent_signatures: parsed.signatures.map(apiSignatureWithPublicKey),
  };
}

function transactionIntent(parsed: ledger.ParsedTransaction, writer: Writer): TransactionIntent {
  const { manifest, blobs, message } = writer.transactions;
  return {
    ...hashOf(parsed.hashes.transactionIntent),
    header: header(parsed.header),
    ...(manifest && { instructions: parsed.manifest }),
    ...(blobs && { blobs_hex: Object.fromEntries(parsed.blobs.map(({ hash, hex }) => [hash, hex])) }),
    ...(message && parsed.message && { message: transactionMessage(parsed.message) }),
  };
}

const hashOf = ({ hex, bech32m }: ledger.TransactionHash) => ({ hash: hex, hash_bech32m: bech32m });

const header = (header: ledger.TransactionHeader): TransactionHeader => ({
  network_id: header.networkId,
  start_epoch_inclusive: header.startEpochInclusive,
  end_epoch_exclusive: header.endEpochExclusive,
  nonce: header.nonce,
  notary_public_key: apiPublicKey(header.notaryPublicKey),
  notary_is_signatory: header.notaryIsSignatory,
  tip_percentage: header.tipPercentage,
});

function transactionMessage(message: ledger.Message): TransactionMessage {
  if (message.kind === 'plaintext')
    return {
      type: 'Plaintext',
      mime_type: message.mimeType,
      content:
        message.text === null
          ? { type: 'Binary', value_hex: message.hex ?? '' }
          : { type: 'String', value: message.text },
    };
  return {
    type: 'Encrypted',
    encrypted_hex: message.encrypted,
    curve_decryptor_sets: message.decryptors.map(({ ephemeralKey, decryptors }) => ({
      dh_ephemeral_public_key: apiPublicKey(ephemeralKey),
      decryptors: decryptors.map(({ fingerprint, wrappedKey }) => ({
        public_key_fingerprint_hex: fingerprint,
        aes_wrapped_key_hex: wrappedKey,
      })),
    })),
  };
}

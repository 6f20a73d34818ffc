import bs58 from 'bs58';
import type { TransactionRecord } from './ledger.ts';
import type { InnerInstructions, ReturnData } from './outcome.ts';
import type { TransactionEncoding } from './params.ts';
import { MEMO_PROGRAMS } from './programs.ts';
import { unsupportedVersion } from './rpc-error.ts';
import type { TransactionError } from './transaction-errors.ts';
import { type Instruction, isSigner, isStaticWritable } from './wire.ts';

/** Stack height of the transaction's own instructions. */
const TOP_LEVEL = 1;

/**
 * A transaction, its effect and its version, in the form of the RPC. Throws when the client does not accept the
 * version.
 */
export function encodeTransaction(
  record: TransactionRecord,
  encoding: TransactionEncoding,
  maxVersion: number | null | undefined,
) {
  return {
    meta: encodeMeta(record, encoding, maxVersion != null),
    transaction: encodeBody(record, encoding),
    ...encodeVersion(record, maxVersion),
  };
}

/** A transaction in the form of getBlock with only its accounts. */
export function encodeAccounts(record: TransactionRecord, maxVersion: number | null | undefined) {
  const { err, status, fee, preBalances, postBalances, preTokenBalances, postTokenBalances } = encodeMeta(
    record,
    'jsonParsed',
    false,
  );
  return {
    meta: { err, status, fee, preBalances, postBalances, preTokenBalances, postTokenBalances },
    transaction: { accountKeys: parsedKeys(record), signatures: signaturesOf(record) },
    ...encodeVersion(record, maxVersion),
  };
}

function encodeVersion({ wire }: TransactionRecord, maxVersion: number | null | undefined) {
  const { version } = wire.message;
  if (version !== 'legacy' && (maxVersion == null || version > maxVersion)) throw unsupportedVersion(version);
  return maxVersion == null ? {} : { version };
}

/** An error as `err` and as the older `status`. */
export function encodeStatus(error: TransactionError | null) {
  return { err: error, status: error === null ? { Ok: null } : { Err: error } };
}

export function encodeReturnData({ programId, data }: ReturnData) {
  return { programId, data: [Buffer.from(data).toString('base64'), 'base64'] };
}

function encodeMeta(record: TransactionRecord, encoding: TransactionEncoding, versioned: boolean) {
  const parsed = encoding === 'jsonParsed';
  return {
    ...encodeStatus(record.error),
    fee: record.fee,
    preBalances: record.preBalances,
    postBalances: record.postBalances,
    innerInstructions: encodeInner(record.innerInstructions, record.keys, parsed),
    logMessages: record.logs,
    preTokenBalances: record.preTokenBalances,
    postTokenBalances: record.postTokenBalances,
    rewards: [],
    ...(versioned && !parsed && { loadedAddresses: record.loaded }),
    ...(record.returnData && { returnData: encodeReturnData(record.returnData) }),
    computeUnitsConsumed: record.computeUnits,
  };
}

/** Inner instructions in the form of the RPC. With `parsed`, they name their accounts. */
export function encodeInner(inner: readonly InnerInstructions[], keys: readonly string[], parsed: boolean) {
  return inner.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((instruction) => {
      const encode = parsed ? namedInstruction(keys) : indexedInstruction;
      return encode(instruction, instruction.stackHeight);
    }),
  }));
}

function indexedInstruction({ programIdIndex, accounts, data }: Instruction, stackHeight: number) {
  return { programIdIndex, accounts, data: bs58.encode(data), stackHeight };
}

const namedInstruction =
  (keys: readonly string[]) =>
  ({ programIdIndex, accounts, data }: Instruction, stackHeight: number) => ({
    programId: keys[programIdIndex],
    accounts: accounts.map((index) => keys[index]),
    data: bs58.encode(data),
    stackHeight,
  });

const signaturesOf = ({ wire }: TransactionRecord) => wire.signatures.map((signature) => bs58.encode(signature));

function encodeBody(record: TransactionRecord, encoding: TransactionEncoding) {
  const { message, raw } = record.wire;
  switch (encoding) {
    case 'binary':
      return bs58.encode(raw);
    case 'base58':
      return [bs58.encode(raw), encoding];
    case 'base64':
      return [Buffer.from(raw).toString('base64'), encoding];
    default: {
      const parsed = encoding === 'jsonParsed';
      const encode = parsed ? namedInstruction(record.keys) : indexedInstruction;
      const instructions = message.instructions.map((instruction) => encode(instruction, TOP_LEVEL));
      return {
        message: {
          ...(parsed
            ? { accountKeys: parsedKeys(record) }
            : { accountKeys: message.staticKeys, header: message.header }),
          recentBlockhash: message.recentBlockhash,
          instructions,
          ...(message.version === 0 && { addressTableLookups: message.lookups }),
          ...(message.config && { transactionConfig: message.config }),
        },
        signatures: signaturesOf(record),
      };
    }
  }
}

function parsedKeys({ wire, loaded, keys }: TransactionRecord) {
  const { message } = wire;
  const statics = message.staticKeys.length;
  return keys.map((pubkey, index) => ({
    pubkey,
    signer: isSigner(message, index),
    source: index < statics ? 'transaction' : 'lookupTable',
    writable: index < statics ? isStaticWritable(message, index) : index < statics + loaded.writable.length,
  }));
}

/** The memos of a transaction in one line, each preceded by its length; null when there are none. */
export function memoOf({ wire }: TransactionRecord): string | null {
  const { staticKeys, instructions } = wire.message;
  const memos = instructions
    .filter(({ programIdIndex }) => MEMO_PROGRAMS.includes(staticKeys[programIdIndex] as string))
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString('utf8')}`);
  return memos.length > 0 ? memos.join('; ') : null;
}

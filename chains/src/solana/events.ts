import {
  type BridgeEvent,
  type Domain,
  type EventPosition,
  type FieldReaders,
  fail,
  type Hex,
  KIND,
  MESSAGE_VERSION,
  messageIdOf,
  ok,
  type Result,
  readMessage,
} from '@causeway/protocol';
import type { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import { z } from 'zod';
import type { ScanFailure } from '../failures.ts';
import type { Told } from '../provider/told.ts';
import { address, bytes32, integer } from './event-fields.ts';
import { decodeBridgeEvent, type Fields } from './program.ts';
import type { TransactionMeta } from './wire.ts';

/** The bridge whose events are decoded. */
export interface BridgeIdentity {
  readonly domain: Domain;
  readonly program: PublicKey;
  /** The same address, in the form that messages carry. */
  readonly address32: Hex;
}

/** Prefix of the data of an event's self-call: Anchor's tag, the first bytes of sha256("anchor:event"). */
const EVENT_TAG = Buffer.from('e445a52e51cb9a1d', 'hex');

/**
 * Most instructions that one transaction executes, inner ones included. The indexes of events reserve that many places.
 */
const MAX_INSTRUCTIONS = 64;

/** Index in its block of event number `ordinal` of the transaction at `position` in that block. */
export const eventIndex = (position: number, ordinal: number): number => position * MAX_INSTRUCTIONS + ordinal;

const kind = z
  .union([z.object({ Lock: z.object() }), z.object({ Burn: z.object() }), z.object({ Cancel: z.object() })])
  .transform((variant) => KIND[Object.keys(variant)[0]?.toLowerCase() as keyof typeof KIND]);

const FIELD_VALUES: FieldReaders<unknown> = {
  kind: (value) => kind.parse(value),
  u32: (value) => z.int().parse(value),
  u64: (value) => integer.parse(value),
  u128: (value) => integer.parse(value),
  word: (value) => bytes32.parse(value),
};
/** The name of a field in the IDL. */
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const messageFields = z.object({
  message_id: bytes32,
  message: z
    .looseObject({ version: z.literal(MESSAGE_VERSION) })
    .transform((fields) => readMessage(({ name }) => fields[snakeCase(name)], FIELD_VALUES)),
});
const executedFields = z.object({
  message_id: bytes32,
  recipient: address,
  wire_amount: integer,
  reference: bytes32,
  credited: z.boolean(),
});
const rootFields = z
  .object({ source: z.int(), first_nonce: integer, count: z.int(), root: bytes32 })
  .transform(({ first_nonce, ...fields }) => ({ ...fields, firstNonce: first_nonce }));

const messageOf = (fields: Fields): Told<BridgeEvent> => {
  const { message_id, message } = messageFields.parse(fields);
  return { type: 'message', messageId: message_id, message };
};
const executedBy =
  (operation: 'mintTokens' | 'releaseTokens') =>
  (fields: Fields): Told<BridgeEvent> => {
    const { message_id, wire_amount, ...rest } = executedFields.parse(fields);
    return { type: 'executed', operation, messageId: message_id, wireAmount: wire_amount, ...rest };
  };

/** The events that other chains need. The program's other events serve its operators. */
const READERS: Readonly<Record<string, (fields: Fields) => Told<BridgeEvent>>> = {
  TokensLocked: messageOf,
  TokensBurned: messageOf,
  OrderCancelled: messageOf,
  TokensMinted: executedBy('mintTokens'),
  TokensReleased: executedBy('releaseTokens'),
  RootCommitted: (fields) => ({ type: 'rootCommitted', ...rootFields.parse(fields) }),
  RootReplaced: (fields) => ({ type: 'rootReplaced', ...rootFields.parse(fields) }),
};

/**
 * Data of the events that `program` emitted in a transaction whose message names `staticKeys`, in order and without
 * their tag. Only the program can make these calls: it refuses them unless its event authority signs, and a refused
 * inner call fails the transaction. Throws when the endpoint leaves out the calls of a successful transaction, because
 * that must not count as "no events".
 */
export function eventDataOf(
  meta: TransactionMeta,
  staticKeys: readonly Uint8Array[],
  program: PublicKey,
): readonly string[] {
  if (meta.err !== null) return [];
  if (!meta.innerInstructions) throw new Error('does not keep inner instructions');
  const { writable, readonly } = meta.loadedAddresses ?? { writable: [], readonly: [] };
  const loaded = [...writable, ...readonly];
  const [bytes, text] = [program.toBytes(), program.toBase58()];
  const isProgram = (index: number) => {
    const key = staticKeys[index];
    return key === undefined ? loaded[index - staticKeys.length] === text : Buffer.compare(key, bytes) === 0;
  };
  return meta.innerInstructions
    .flatMap(({ instructions }) => instructions)
    .filter(({ programIdIndex }) => isProgram(programIdIndex))
    .map(({ data }) => Buffer.from(bs58.decode(data)))
    .filter((data) => data.subarray(0, EVENT_TAG.length).equals(EVENT_TAG))
    .map((data) => data.subarray(EVENT_TAG.length).toString('base64'));
}

/**
 * The bridge event in `data`; null for an event that is no message, execution or root. Fails with INVALID_EVENT when a
 * message's id is not the hash of its fields, or when the message names another bridge: then the endpoints lie.
 */
export function decodeEvent(
  data: string,
  at: EventPosition,
  bridge: BridgeIdentity,
): Result<BridgeEvent | null, ScanFailure> {
  let told: Told<BridgeEvent>;
  try {
    const event = decodeBridgeEvent(Buffer.from(data, 'base64'));
    const read = event && READERS[event.name];
    if (!event || !read) return ok(null);
    told = read(event.fields);
  } catch {
    return fail('INVALID_EVENT', `event ${at.index} of ${at.transaction} cannot be decoded`);
  }
  if (told.type === 'message') {
    const { messageId, message } = told;
    const own = message.source === bridge.domain && message.sourceBridge === bridge.address32;
    if (!own || messageIdOf(message) !== messageId) {
      return fail('INVALID_EVENT', `message ${messageId} of ${at.transaction} is not what its fields say`);
    }
  }
  return ok({ ...told, at });
}

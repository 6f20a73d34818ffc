import type { Domain } from './domain.ts';
import { concatHex, exactHex, type Hex, uintToHex } from './hex.ts';
import { keccak256 } from './keccak.ts';

/** The only message version. It is the first byte of an encoded message, before the fields. */
export const MESSAGE_VERSION = 1;
const VERSION_BYTES = 1;

/** Kinds of message, as encoded. */
export const KIND = { lock: 1, burn: 2, cancel: 3 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** The types of a message's fields, as values. A word has 32 bytes; an address in one is left-padded. */
interface FieldValues {
  readonly kind: Kind;
  readonly u32: number;
  readonly u64: bigint;
  readonly u128: bigint;
  readonly word: Hex;
}
export type FieldType = keyof FieldValues;

const FIELD_BYTES: Readonly<Record<FieldType, number>> = { kind: 1, u32: 4, u64: 8, u128: 16, word: 32 };

/** The fields of a message in the order of their encoding. The one list of them: everything else follows from it. */
const FIELDS = {
  kind: 'kind',
  source: 'u32',
  destination: 'u32',
  /** Position in the lane, from 0. */
  nonce: 'u64',
  sourceBridge: 'word',
  destinationBridge: 'word',
  /** Domain of the moved asset's home; see assetHomeOf. */
  assetHome: 'u32',
  /** Receives a refund. For a Cancel: the cancelled message's sender. */
  sender: 'word',
  /** Receives the tokens. For a Cancel: the cancelled message's sender. */
  recipient: 'word',
  /** In wire units of the asset. */
  wireAmount: 'u128',
  /** The caller's reference or zero. For a Cancel: the cancelled messageId. */
  reference: 'word',
} as const satisfies Readonly<Record<string, FieldType>>;

/** A bridge message. */
export type Message = { readonly [Name in keyof typeof FIELDS]: FieldValues[(typeof FIELDS)[Name]] };
export type FieldName = keyof Message;

/** The type of the field `Name`. */
export type FieldTypeOf<Name extends FieldName> = (typeof FIELDS)[Name];

/** A field of an encoded message: `bytes` bytes, big-endian, from `offset` on. */
export interface MessageField {
  readonly name: FieldName;
  readonly type: FieldType;
  readonly offset: number;
  readonly bytes: number;
}

/** The fields of an encoded message, in its order. */
export const MESSAGE_FIELDS: readonly MessageField[] = layOut(FIELDS);

/** Bytes of an encoded message. */
export const MESSAGE_LENGTH = MESSAGE_FIELDS.reduce((length, { bytes }) => length + bytes, VERSION_BYTES);

function layOut(types: Readonly<Record<FieldName, FieldType>>): readonly MessageField[] {
  let end = VERSION_BYTES;
  return (Object.keys(types) as FieldName[]).map((name) => {
    const type = types[name];
    const offset = end;
    end += FIELD_BYTES[type];
    return { name, type, offset, bytes: FIELD_BYTES[type] };
  });
}

/** For each type, what turns a field's form in some representation of a message into its value. */
export type FieldReaders<Raw> = { readonly [Type in FieldType]: (raw: Raw) => FieldValues[Type] };

/** The message whose fields are `rawOf(field)` in another representation. Throws what `rawOf` and `readers` throw. */
export const readMessage = <Raw>(rawOf: (field: MessageField) => Raw, readers: FieldReaders<Raw>): Message =>
  collect((field) => readers[field.type](rawOf(field)));

/** The message in `row`, which may have further members. */
export const messageIn = (row: Message): Message => collect(({ name }) => row[name]);

function collect(valueIn: (field: MessageField) => unknown): Message {
  const message: Partial<Record<FieldName, unknown>> = {};
  for (const field of MESSAGE_FIELDS) message[field.name] = valueIn(field);
  return message as Message;
}

/** Status of a message on its destination. The values are the contracts'. */
export const STATUS = { none: 0, executed: 1, cancelled: 2, replaced: 3 } as const;
export type Status = keyof typeof STATUS;

/** Encodes a message in 198 bytes: version 1, big-endian, packed. Throws RangeError when a field does not fit. */
export function encodeMessage(message: Message): Hex {
  parseKind(message.kind);
  return concatHex(
    uintToHex(MESSAGE_VERSION, VERSION_BYTES),
    ...MESSAGE_FIELDS.map((field) => encodeField(field, message[field.name])),
  );
}

const encodeField = ({ name, type, bytes }: MessageField, value: Message[FieldName]): Hex =>
  type === 'word' ? exactHex(value as Hex, bytes, name) : uintToHex(value as bigint | number, bytes);

/** Decodes a message of 198 bytes. Throws RangeError on another length, version or kind. */
export function decodeMessage(encoded: Hex): Message {
  const hex = exactHex(encoded, MESSAGE_LENGTH, 'a message');
  const part = (offset: number, bytes: number): Hex => `0x${hex.slice(2 + 2 * offset, 2 + 2 * (offset + bytes))}`;
  if (Number(part(0, VERSION_BYTES)) !== MESSAGE_VERSION) throw new RangeError('unknown message version');
  return readMessage(({ offset, bytes }) => part(offset, bytes), PACKED);
}

const PACKED: FieldReaders<Hex> = {
  kind: (hex) => parseKind(Number(hex)),
  u32: Number,
  u64: BigInt,
  u128: BigInt,
  word: (hex) => hex,
};

/** True when `value` is a known kind of message. */
export const isKind = (value: number): value is Kind => Object.values<number>(KIND).includes(value);

/** `value` as a Kind. Throws RangeError on any other number. */
export function parseKind(value: number): Kind {
  if (!isKind(value)) throw new RangeError(`unknown message kind ${value}`);
  return value;
}

/** keccak256 of the encoded message: the on-chain orderId. */
export const messageIdOf = (message: Message): Hex => keccak256(encodeMessage(message));

/** The assetHome of a Lock or Burn from `source` to `destination`. */
export function assetHomeOf(kind: typeof KIND.lock | typeof KIND.burn, source: Domain, destination: Domain): Domain {
  return kind === KIND.lock ? source : destination;
}

/**
 * The Cancel message that undoes a Lock or Burn. It travels the reverse lane with that lane's `nonce`, moves the same
 * amount of the same asset to the cancelled message's sender, and carries the cancelled messageId as its reference.
 * Throws RangeError on a Cancel.
 */
export function cancelOf(message: Message, nonce: bigint): Message {
  if (message.kind === KIND.cancel) throw new RangeError('a Cancel cannot be cancelled');
  return {
    ...message,
    kind: KIND.cancel,
    source: message.destination,
    destination: message.source,
    nonce,
    sourceBridge: message.destinationBridge,
    destinationBridge: message.sourceBridge,
    recipient: message.sender,
    reference: messageIdOf(message),
  };
}

/**
 * True when `cancel` equals, field by field, the Cancel that the destination of `message` emits for it. Any other
 * message that refers to `message` undoes nothing, whatever bridge emitted it.
 */
export const isGenuineCancel = (cancel: Message, message: Message): boolean =>
  message.kind !== KIND.cancel && encodeMessage(cancelOf(message, cancel.nonce)) === encodeMessage(cancel);

/**
 * The function that executes a message on its destination: releaseTokens where the asset is canonical, otherwise
 * mintTokens. Both refuse a message whose assetHome breaks the rules above.
 */
export const executionOf = (message: Message): 'mintTokens' | 'releaseTokens' =>
  message.assetHome === message.destination ? 'releaseTokens' : 'mintTokens';

import type { NonFungibleIdType, NonFungibleLocalId } from '@radixdlt/babylon-core-api-sdk';

/** Scrypto SBOR's prefix, followed by the kind of a non-fungible id. */
const SBOR_ID = Buffer.from([0x5c, 0xc0]);

interface IdForm {
  readonly type: NonFungibleIdType;
  /** The written form of the id: its content in specific brackets. */
  readonly written: RegExp;
  /** The SBOR after the kind: the index of the form, then the content. */
  encode(content: string): Uint8Array;
}

const sized = (bytes: Buffer) => Buffer.concat([Buffer.from([bytes.length]), bytes]);

function bigEndian64(digits: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(digits));
  return bytes;
}

/** The forms of ids in SBOR's order. Contents have at most 64 bytes, so one byte holds their length. */
const FORMS: readonly IdForm[] = [
  { type: 'String', written: /^<(.*)>$/, encode: (text) => sized(Buffer.from(text)) },
  { type: 'Integer', written: /^#(\d+)#$/, encode: bigEndian64 },
  { type: 'Bytes', written: /^\[([\da-f]*)\]$/, encode: (hex) => sized(Buffer.from(hex, 'hex')) },
  { type: 'RUID', written: /^\{([\da-f-]*)\}$/, encode: (hex) => Buffer.from(hex.replaceAll('-', ''), 'hex') },
];

/** The API's form of an id within its resource. Its text is `#1#`, `<one>`, `[01]` or `{…}`. */
export function nonFungibleLocalId(text: string): NonFungibleLocalId {
  for (const [index, { type, written, encode }] of FORMS.entries()) {
    const content = written.exec(text)?.[1];
    if (content === undefined) continue;
    const sbor = Buffer.concat([SBOR_ID, Buffer.from([index]), encode(content)]);
    return { simple_rep: text, id_type: type, sbor_hex: sbor.toString('hex') };
  }
  throw new Error(`the engine gave ${text} for an id`);
}

import type { NonFungibleIdType, NonFungibleLocalId } from '@radixdlt/babylon-core-api-sdk';

/** Scrypto SBOR's prefix, and its kind of value that is an id. */
const SBOR_ID = Buffer.from([0x5c, 0xc0]);

interface IdForm {
  readonly type: NonFungibleIdType;
  /** How the id is written: its content in brackets of its own. */
  readonly written: RegExp;
  /** What SBOR says after the kind: which form it is, then the content. */
  encode(content: string): Uint8Array;
}

const sized = (bytes: Buffer) => Buffer.concat([Buffer.from([bytes.length]), bytes]);

function bigEndian64(digits: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(digits));
  return bytes;
}

/** The forms of ids, in the order that SBOR counts them. Contents are at most 64 bytes, so that a byte tells their size. */
const FORMS: readonly IdForm[] = [
  { type: 'String', written: /^<(.*)>$/, encode: (text) => sized(Buffer.from(text)) },
  { type: 'Integer', written: /^#(\d+)#$/, encode: bigEndian64 },
  { type: 'Bytes', written: /^\[([\da-f]*)\]$/, encode: (hex) => sized(Buffer.from(hex, 'hex')) },
  { type: 'RUID', written: /^\{([\da-f-]*)\}$/, encode: (hex) => Buffer.from(hex.replaceAll('-', ''), 'hex') },
];

/** How the API tells of an id within its resource, which is written as `#1#`, `<one>`, `[01]` or `{…}`. */
export function nonFungibleLocalId(text: string): NonFungibleLocalId {
  for (const [index, { type, written, encode }] of FORMS.entries()) {
    const content = written.exec(text)?.[1];
    if (content === undefined) continue;
    const sbor = Buffer.concat([SBOR_ID, Buffer.from([index]), encode(content)]);
    return { simple_rep: text, id_type: type, sbor_hex: sbor.toString('hex') };
  }
  throw new Error(`the engine gave ${text} for an id`);
}

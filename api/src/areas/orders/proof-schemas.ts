import Type, { type Static } from 'typebox';
import { named, nullable } from '../../http/schema/schema.ts';
import { EVM_HASH, RADIX_ID, SOLANA_SIGNATURE } from './examples.ts';

const word = (description: string) =>
  Type.String({ description, examples: [`0x${'00'.repeat(12)}${'5a'.repeat(20)}`] });
const domain = (description: string) => Type.Integer({ minimum: 0, description, examples: [31101] });

const message = Type.Object(
  {
    kind: Type.Integer({ description: '1 Lock, 2 Burn.', examples: [1] }),
    source: domain('Domain of the source chain, as `GET /networks` lists it.'),
    destination: domain('Domain of the destination.'),
    nonce: Type.String({ description: 'Position in the lane, from 0.', examples: ['42'] }),
    sourceBridge: word('The source’s bridge.'),
    destinationBridge: word('The destination’s bridge.'),
    assetHome: domain('Domain of the asset’s home.'),
    sender: word('Receives a refund.'),
    recipient: word('Receives the tokens.'),
    wireAmount: Type.String({ description: 'In wire units of the asset.', examples: ['500000000'] }),
    reference: word('The order’s reference.'),
  },
  {
    description:
      'The message as the source’s bridge emitted it. keccak256 of its 198 bytes is `messageId`. Words are 32 bytes in ' +
      'hexadecimal; an address in one is left-padded.',
  },
);

/** Where a committed interval begins, and how long it is. */
export const intervalFields = {
  firstNonce: Type.String({ description: 'Nonce of the interval’s first message.', examples: ['40'] }),
  count: Type.Integer({ minimum: 1, description: 'Messages in the interval.', examples: [8] }),
};

const interval = Type.Object(
  {
    ...intervalFields,
    root: Type.String({ description: 'The root that the destination holds.', examples: [`0x${'9d'.repeat(32)}`] }),
    transaction: Type.String({
      description: 'The transaction on the destination that committed the root, in its chain’s own form.',
      examples: [EVM_HASH, SOLANA_SIGNATURE, RADIX_ID],
    }),
    siblings: nullable(
      Type.Array(Type.String(), {
        description:
          'From the leaf, keccak256 of `messageId`, to the root. They are made of the source’s messages alone. Null while ' +
          'not all of these are known here.',
      }),
    ),
  },
  { description: 'The committed interval on the destination that contains the message.' },
);

const EXAMPLE = {
  messageId: `0x${'77'.repeat(32)}`,
  message: {
    ...{ kind: 1, source: 31101, destination: 31102, nonce: '42', assetHome: 31101, wireAmount: '500000000' },
    ...{
      sourceBridge: `0x${'00'.repeat(12)}${'a1'.repeat(20)}`,
      destinationBridge: `0x${'00'.repeat(12)}${'b2'.repeat(20)}`,
    },
    ...{ sender: `0x${'00'.repeat(12)}${'5a'.repeat(20)}`, recipient: `0x${'00'.repeat(12)}${'5b'.repeat(20)}` },
    reference: `0x${'3c'.repeat(32)}`,
  },
  interval: {
    ...{ firstNonce: '40', count: 8, root: `0x${'9d'.repeat(32)}`, transaction: EVM_HASH },
    siblings: ['1a', '2b', '3c'].map((byte) => `0x${byte.repeat(32)}`),
  },
};

/** Answer of GET /orders/{id}/proof. */
export const orderProof = named(
  'OrderProof',
  Type.Object(
    {
      messageId: nullable(Type.String({ examples: [`0x${'77'.repeat(32)}`] })),
      message: nullable(message),
      interval: nullable(interval),
    },
    { description: 'Fields are null until they exist.', examples: [EXAMPLE] },
  ),
);
export type OrderProof = Static<typeof orderProof>;

import Type from 'typebox';
import { named } from '../../http/schema.ts';

/** An unsigned transaction on an EVM chain, in the form of EIP-1193 wallets. */
const evmTransaction = named(
  'EvmTransaction',
  Type.Object(
    {
      kind: Type.Literal('evm'),
      from: Type.Optional(Type.String()),
      to: Type.String(),
      data: Type.String({ description: 'Calldata in hexadecimal.' }),
      value: Type.String({ description: 'Wei in hexadecimal.', examples: ['0x0'] }),
      chainId: Type.String({ description: 'In hexadecimal.', examples: ['0x1'] }),
    },
    { title: 'EVM transaction', description: 'A transaction request; the wallet fills in gas and fees.' },
  ),
);

/** An unsigned transaction on Solana. */
const solanaTransaction = named(
  'SolanaTransaction',
  Type.Object(
    {
      kind: Type.Literal('solana'),
      transaction: Type.String({ description: 'The transaction in version 0 with an empty signature, base64.' }),
      feePayer: Type.String({ description: 'The only signer, who pays too: `fromAddress`.' }),
      recentBlockhash: Type.String(),
      lastValidBlockHeight: Type.Integer({
        description:
          'The block hash is valid up to this block height, for about a minute. Later, compile `instructions` with a ' +
          'newer block hash.',
      }),
      instructions: Type.Array(
        Type.Object({
          programId: Type.String(),
          accounts: Type.Array(
            Type.Object({ pubkey: Type.String(), isSigner: Type.Boolean(), isWritable: Type.Boolean() }),
          ),
          data: Type.String({ description: 'base64' }),
        }),
        { description: 'The same instructions, for wallets that compile transactions themselves.' },
      ),
    },
    { title: 'Solana transaction' },
  ),
);

/** An unsigned transaction on Radix. */
const radixTransaction = named(
  'RadixTransaction',
  Type.Object(
    {
      kind: Type.Literal('radix'),
      networkId: Type.Integer({ description: '1 mainnet, 2 stokenet, 242 a local network.', examples: [1] }),
      manifest: Type.String({
        description: 'The transaction manifest without a fee payment, which the wallet adds.',
      }),
      blobs: Type.Array(Type.String(), { description: 'Blobs of the manifest in hexadecimal.' }),
    },
    { title: 'Radix transaction' },
  ),
);

/** An unsigned transaction in the form of its chain. */
export const unsignedTransaction = Type.Union([evmTransaction, solanaTransaction, radixTransaction]);

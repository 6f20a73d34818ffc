import { z } from 'zod';

/** An unsigned transaction on Solana. */
export const solanaTransaction = z
  .object({
    kind: z.literal('solana'),
    transaction: z.string().meta({ description: 'The transaction in version 0 with an empty signature, base64.' }),
    feePayer: z.string().meta({ description: 'The only signer, who pays too: `fromAddress`.' }),
    recentBlockhash: z.string(),
    lastValidBlockHeight: z.int().meta({
      description:
        'The block hash is valid up to this block height, for about a minute. Later, compile `instructions` with a ' +
        'newer block hash.',
    }),
    instructions: z
      .array(
        z.object({
          programId: z.string(),
          accounts: z.array(z.object({ pubkey: z.string(), isSigner: z.boolean(), isWritable: z.boolean() })),
          data: z.string().meta({ description: 'base64' }),
        }),
      )
      .meta({ description: 'The same instructions, for wallets that compile transactions themselves.' }),
  })
  .meta({ title: 'Solana transaction' });
export type SolanaTransaction = Readonly<z.infer<typeof solanaTransaction>>;

import { z } from 'zod';

/** An unsigned transaction on Radix. */
export const radixTransaction = z
  .object({
    kind: z.literal('radix'),
    networkId: z.int().meta({ description: '1 mainnet, 2 stokenet, 242 a local network.', examples: [1] }),
    manifest: z.string().meta({
      description: 'The transaction manifest without a fee payment, which the wallet adds.',
    }),
    blobs: z.array(z.string()).meta({ description: 'Blobs of the manifest in hexadecimal.' }),
  })
  .meta({ title: 'Radix transaction' });
export type RadixTransaction = Readonly<z.infer<typeof radixTransaction>>;

import { z } from 'zod';

/** An unsigned transaction on an EVM chain, in the form of EIP-1193 wallets. */
export const evmTransaction = z
  .object({
    kind: z.literal('evm'),
    /** Absent when the sender is unknown. */
    from: z.string().optional(),
    to: z.string(),
    data: z.string().meta({ description: 'Calldata in hexadecimal.' }),
    value: z.string().meta({ description: 'Wei in hexadecimal.', examples: ['0x0'] }),
    chainId: z.string().meta({ description: 'In hexadecimal.', examples: ['0x1'] }),
  })
  .meta({ title: 'EVM transaction', description: 'A transaction request; the wallet fills in gas and fees.' });
export type EvmTransaction = Readonly<z.infer<typeof evmTransaction>>;

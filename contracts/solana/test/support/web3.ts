import type { AccountRole, Address, Instruction } from '@solana/kit';
import type { TransactionInstruction } from '@solana/web3.js';

/** An instruction of web3.js in kit's form. */
export const fromWeb3 = ({ programId, keys, data }: TransactionInstruction): Instruction => ({
  programAddress: programId.toBase58() as Address,
  accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({
    address: pubkey.toBase58() as Address,
    role: ((isSigner ? 2 : 0) + (isWritable ? 1 : 0)) as AccountRole,
  })),
  data: new Uint8Array(data),
});

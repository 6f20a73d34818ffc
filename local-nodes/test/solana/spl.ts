import {
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  getAssociatedTokenAddressSync,
  MINT_SIZE,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { Keypair, type PublicKey, SystemProgram } from '@solana/web3.js';
import type { TestNode } from './support.ts';

/** An SPL token whose mint authority is the payer of the tests. */
export interface TestToken {
  readonly address: PublicKey;
  /** Creates the associated account of `owner`. Returns the signature. */
  openAccount(owner: PublicKey): Promise<string>;
  /** Mints to the associated account of `owner`, and creates the account if it is missing. */
  mint(owner: PublicKey, amount: bigint): Promise<string>;
}

/** Creates a token in the open slot. */
export async function createToken(test: TestNode, decimals: number): Promise<TestToken> {
  const { payer } = test;
  const mint = Keypair.generate();
  const address = mint.publicKey;
  const lamports = await test.at.processed.getMinimumBalanceForRentExemption(MINT_SIZE);
  await test.send(
    [
      SystemProgram.createAccount({
        ...{ fromPubkey: payer.publicKey, newAccountPubkey: address, lamports },
        ...{ space: MINT_SIZE, programId: TOKEN_PROGRAM_ID },
      }),
      createInitializeMint2Instruction(address, decimals, payer.publicKey, null),
    ],
    [mint],
  );
  const open = (owner: PublicKey) =>
    createAssociatedTokenAccountIdempotentInstruction(
      ...([payer.publicKey, getAssociatedTokenAddressSync(address, owner), owner, address] as const),
    );
  return {
    address,
    openAccount: (owner) => test.send([open(owner)]),
    mint: (owner, amount) =>
      test.send([
        open(owner),
        createMintToInstruction(address, getAssociatedTokenAddressSync(address, owner), payer.publicKey, amount),
      ]),
  };
}

// The last file of its suite: it stops the relayer, and leaves a lane that differs.
import { seesForgedMint } from '../scenarios/forgery.ts';
import { sharedStack } from '../support/shared.ts';
import { SOLANA } from '../support/solana-control.ts';

describe('a mint that stolen keys made on Solana', function () {
  this.timeout(400_000);
  seesForgedMint(SOLANA, () => sharedStack(SOLANA));
});

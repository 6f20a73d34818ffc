// The last file of its suite: it stops the relayer, and leaves a lane that differs.
import { seesForgedMint } from '../scenarios/forgery.ts';
import { EVM } from '../support/evm-control.ts';
import { sharedStack } from '../support/shared.ts';

describe('a mint that stolen keys made on an EVM chain', function () {
  this.timeout(400_000);
  seesForgedMint(EVM, () => sharedStack(EVM));
});

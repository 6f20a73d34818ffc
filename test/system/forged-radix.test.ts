// The last file of its suite: it stops the relayer, and leaves a lane that differs.
import { seesForgedMint } from '../scenarios/forgery.ts';
import { RADIX } from '../support/radix-control.ts';
import { sharedStack } from '../support/shared.ts';

describe('a mint that stolen keys made on Radix', function () {
  this.timeout(400_000);
  seesForgedMint(RADIX, () => sharedStack(RADIX));
});

import { seesForgedMint } from '../scenarios/forgery.ts';
import { describeSystem } from '../scenarios/whole-system.ts';
import { SOLANA } from '../support/solana-control.ts';

const stackOf = describeSystem(SOLANA);

describe('a mint that stolen keys made', function () {
  this.timeout(400_000);
  seesForgedMint(SOLANA, stackOf);
});

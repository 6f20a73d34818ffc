import { killsWithSeveralUnderWay } from '../scenarios/crashes-under-way.ts';
import { sharedStack } from '../support/shared.ts';
import { SOLANA } from '../support/solana-control.ts';

describe('a relayer that is killed with several transactions under way, to Solana', function () {
  this.timeout(400_000);
  killsWithSeveralUnderWay(SOLANA, () => sharedStack(SOLANA));
});

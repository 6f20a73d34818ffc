import { killsWithSeveralUnderWay } from '../scenarios/crashes-under-way.ts';
import { EVM } from '../support/evm-control.ts';
import { sharedStack } from '../support/shared.ts';

describe('a relayer that is killed with several transactions under way, to EVM', function () {
  this.timeout(400_000);
  killsWithSeveralUnderWay(EVM, () => sharedStack(EVM));
});

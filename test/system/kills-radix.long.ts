import { killsWithSeveralUnderWay } from '../scenarios/crashes-under-way.ts';
import { RADIX } from '../support/radix-control.ts';
import { sharedStack } from '../support/shared.ts';

describe('a relayer that is killed with several transactions under way, to Radix', function () {
  this.timeout(400_000);
  killsWithSeveralUnderWay(RADIX, () => sharedStack(RADIX));
});

import { settlerConformance } from '../../conformance/src/settler-conformance.ts';
import { RADIX_SETTLER } from './support/settler-under-test.ts';

settlerConformance(RADIX_SETTLER);

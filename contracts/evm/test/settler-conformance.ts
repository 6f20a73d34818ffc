import { settlerConformance } from '../../conformance/src/settler-conformance.ts';
import { EVM_SETTLER } from './helpers/settler-under-test.ts';

settlerConformance(EVM_SETTLER);

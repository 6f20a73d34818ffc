import { settlerConformance } from '../../conformance/src/settler-conformance.ts';
import { SOLANA_SETTLER } from './support/settler-under-test.ts';

settlerConformance(SOLANA_SETTLER);

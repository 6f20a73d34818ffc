import { conformance } from '../../conformance/src/conformance.ts';
import { SOLANA } from './support/under-test.ts';

conformance(SOLANA);

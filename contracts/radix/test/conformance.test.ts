import { conformance } from '../../conformance/src/conformance.ts';
import { RADIX } from './support/under-test.ts';

conformance(RADIX);

import { conformance } from '../../conformance/src/conformance.ts';
import { EVM } from './helpers/under-test.ts';

conformance(EVM);

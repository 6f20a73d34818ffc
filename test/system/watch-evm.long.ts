import { describeThefts } from '../scenarios/thefts.ts';
import { EVM } from '../support/evm-control.ts';

describeThefts(EVM);

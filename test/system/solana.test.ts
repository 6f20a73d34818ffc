import { describeSystem } from '../scenarios/whole-system.ts';
import { SOLANA } from '../support/solana-control.ts';

describeSystem(SOLANA);

import { describeThefts } from '../scenarios/thefts.ts';
import { SOLANA } from '../support/solana-control.ts';

describeThefts(SOLANA);

import { describeThefts } from '../scenarios/thefts.ts';
import { RADIX } from '../support/radix-control.ts';

describeThefts(RADIX);

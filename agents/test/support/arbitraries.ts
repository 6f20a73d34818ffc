import { cases } from '@causeway/protocol/test-support/cases';
import fc from 'fast-check';

fc.configureGlobal(cases(200, 10_000));

import type { SettlerKind } from './settler-under-test.ts';
import { fill } from './suites/settler/fill.ts';
import { giveBack } from './suites/settler/give-back.ts';
import { invariants } from './suites/settler/invariants.ts';
import { settle } from './suites/settler/settle.ts';
import { withdraw } from './suites/settler/withdraw.ts';

const SUITES = [fill, settle, giveBack, withdraw, invariants];

/** The rules of swaps, as tests of one kind of chain. */
export function settlerConformance(kind: SettlerKind): void {
  describe(`swaps on ${kind.name}`, () => {
    for (const suite of SUITES) suite(kind);
  });
}

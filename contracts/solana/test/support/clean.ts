import assert from 'node:assert/strict';
import type { Receipt } from './chain.ts';

/** The runtime's errors of a program that crashes. */
const CRASHES = /^(?:ProgramFailedToComplete|ComputationalBudgetExceeded|InvalidError|ProgramEnvironmentSetupFailure)$/;

/** Asserts that the call failed by a decision of the program or the runtime, not by a crash. */
export function assertCleanFailure({ error, logs }: Receipt, what: string): void {
  assert.notEqual(error, undefined, `${what} should fail`);
  assertClean({ error, logs }, what);
}

/** Asserts that the call, if it failed, did not crash. */
export function assertClean({ error, logs }: Pick<Receipt, 'error' | 'logs'>, what: string): void {
  if (error === undefined) return;
  assert.doesNotMatch(error, CRASHES, what);
  assert.doesNotMatch(logs.join('\n'), /panicked|Access violation|memory|stack/i, what);
}

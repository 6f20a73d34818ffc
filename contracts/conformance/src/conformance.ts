import type { Kind } from './bridge-under-test.ts';
import { burnTokens } from './suites/burn-tokens.ts';
import { cancelOrder } from './suites/cancel-order.ts';
import { claim } from './suites/claim.ts';
import { commitRoot } from './suites/commit-root.ts';
import { executeMany } from './suites/execute-many.ts';
import { fees } from './suites/fees.ts';
import { invariants } from './suites/invariants.ts';
import { lockTokens } from './suites/lock-tokens.ts';
import { mintTokens } from './suites/mint-tokens.ts';
import { openRemote } from './suites/open-remote.ts';
import { pauses } from './suites/pauses.ts';
import { releaseTokens } from './suites/release-tokens.ts';
import { remotePauses } from './suites/remote-pauses.ts';
import { replaceRoot } from './suites/replace-root.ts';
import { roles } from './suites/roles.ts';
import { setLimits } from './suites/set-limits.ts';
import { setOracle } from './suites/set-oracle.ts';
import { setRemote } from './suites/set-remote.ts';
import { vectors } from './suites/vectors.ts';

const SUITES = [
  ...[lockTokens, burnTokens, commitRoot, mintTokens, releaseTokens, cancelOrder, executeMany, claim],
  ...[replaceRoot, setRemote, openRemote, setLimits, setOracle, roles, pauses, remotePauses, fees, vectors, invariants],
];

/** The protocol's rules, as tests of one kind of chain. */
export function conformance(kind: Kind): void {
  describe(`the protocol on ${kind.name}`, () => {
    for (const suite of SUITES) suite(kind);
  });
}

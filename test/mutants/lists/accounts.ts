import { type Mutant, mutantsOf } from '../mutant.ts';

/** What a destination did, compared with what its sources sent, and the delay of large amounts. */
export const ACCOUNT_MUTANTS: readonly Mutant[] = mutantsOf('accounts', {
  'relayer/src/account/comparison.ts': {
    'a root is compared with the messages of its source': ['return final === root ?', "return final !== '0x' ?"],
    'a root over what was never sent differs': [
      'emitted.value.nextOutboundNonce >= firstNonce + BigInt(count)',
      'emitted.value.nextOutboundNonce >= 0n',
    ],
    'endpoints that stand still prove nothing': [
      'if (!head || head.timeMs < wholeSecond(at.block.timeMs))',
      'if (!head)',
    ],
    'an execution of an unknown message waits for the scan of its source': [
      'if (unknown.length > 0 && waiting.size === 0)',
      'if (unknown.length > 0)',
    ],
    'what another root replaced is not compared': ['if (!row.inForce) return undefined;', ''],
  },
  'relayer/src/account/paid.ts': {
    'an execution is compared by every field of its event': [
      'names.filter((name) => paid[name] !== FIELDS[name](message))',
      "names.filter((name) => name !== 'reference' && paid[name] !== FIELDS[name](message))",
    ],
  },
  'relayer/src/signer/accounts.ts': {
    'no lock is executed on a lane that differs': ['if (await comparisons.differs(lane)) {', 'if (wireAmount < 0n) {'],
    'no more is executed than waits': ['wireAmount + unexplained > waiting', 'wireAmount > waiting'],
  },
  'relayer/src/signer/policy.ts': {
    'refunds and cancellations go on while a lane differs': [
      "'execute' in action && row.message.kind !== KIND.cancel;",
      "'execute' in action;",
    ],
  },
  'relayer/src/signer/delays.ts': {
    'a large amount waits until its time': ['if (now.value.timeMs >= until)', 'if (now.value.timeMs >= 0)'],
  },
  'relayer/src/plan/selection.ts': {
    'the relayer plans no large amount before its time': [
      'if (heldMs > this.#reading.finalizedTimeMs) {',
      'if (heldMs < 0) {',
    ],
    'the relayer plans no lock of a lane that differs': [
      'if (row.message.kind !== KIND.cancel && this.#reading.differing.has(row.message.source)) {',
      'if (row.message.nonce < 0n) {',
    ],
  },
  'relayer/src/view/waiting.ts': {
    'a status below a wrong root is not an execution that a view misses': [
      'proveRows(lane, [first, ...rest]).batch.root !== root;',
      'root.length === 0;',
    ],
  },
  'chains/src/config/delay-above.ts': {
    'the messages of a sender count together for an hour': [
      'Math.abs(timeMs - message.timeMs) <= DELAY_WINDOW_MS',
      'timeMs > message.timeMs && timeMs - message.timeMs <= DELAY_WINDOW_MS',
    ],
    'exactly the amount does not wait': ['if (message.wireAmount > above)', 'if (message.wireAmount >= above)'],
  },
  'storage/src/bridge/comparison-statements.ts': {
    'a difference stops both directions between two chains': [
      "or(between('source', 'destination'), between('destination', 'source')),",
      "between('source', 'destination'),",
    ],
    'an acknowledged execution counts no more': [
      'const counting = isNull(laneDifferences.acknowledgedAtMs);',
      'const counting = or(isNull(laneDifferences.acknowledgedAtMs), eq(laneDifferences.kind, laneDifferences.kind));',
    ],
  },
});

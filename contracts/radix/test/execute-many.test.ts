// What the call for many orders does on Radix alone; its rules are in the conformance suites.
import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { wordOf } from './support/addresses.ts';
import type { Call } from './support/call.ts';
import { keyOf } from './support/keys.ts';
import { refuseDeposits } from './support/recipients.ts';
import { USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';
import { useAccounts } from './support/tokens.ts';

describe('execute_many', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;
  const mints = (recipients: readonly string[]) => recipients.map(() => 'mintTokens' as const);
  /** Accounts with these names, and an interval of a mint to each. */
  function commitTo(names: readonly string[]) {
    const recipients = names.map(keyOf);
    useAccounts(chain, USER, recipients);
    return {
      recipients,
      committed: bridge.commit(recipients.map((to) => bridge.inbound(KIND.lock, { recipient: wordOf(to) }))),
    };
  }

  it('credits a recipient that refuses a mint, and mints for its neighbours', () => {
    const { recipients, committed } = commitTo(['one', 'refuses', 'three']);
    refuseDeposits(chain, recipients[1] as (typeof recipients)[0]);
    const { emitted } = bridge.run(calls.executeMany(committed, 0, mints(recipients)));
    assert.deepEqual(
      emitted.map(({ data }) => data.credited),
      [false, true, false],
    );
  });

  it('is refused for accounts other than the recipients of its orders', () => {
    const { recipients, committed } = commitTo(['one', 'two']);
    const call = calls.executeMany(committed, 0, mints(recipients));
    const given = (accounts: readonly string[]): Call => ({ ...call, args: { ...call.args, recipients: accounts } });
    const [one, two] = recipients as [string, string];
    bridge.refuse(given([two, one]), 'InvalidRecipient');
    bridge.refuse(given([one]), 'MalformedProof');
    bridge.refuse(given([one, two, two]), 'MalformedProof');
    bridge.run(call);
  });
});

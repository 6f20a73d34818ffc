import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { type Address, wordOf } from './support/addresses.ts';
import { type Call, withArgs } from './support/call.ts';
import { ADMIN, MEMBERS, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';

describe('releaseTokens of XRD', () => {
  const bridge = useBridge();
  const { calls, chain, unit } = bridge;
  const releaseTo = (recipient: Address): Call => {
    const message = bridge.inbound(KIND.burn, { recipient: wordOf(recipient) });
    return calls.release(bridge.commitAround(message), 2);
  };

  beforeEach(() => {
    bridge.run(calls.lock({ amount: 1_000_000n * unit }));
  });

  it('is refused for a recipient that is no account', () => {
    const call = releaseTo(USER);
    for (const recipient of [bridge.address, bridge.canonical, bridge.locker])
      bridge.fails(withArgs(call, { recipient }), /SchemaValidation|TypeCheckError/);
  });

  // Every recipient gets paid or credited, whatever entity it is.
  for (const [name, recipient] of Object.entries({
    user: USER,
    admin: ADMIN,
    'oracle member that signs': MEMBERS[0] as Address,
    'oracle member that does not sign': MEMBERS[4] as Address,
  }))
    it(`pays the ${name}`, () => {
      const before = chain.balance(recipient, bridge.canonical);
      bridge.run(releaseTo(recipient));
      assert.equal(chain.balance(recipient, bridge.canonical), before + 1_000n * unit);
    });
});

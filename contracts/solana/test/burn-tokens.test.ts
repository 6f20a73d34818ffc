import { useBridge } from './support/bridge.ts';
import { withAccounts } from './support/call.ts';
import { REMOTE, STRANGER } from './support/setting.ts';

describe('burnTokens', () => {
  const bridge = useBridge();
  const { calls } = bridge;
  const mint = calls.mintOf(REMOTE);

  beforeEach(() => bridge.giveBridged(1_000n));

  it('takes no token account that the sender may not spend from', () => {
    // The program passes on only the sender's signature.
    const senderToken = bridge.giveTokens(STRANGER, 500n, mint);
    bridge.fails(withAccounts(calls.burn({ amount: 100n }), { senderToken }), 'Custom(4)');
  });

  it('fails when the sender’s account is frozen', () => {
    bridge.giveTokens(STRANGER, 100n, mint, true);
    bridge.fails(calls.burn({ amount: 100n, sender: STRANGER }), 'Custom(17)');
  });
});

import { KIND } from '@causeway/protocol';
import fc from 'fast-check';
import { anyAddress, anyWord, ZERO_WORD } from '../../test-support/bytes.ts';
import { addressOf, wordOf } from './support/addresses.ts';
import { messageFields, useBridge } from './support/bridge.ts';
import { GUARDIAN, REFERENCE, STRANGER } from './support/setting.ts';

describe('lockTokensWithReference', () => {
  const bridge = useBridge();
  const tokens = useBridge({ decimals: 6 });
  const { calls, chain } = bridge;

  it('emits the reference and the address to refund instead of the sender', () => {
    fc.assert(
      fc.property(anyWord, anyAddress, (reference, sender) => {
        chain.restore();
        const message = { ...bridge.outbound(KIND.lock, 0n, 100n), reference, sender };
        const call = calls.lock({ amount: 100n, reference, refundAddress: addressOf(sender) });
        bridge.runEmitting(call, 'tokensLocked', messageFields(message));
      }),
      { numRuns: 20, seed: 2 },
    );
  });

  it('is the same with a token', () => {
    const message = { ...tokens.outbound(KIND.lock, 0n, 100n), reference: REFERENCE, sender: wordOf(STRANGER) };
    const call = tokens.calls.lock({ amount: 100n, reference: REFERENCE, refundAddress: STRANGER });
    tokens.runEmitting(call, 'tokensLocked', messageFields(message));
  });

  it('is refused without an address to refund', () => {
    bridge.refuse(calls.lock({ amount: 100n, refundAddress: addressOf(ZERO_WORD) }), 'InvalidRefundAddress');
  });

  it('is refused while outbound is paused', () => {
    bridge.run(calls.pause('pauseOutbound', GUARDIAN));
    bridge.refuse(calls.lock({ amount: 100n, reference: REFERENCE }), 'OutboundPaused');
  });
});

import { KIND } from '@causeway/protocol';
import fc from 'fast-check';
import { anyWord } from '../../test-support/bytes.ts';
import { accountOf, wordOf } from './support/addresses.ts';
import { messageFields } from './support/bridge.ts';
import { withArgs } from './support/call.ts';
import { GUARDIAN, REFERENCE, STRANGER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';

/** Accounts of unused keys. */
const anyAccount = fc.uint8Array({ minLength: 29, maxLength: 29 }).map(accountOf);

describe('lockTokensWithReference', () => {
  const bridge = useBridge();
  const tokens = useBridge({ divisibility: 6 });
  const { calls, chain, unit } = bridge;

  it('emits the reference and the address to refund instead of the sender', () => {
    fc.assert(
      fc.property(anyWord, anyAccount, (reference, refundAddress) => {
        chain.restore();
        const message = { ...bridge.outbound(KIND.lock, 0n, 100n), reference, sender: wordOf(refundAddress) };
        const call = calls.lock({ amount: 100n * unit, reference, refundAddress });
        bridge.runEmitting(call, 'TokensLocked', messageFields(message));
      }),
      { numRuns: 15, seed: 2 },
    );
  });

  it('is the same with a token', () => {
    const message = { ...tokens.outbound(KIND.lock, 0n, 100n), reference: REFERENCE, sender: wordOf(STRANGER) };
    const call = tokens.calls.lock({ amount: 100n * tokens.unit, reference: REFERENCE, refundAddress: STRANGER });
    tokens.runEmitting(call, 'TokensLocked', messageFields(message));
  });

  it('is refused for an address to refund that is no account', () => {
    const call = calls.lock({ amount: 100n * unit, reference: REFERENCE });
    bridge.fails(withArgs(call, { refundAddress: bridge.address }), /SchemaValidation|TypeCheckError/);
  });

  it('is refused while outbound is paused', () => {
    bridge.run(calls.pause('pause_outbound', GUARDIAN));
    bridge.refuse(calls.lock({ amount: 100n * unit, reference: REFERENCE }), 'OutboundPaused');
  });
});

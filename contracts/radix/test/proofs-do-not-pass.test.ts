// The engine shows a transaction's signatures to the components that its manifest calls, and not to further calls.
import assert from 'node:assert/strict';
import { type Hex, hexToBytes } from '@causeway/protocol';
import { forwarderOf } from './support/forwarder.ts';
import { refusalOf } from './support/refusal.ts';
import { ADMIN, GUARDIAN, MEMBERS, REMOTE } from './support/setting.ts';
import { useBridge } from './support/shared.ts';

const ROOT: Hex = `0x${'4e'.repeat(32)}`;
const EVERYBODY = [ADMIN, GUARDIAN, ...MEMBERS];
const NO_ARGUMENTS = Uint8Array.of(0x5c, 0x21, 0);

/** The arguments of commit_root for the first message of REMOTE, in SBOR. */
function commitArguments(): Uint8Array {
  const fixed = Buffer.alloc(22);
  fixed.set([0x5c, 0x21, 4, 0x09]);
  fixed.writeUInt32LE(REMOTE.domain, 4);
  fixed.set([0x0a], 8);
  fixed.set([0x09], 17);
  fixed.writeUInt32LE(1, 18);
  return Uint8Array.from([...fixed, 0x20, 0x07, 32, ...hexToBytes(ROOT)]);
}

describe('another package between the transaction and the bridge', () => {
  const bridge = useBridge();
  const { chain, calls } = bridge;
  const forward = (method: string, args: Uint8Array = NO_ARGUMENTS) =>
    chain.execute([forwarderOf(chain, { component: bridge.address, method, args })], EVERYBODY);

  it('can call public functions', () => {
    assert.equal(forward('configuration').error, undefined);
  });

  for (const [method, name, args] of [
    ['commit_root', 'NotOracle', commitArguments()],
    ['pause_inbound', 'NotGuardian', NO_ARGUMENTS],
    ['unpause_outbound', 'NotAdmin', NO_ARGUMENTS],
  ] as const)
    it(`does not pass on the signatures for ${method}`, () => {
      const { error = 'it succeeded' } = forward(method, args);
      assert.deepEqual(refusalOf(error), { kind: 'unauthorized', name, method });
    });

  it('is the only thing in the way', () => {
    bridge.run(calls.commitRoot({ source: REMOTE.domain, firstNonce: 0n, count: 1, root: ROOT }));
    bridge.run(calls.pause('pause_inbound', GUARDIAN));
  });
});

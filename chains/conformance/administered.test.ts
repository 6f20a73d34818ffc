import { strict as assert } from 'node:assert';
import type { BlockRef } from '@causeway/protocol';
import { must } from '../test/support/bridges.ts';
import { onEveryKind } from './on-every-kind.ts';

onEveryKind(
  'what is administered at a bridge',
  (chain) => {
    const remote = () => Object.keys(chain.deployment.bridges.main?.remotes ?? {})[0] ?? assert.fail('no remote');
    const differing = async () =>
      must(await chain.provider().compare()).differences.map(({ what, severity }) => `${what}: ${severity}`);
    /** The names of the changes in blocks after `from`, for a record that lacks no order. */
    const changesSince = async (from: BlockRef): Promise<readonly string[]> => {
      await chain.mine(1);
      const head = must(await chain.here.head());
      const { changes = [], events } = must(await chain.here.scan(from.number + 1, head, async () => true));
      assert.deepEqual(events, []);
      return changes.map(({ name }) => name).filter((name) => !/^SetRole/.test(name));
    };
    const scannedHead = async (): Promise<BlockRef> => {
      const head = must(await chain.here.head());
      must(await chain.here.scan(head.number, head, async () => true));
      return head;
    };

    it('is a pause of a direction or of a remote: scans show it, and the comparison while it lasts', async () => {
      let before = await scannedHead();
      /** The names of what `act` changed, by the scan that follows it. */
      const changed = async (act: Promise<void> | undefined) => {
        await act;
        const changes = await changesSince(before);
        before = must(await chain.here.head());
        return [...new Set(changes)];
      };
      assert.deepEqual(await changed(chain.pauseOutbound(true)), ['OutboundPausedSet']);
      assert.deepEqual(await differing(), ['paused: show']);
      assert.deepEqual(await changed(chain.pauseOutbound(false)), ['OutboundPausedSet']);
      assert.deepEqual(await changed(chain.pauseRemote?.(true)), ['RemotePausedSet']);
      assert.deepEqual(await differing(), ['paused: show']);
      assert.equal(must(await chain.provider().compare()).found.paused, `remote ${remote()}`);
      assert.deepEqual(await changed(chain.pauseRemote?.(false)), ['RemotePausedSet']);
      assert.deepEqual(await differing(), []);
    });

    it('is a fee: a scan shows it with its values, and the comparison until the file has it', async () => {
      const before = await scannedHead();
      const fee = must(await chain.here.fee(chain.there.domain));
      await chain.setFee?.(fee + 1_000n);
      assert.deepEqual(await differing(), [`fee of remote ${remote()}: show`]);
      await chain.mine(1);
      const head = must(await chain.here.head());
      const { changes = [] } = must(await chain.here.scan(before.number + 1, head, async () => true));
      const [change] = changes.filter(({ name }) => name === 'FeeSet');
      assert(change && change.transaction !== null && change.block > before.number, JSON.stringify(changes));
      assert.match(change.detail, new RegExp(String(chain.there.domain)));
      await chain.setFee?.(fee);
      assert.deepEqual(await differing(), []);
    });

    it('shows nothing where nothing happened', async () => {
      const before = await scannedHead();
      assert.deepEqual(await changesSince(before), []);
    });
  },
  ({ name }) => !name.startsWith('memory'),
);

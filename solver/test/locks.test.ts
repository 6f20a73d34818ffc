import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import { type BlockRef, type BridgeEvent, fail, type Hex, KIND, type Message, ok, padLeft } from '@causeway/protocol';
import { isLockFor, LockWatch } from '../src/locks.ts';

const word = (digit: string): Hex => padLeft(`0x${digit.repeat(40)}`);
const ID = word('1');
const WANTED = { destination: 2, bridge: word('2'), vault: word('3'), home: 1, amountIn: 1_000n, unit: 10n };
const MESSAGE: Message = {
  ...{ kind: KIND.lock, source: 1, destination: 2, nonce: 0n, sourceBridge: word('4'), destinationBridge: word('2') },
  ...{ assetHome: 1, sender: word('5'), recipient: word('3'), wireAmount: 100n, reference: ID },
};

/** A source whose blocks a test replaces. */
class Source {
  fork = 'a';
  number = 20;
  lockAt: number | null = 15;
  scans: (readonly [from: number, to: number])[] = [];
  message: Message = MESSAGE;

  block = (number: number): BlockRef => ({ number, hash: `${this.fork}${number}`, timeMs: 0 });

  get provider(): Pick<ChainProvider, 'head' | 'scan' | 'block'> {
    return {
      head: async () => ok(this.block(this.number)),
      block: async (number) => ok(this.block(number)),
      scan: async (from, to) => {
        const last = to as BlockRef;
        this.scans.push([from, last.number]);
        const at = this.lockAt;
        if (at === null || at < from || at > last.number) return ok({ events: [], to: last });
        const position = { block: this.block(at), transaction: 't', index: 0 };
        const event: BridgeEvent = { type: 'message', messageId: word('6'), message: this.message, at: position };
        return ok({ events: [event], to: last });
      },
    };
  }
}

describe('the locks of swaps', () => {
  it('are read while some are wanted, each block once', async () => {
    const source = new Source();
    const watch = new LockWatch(source.provider);
    assert.deepEqual(await watch.read(), ok(null));
    watch.want(ID);
    assert.deepEqual(await watch.read(), ok(20));
    assert.equal(await watch.depthOf(ID, 20), 5);
    source.number = 22;
    await watch.read();
    await watch.read();
    assert.deepEqual(source.scans, [
      [0, 20],
      [21, 22],
    ]);
    assert.equal(await watch.depthOf(ID, 22), 7);
    watch.forget(ID);
    assert.deepEqual(await watch.read(), ok(null));
  });

  it('are read once for all who ask, and again for what is wanted meanwhile', async () => {
    const source = new Source();
    const { provider } = source;
    const [scanning, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const scan: typeof provider.scan = async (from, to) => {
      const found = await provider.scan(from, to);
      if (from <= 20) return found;
      scanning.resolve();
      await going.promise;
      return found;
    };
    const watch = new LockWatch({ ...provider, scan });
    watch.want(word('8'));
    assert.deepEqual(await Promise.all([watch.read(), watch.read(), watch.read()]), [ok(20), ok(20), ok(20)]);
    assert.deepEqual(source.scans, [[0, 20]]);
    // The lock is in a block that was read before, and the next ones are being read when its swap is heard of.
    source.number = 22;
    const first = watch.read();
    await scanning.promise;
    watch.want(ID);
    const second = watch.read();
    going.resolve();
    assert.deepEqual(await Promise.all([first, second]), [ok(22), ok(22)]);
    assert.equal(await watch.depthOf(ID, 22), 7);
  });

  it('are read again after a scan that failed', async () => {
    const source = new Source();
    const { provider } = source;
    let isDown = false;
    const scan: typeof provider.scan = async (from, to) =>
      isDown ? fail('NO_QUORUM', 'no answer') : provider.scan(from, to);
    const watch = new LockWatch({ ...provider, scan });
    watch.want(word('8'));
    await watch.read();
    watch.want(ID);
    isDown = true;
    assert.equal((await watch.read()).ok, false);
    isDown = false;
    await watch.read();
    assert.equal(await watch.depthOf(ID, 20), 5);
  });

  it('are none once a reorganisation took them back, until they are there again', async () => {
    const source = new Source();
    const watch = new LockWatch(source.provider);
    watch.want(ID);
    await watch.read();
    source.fork = 'b';
    source.lockAt = 18;
    assert.equal(await watch.depthOf(ID, 20), null);
    await watch.read();
    assert.equal(await watch.depthOf(ID, 20), 2);
  });

  it('are of no use when anything of them is not as the terms say', () => {
    const isFor = (change: Partial<Message>, wanted: Partial<typeof WANTED> = {}) =>
      isLockFor({ message: { ...MESSAGE, ...change } }, ID, { ...WANTED, ...wanted });
    assert.equal(isFor({}), true);
    assert.equal(isFor({ wireAmount: 99n }), false);
    assert.equal(isFor({ recipient: word('7') }), false);
    assert.equal(isFor({ reference: word('7') }), false);
    assert.equal(isFor({ destination: 3 }), false);
    assert.equal(isFor({ destinationBridge: word('7') }), false);
    assert.equal(isFor({ assetHome: 2 }), false);
    assert.equal(isFor({}, { amountIn: 1_001n }), false);
  });
});

// A watch with a guardian's key, while nobody steals: it finds nothing and pauses nothing.
import { strict as assert } from 'node:assert';
import { lockTokens } from '@causeway/chains';
import { devKey } from '@causeway/devnet';
import { ZERO_32 } from '@causeway/protocol';
import { accountOn } from '../support/chain-control.ts';
import { robber } from '../support/collusion.ts';
import type { NetworkName } from '../support/control.ts';
import { EVM, EvmControl } from '../support/evm-control.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { until } from '../support/wait.ts';
import { type WatchProcess, watchProcess } from '../support/watch.ts';
import { carries } from '../support/ways.ts';

/** Orders of one wave, and the waves. */
const [AT_ONCE, WAVES] = [50, 4];
/** Pause between two kills of the relayer, milliseconds. */
const KILLS_MS = 6_000;

describe('a watch while nobody steals', function () {
  this.timeout(1_200_000);
  let stack: Stack;
  let watch: WatchProcess;
  const seen: string[] = [];

  before(async () => {
    stack = await startStack({ ...EVM.stack, families: ['main'] });
    watch = await watchProcess(stack);
    await watch.process.start();
  });
  after(async () => {
    await watch?.process.stop();
    await stack?.stop();
  });

  /** Notes everything that the watch says while `work` goes on. */
  async function watched(work: () => Promise<void>): Promise<void> {
    let isOver = false;
    const noting = (async () => {
      while (!isOver) {
        const { differences, invariants, pauses } = await watch.health();
        for (const one of [...differences, ...invariants, ...pauses]) seen.push(JSON.stringify(one));
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    })();
    await work().finally(() => {
      isOver = true;
    });
    await noting;
    assert.deepEqual(seen, []);
    await until('the watch is well', async () => (await watch.health()).status === 'ok');
  }

  it('finds nothing at a source that takes locks back', () =>
    watched(async () => {
      const [source, destination] = [stack.provider('ethereum'), stack.provider('polygon')];
      const control = new EvmControl(stack, 'ethereum');
      for (const blocks of [1, 3, 10]) {
        const args = { remote: destination.domain, recipient: await robber(destination), reference: ZERO_32 };
        await read(lockTokens(source, devKey('dave', 'evm'), { ...args, localAmount: 10n ** 17n }));
        const head = await control.head();
        await control.mine(blocks - 1);
        await control.reorganise(blocks);
        await control.mine(3);
        await until('the watch has gone on', async () =>
          (await watch.health()).chains.some(({ chain, head: at }) => chain === 'ethereum' && (at ?? 0) > head),
        );
      }
    }));

  it('finds nothing when one endpoint of three lies or lags', () =>
    watched(async () => {
      for (const fault of Object.values(EVM.faults)) {
        stack.devnet.chain('ethereum').endpoints[1]?.setFault(fault);
        await carries(stack, 'alice', [{ from: 'ETH', to: 'polygon', amount: '0.01' }], (name) =>
          accountOn('carol', name),
        );
        stack.devnet.chain('ethereum').endpoints[1]?.setFault(null);
      }
    }));

  it(`finds nothing in ${AT_ONCE * WAVES} ordinary orders under kills of the relayer`, () =>
    watched(async () => {
      let isOver = false;
      let kills = 0;
      const killing = (async () => {
        while (!isOver) {
          await new Promise((resolve) => setTimeout(resolve, KILLS_MS));
          await stack.relayer.kill();
          await stack.relayer.start();
          kills += 1;
        }
      })();
      const ways = Array.from({ length: AT_ONCE }, (_, order) =>
        order % 2 === 0
          ? { from: 'ETH', to: 'polygon' as NetworkName, amount: '0.01' }
          : { from: 'POL', to: 'ethereum' as NetworkName, amount: '0.01' },
      );
      for (let wave = 0; wave < WAVES; wave += 1) {
        await carries(stack, 'alice', ways, (name) => accountOn('carol', name));
      }
      isOver = true;
      await killing;
      console.log(`      ${kills} kills`);
      assert.ok(kills >= WAVES);
      await assertConserved(stack.registry.providers);
    }));
});

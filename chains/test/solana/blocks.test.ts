import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import type { BlockRef } from '@causeway/protocol';
import { must } from '../support/bridges.ts';
import { solAlice } from '../support/solana.ts';
import { allEvents, included, lock } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

describe('blocks and events of Solana', function () {
  this.timeout(120_000);
  let world: World<'solana'>;
  let solana: ChainProvider;
  let ethereum: ChainProvider;

  afterEach(() => world.node.rpc('causeway_resumeSlots'));
  before(async () => {
    world = await sharedWorld('solana');
    solana = world.provider('here');
    ethereum = world.provider('ethereum');
  });

  it('are final no earlier than the cluster says, however few slots are asked for', async () => {
    await world.node.rpc('causeway_pauseSlots');
    const hasty = world.provider('here', { finality: { blocks: 1, finalizedTag: false } });
    const rooted = Number(await world.node.rpc('getSlot', { commitment: 'finalized' }));
    assert.equal(must(await hasty.finalized()).number, rooted);
  });

  it('of a skipped slot are the block before it, under the requested number', async () => {
    await world.node.rpc('causeway_pauseSlots');
    const before = must(await solana.head());
    await world.node.rpc('causeway_skipSlots', 3);
    await world.node.advance(2);
    const slots = (await world.node.rpc('getBlocks', before.number, before.number + 20, {
      commitment: 'confirmed',
    })) as number[];
    const [skipped] = Array.from({ length: 8 }, (_, index) => before.number + 1 + index).filter(
      (slot) => !slots.includes(slot),
    );
    assert(skipped !== undefined);
    const last = Math.max(...slots.filter((slot) => slot < skipped));
    const block = must(await solana.block(last));
    assert.deepEqual(must(await solana.block(skipped)), { ...block, number: skipped });
    const scan = must(await solana.scan(skipped, skipped));
    assert.deepEqual(scan, { events: [], to: { ...block, number: skipped }, unrelated: 0, unreadable: [] });
  });

  it('do not include failed transactions', async () => {
    const before = await allEvents(solana);
    const recipient = must(ethereum.parseAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8'));
    const args = {
      remote: ethereum.domain,
      recipient,
      localAmount: 10n ** 9n,
      reference: `0x${'00'.repeat(32)}`,
    } as const;
    const balance = must(await solana.balance(solAlice.address, solana.domain));
    const most = { ...args, localAmount: (balance / 3n) * 2n };
    const submissions = [
      ...must(await solana.prepareSend('lockTokens', solAlice, most)),
      ...must(await solana.prepareSend('lockTokens', solAlice, most)),
    ];
    assert.notEqual(submissions[0]?.reference, submissions[1]?.reference);
    for (const submission of submissions) must(await solana.broadcast(submission));
    const outcomes = [];
    for (const submission of submissions) outcomes.push(await included(solana, submission));
    const [failed] = outcomes.filter(({ success }) => !success);
    assert(failed?.failure?.code === 'INSUFFICIENT_FUNDS' && failed.events.length === 0);
    assert.equal((await allEvents(solana)).length, before.length + 1);
  });

  it('come at once by WebSocket when the bridge is used, and by polling otherwise', async () => {
    const woken = world.provider('here', { webSocket: world.node.webSocketUrl, pollMs: 60_000 });
    const heads: BlockRef[] = [];
    let wake = () => {};
    const stop = woken.onHead((ref) => {
      heads.push(ref);
      wake();
    });
    while (heads.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    const seen = heads.length;
    // The subscription may start only after the first lock.
    while (heads.length === seen) await lock(solana, ethereum, 10n ** 7n);
    stop();
    assert((heads.at(-1) as BlockRef).number > (heads[0] as BlockRef).number);
    await woken.close();
  });
});

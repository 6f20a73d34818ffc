import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import type { BlockRef } from '@causeway/protocol';
import { codeOf, must } from '../support/bridges.ts';
import { type SolanaWorld, solAlice, startSolanaWorld } from '../support/solana.ts';
import { allEvents, lock, lockMany } from '../support/traffic.ts';

describe('blocks and events of Solana', function () {
  this.timeout(120_000);
  let world: SolanaWorld;
  let solana: ChainProvider;
  let ethereum: ChainProvider;
  const head = async () => must(await solana.head()).number;

  afterEach(() => world.solana.rpc('causeway_resumeSlots'));
  before(async () => {
    world = await startSolanaWorld();
    solana = world.provider('solana');
    ethereum = world.provider('ethereum');
  });
  after(() => world?.stop());

  it('are final 32 slots below the head and not 31', async () => {
    const message = await lock(solana, ethereum);
    await world.solana.rpc('causeway_pauseSlots');
    const event = (await allEvents(solana)).find(
      (one) => one.type === 'message' && one.message.nonce === message.nonce,
    );
    const block = event?.at.block as BlockRef;
    await world.solana.advance(block.number + 31 - (await head()));
    assert.equal(await head(), block.number + 31);
    assert(must(await solana.finalized()).number < block.number);
    await world.solana.advance(1);
    assert.deepEqual(must(await solana.finalized()), block);
  });

  it('are final no earlier than the cluster says, however few slots are asked for', async () => {
    await world.solana.rpc('causeway_pauseSlots');
    const hasty = world.provider('solana', { finality: { blocks: 1, finalizedTag: false } });
    const rooted = Number(await world.solana.rpc('getSlot', { commitment: 'finalized' }));
    assert.equal(must(await hasty.finalized()).number, rooted);
  });

  it('of a skipped slot are the block before it, under the requested number', async () => {
    await world.solana.rpc('causeway_pauseSlots');
    const before = must(await solana.head());
    await world.solana.rpc('causeway_skipSlots', 3);
    await world.solana.advance(2);
    const slots = (await world.solana.rpc('getBlocks', before.number, before.number + 20, {
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
    assert.deepEqual(scan, { events: [], to: { ...block, number: skipped } });
  });

  it('do not exist above the head', async () => {
    const above = (await head()) + 1_000;
    assert.equal(must(await solana.block(above)), null);
    assert.equal(codeOf(await solana.scan(0, above)), 'BLOCK_NOT_FOUND');
  });

  it('give the same events in one scan and in many', async () => {
    await lockMany(solana, ethereum, 5);
    await lock(solana, ethereum);
    await world.solana.rpc('causeway_pauseSlots');
    const to = await head();
    const whole = must(await solana.scan(0, to)).events;
    const [first] = whole;
    assert(first && whole.length >= 6);
    const parts = [];
    for (let from = first.at.block.number; from <= to; from += 3) {
      parts.push(...must(await solana.scan(from, Math.min(from + 2, to))).events);
    }
    assert.deepEqual(parts, whole);
    const nonces = whole.flatMap((event) => (event.type === 'message' ? [Number(event.message.nonce)] : []));
    assert.deepEqual(
      nonces,
      Array.from(nonces, (_, index) => index),
    );
    const places = whole.map(({ at }) => `${at.block.number}/${at.index}`);
    assert.equal(new Set(places).size, places.length);
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
    for (const submission of submissions) {
      for (;;) {
        const outcome = must(await solana.outcome(submission));
        if (outcome.state === 'pending') continue;
        assert(outcome.state === 'included');
        outcomes.push(outcome);
        break;
      }
    }
    const [failed] = outcomes.filter(({ success }) => !success);
    assert(failed?.failure?.code === 'INSUFFICIENT_FUNDS' && failed.events.length === 0);
    assert.equal((await allEvents(solana)).length, before.length + 1);
  });

  it('come at once by WebSocket when the bridge is used, and by polling otherwise', async () => {
    const woken = world.provider('solana', { webSocket: world.solana.webSocketUrl, pollMs: 60_000 });
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

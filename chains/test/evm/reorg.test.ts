import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import { codeOf, must, startWorld, type World } from '../support/bridges.ts';
import { allEvents, lock } from '../support/traffic.ts';

describe('blocks and finality', function () {
  this.timeout(120_000);
  let world: World;
  let ethereum: ChainProvider;
  let polygon: ChainProvider;
  before(async () => {
    world = await startWorld();
    [ethereum, polygon] = [world.provider('ethereum'), world.provider('polygon')];
  });
  after(() => world.stop());

  it('make a lock final at 32 blocks and not at 31', async () => {
    const message = await lock(ethereum, polygon);
    const event = (await allEvents(ethereum)).findLast(({ type }) => type === 'message');
    assert(event?.type === 'message' && event.message.nonce === message.nonce);
    const locked = event.at.block.number;
    await world.ethereum.mine(31);
    assert.equal(must(await ethereum.head()).number - locked, 31);
    assert.equal(must(await ethereum.finalized()).number, locked - 1);
    await world.ethereum.mine(1);
    assert.deepEqual(must(await ethereum.finalized()), event.at.block);
  });

  it('follow another depth, and the finalized tag on request', async () => {
    const head = must(await ethereum.head()).number;
    const shallow = world.provider('ethereum', { finality: { blocks: 3, finalizedTag: false } });
    assert.equal(must(await shallow.finalized()).number, head - 3);
    const tagged = world.provider('ethereum', { finality: { blocks: 3, finalizedTag: true } });
    const tag = (await world.ethereum.rpc('eth_getBlockByNumber', 'finalized', false)) as { number: string };
    assert.equal(must(await tagged.finalized()).number, Math.min(head - 3, Number(tag.number)));
  });

  it('have only a final genesis while the chain is short', async () => {
    const young = world.provider('polygon', { finality: { blocks: 1_000, finalizedTag: false } });
    assert.equal(must(await young.finalized()).number, 0);
  });

  it('are null ahead of the chain, and cannot be scanned', async () => {
    const head = must(await ethereum.head()).number;
    assert.equal(must(await ethereum.block(head + 1)), null);
    assert.equal(codeOf(await ethereum.scan(head, head + 1)), 'BLOCK_NOT_FOUND');
  });

  it('are scanned alike in one query or in many', async () => {
    await lock(ethereum, polygon);
    await world.ethereum.mine(5);
    await lock(ethereum, polygon);
    const inOne = await allEvents(ethereum);
    assert.deepEqual(await allEvents(world.provider('ethereum', { logRange: 1 })), inOne);
    assert.deepEqual(await allEvents(world.provider('ethereum', { logRange: 7 })), inOne);
    const [first, second] = inOne.slice(-2);
    assert(first && second);
    const between = must(await ethereum.scan(first.at.block.number + 1, second.at.block.number)).events;
    assert.deepEqual(between, [second]);
  });

  it('change their hash when reorganised, and lose the lock in them', async () => {
    const snapshot = await world.ethereum.rpc('evm_snapshot');
    await lock(ethereum, polygon);
    await world.ethereum.mine(2);
    const events = await allEvents(ethereum);
    const vanishing = events.at(-1)?.at.block;
    const head = must(await ethereum.head());
    assert(vanishing);

    await world.ethereum.rpc('evm_revert', snapshot);
    await world.ethereum.rpc('evm_increaseTime', 100);
    await world.ethereum.mine(4);

    assert.notEqual(must(await ethereum.block(vanishing.number))?.hash, vanishing.hash);
    assert.notEqual(must(await ethereum.scan(head.number, head.number)).to.hash, head.hash);
    assert.deepEqual(await allEvents(ethereum), events.slice(0, -1));
  });
});

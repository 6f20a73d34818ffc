import { strict as assert } from 'node:assert';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PAST_STATES } from '../src/evm/node.ts';
import { callRpc, leftBehind, ProcessGuard, RpcProxy, startAnvil } from '../src/index.ts';
import { isBehind } from '../test-support/evm.ts';

/** More blocks than any bound of a node's own in memory. */
const BLOCKS = 800;
const ACCOUNT = '0x0000000000000000000000000000000000000001';
const RECIPIENT = `0x${'ab'.repeat(20)}`;

describe('a local EVM chain', () => {
  let folder: string;
  let guard: ProcessGuard;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-evm-node-'));
    guard = new ProcessGuard();
  });
  afterEach(async () => {
    await guard.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (more: { readonly blockTime?: number } = {}) =>
    startAnvil({ name: 'test', chainId: 901_010, port: 0, stateFile: join(folder, 'test.json'), ...more }, guard);
  const head = async (url: string) => Number(await callRpc(url, 'eth_blockNumber'));
  const reaches = async (url: string, block: number) => {
    while ((await head(url)) < block) await sleep(10);
  };
  const balanceAt = (url: string, block: number) =>
    callRpc(url, 'eth_getBalance', [ACCOUNT, `0x${block.toString(16)}`]);

  it('keeps the states of its newest blocks, and none on the disk', async () => {
    for (const blockTime of [undefined, 60]) {
      const { url } = await start(blockTime === undefined ? {} : { blockTime });
      const from = await head(url);
      for (let mined = 0; mined < BLOCKS; mined += 20) await callRpc(url, 'anvil_mine', ['0x14']);
      const newest = from + BLOCKS;
      assert.equal(await balanceAt(url, newest - PAST_STATES + 1), '0x0');
      await assert.rejects(balanceAt(url, newest - 2 * PAST_STATES), /BlockOutOfRange/);
      assert.deepEqual(readdirSync(folder), []);
    }
  }).timeout(60_000);

  it('has an endpoint that does not have its newest blocks, and knows what was sent', async () => {
    const { url } = await start();
    const endpoint = await RpcProxy.start(url);
    try {
      await callRpc(url, 'anvil_mine', ['0x64']);
      const from = (await callRpc(url, 'eth_accounts')) as readonly string[];
      const hash = await callRpc(url, 'eth_sendTransaction', [{ from: from[0], to: RECIPIENT, value: '0x7' }]);
      const above = 5;
      await callRpc(url, 'anvil_mine', [above]);
      const newest = await head(url);
      const seen = async () => {
        const ask = (method: string, ...params: readonly unknown[]) => callRpc(endpoint.url, method, params);
        const blockAt = async (tag: string) =>
          newest - Number(((await ask('eth_getBlockByNumber', tag, false)) as { readonly number: string }).number);
        const sent = (await ask('eth_getTransactionByHash', hash)) as { readonly blockNumber: string | null };
        return {
          blocks: [newest - (await head(endpoint.url)), await blockAt('latest'), await blockAt('safe')],
          newestBlock: (await ask('eth_getBlockByNumber', `0x${newest.toString(16)}`, false)) !== null,
          balance: await ask('eth_getBalance', RECIPIENT, 'latest'),
          receipt: (await ask('eth_getTransactionReceipt', hash)) !== null,
          inPool: sent.blockNumber === null,
        };
      };
      const of = (blocks: number) => ({ blocks: [blocks, blocks, blocks + 32], newestBlock: false });
      let blocks = above;
      endpoint.setFault(isBehind(url, () => blocks));
      assert.deepEqual(await seen(), { ...of(above), balance: '0x7', receipt: true, inPool: false });
      blocks += 1;
      assert.deepEqual(await seen(), { ...of(above + 1), balance: '0x0', receipt: false, inPool: true });
      await assert.rejects(balanceAt(endpoint.url, newest), /header not found/);
    } finally {
      await endpoint.stop();
    }
  });

  it('makes blocks until it is frozen, and again after that', async () => {
    const { url, blocks } = await start({ blockTime: 0.05 });
    await reaches(url, 3);
    await blocks?.freeze();
    const frozen = await head(url);
    await callRpc(url, 'anvil_mine', ['0x2']);
    assert.equal(await head(url), frozen + 2);
    blocks?.thaw();
    blocks?.thaw();
    await reaches(url, frozen + 5);
  }).timeout(60_000);

  it('includes a transaction at once without an interval, and makes no other block', async () => {
    const { url, blocks } = await start();
    assert.equal(blocks, undefined);
    const [from] = (await callRpc(url, 'eth_accounts')) as string[];
    await callRpc(url, 'eth_sendTransaction', [{ from, to: ACCOUNT, value: '0x1' }]);
    await reaches(url, 1);
    assert.equal(await head(url), 1);
  }).timeout(60_000);

  it('names what earlier versions left, with the command that removes it', () => {
    assert.equal(leftBehind(folder), undefined);
    mkdirSync(join(folder, '.foundry', 'anvil', 'tmp', 'anvil-state-1'), { recursive: true });
    assert.match(leftBehind(folder) ?? '', /left 1 folders.*rm -r .*anvil-state-\*/);
  });
});

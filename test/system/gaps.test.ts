import { strict as assert } from 'node:assert';
import { type ChainConfig, type ChainProvider, type KeyHandle, openProviders, sharedConfig } from '@causeway/chains';
import { keyFromPrivate } from '@causeway/chains/keys';
import { loadConfig } from '@causeway/config';
import { devAccount } from '@causeway/devnet';
import { callRpc, type Lie, RpcProxy } from '@causeway/local-nodes';
import { type ChainAccess, Outbox, takeUp } from '@causeway/outbox';
import { type BridgeStorage, openBridgeStorage, type StoredSubmission } from '@causeway/storage';
import { newPlatformDatabase, START_MS } from '@causeway/storage/test-support/postgres-server';
import { pino } from 'pino';
import { EVM } from '../support/evm-control.ts';
import { read } from '../support/invariants.ts';
import { sharedStack } from '../support/shared.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

const CHAIN = 'polygon';
/** Sends nothing else in this suite. */
const KEY: KeyHandle = keyFromPrivate(devAccount('signer-5').privateKey);
/** The shortest that a configuration may say. */
const ESCALATE_MS = 200;

/** The endpoint counts three more transactions in its mempool than it has. */
const AHEAD: Lie = ({ method, params }, result) =>
  method === 'eth_getTransactionCount' && params[1] === 'pending' ? `0x${(Number(result) + 3).toString(16)}` : result;

for (const engine of ['SQLite', 'PostgreSQL']) {
  describe(`a gap of nonces on an EVM node, with ${engine}`, function () {
    this.timeout(400_000);
    let stack: Stack;
    let storage: BridgeStorage;
    let proxy: RpcProxy;
    let provider: ChainProvider;
    let outbox: Outbox;
    /** Moves only when a submission has waited too long. */
    let nowMs = Date.now();
    /** The outbox's calls of storage that fail from now on: of reserve, and of the question whether it was stored. */
    let failing = { reserve: 0, openOf: 0 };

    before(async function () {
      stack = await sharedStack(EVM);
      this.timeout(400_000 + START_MS);
      storage = await openBridgeStorage(engine === 'SQLite' ? ':memory:' : await newPlatformDatabase());
      proxy = await RpcProxy.start(stack.devnet.chain(CHAIN).node.url);
    });
    after(async () => {
      await Promise.all([proxy?.stop(), storage?.close()]);
    });
    beforeEach(async () => {
      proxy.setFault(null);
      failing = { reserve: 0, openOf: 0 };
      await restart();
    });

    /** A provider and an outbox without memory, as after a kill. */
    async function restart(): Promise<void> {
      const { baseDir, ...shared } = loadConfig(stack.devnet.configuration.relayer.config, sharedConfig);
      const config = {
        ...shared.chains[CHAIN],
        rpc: [proxy.url],
        quorum: 1,
        escalateAfterMs: ESCALATE_MS,
      } as ChainConfig;
      const registry = await openProviders({ ...shared, chains: { [CHAIN]: config } }, baseDir);
      assert.ok(registry.ok);
      provider = registry.value.provider(CHAIN, 'main') ?? assert.fail();
      const failsFor = (call: keyof typeof failing) => {
        failing[call] -= 1;
        if (failing[call] >= 0) throw new Error('the disk is full');
      };
      outbox = new Outbox({
        submissions: {
          ...storage.submissions,
          reserve: async (...args) => {
            failsFor('reserve');
            return storage.submissions.reserve(...args);
          },
          openOf: async (...args) => {
            failsFor('openOf');
            return storage.submissions.openOf(...args);
          },
        },
        clock: { monotonic: () => nowMs },
        log: pino({ level: 'silent' }),
      });
    }
    const route = (): ChainAccess => ({ provider, payer: KEY, escalateAfterMs: ESCALATE_MS });
    const used = async (): Promise<number> =>
      Number(await callRpc(stack.devnet.chain(CHAIN).node.url, 'eth_getTransactionCount', [KEY.address, 'latest']));

    async function reserve(): Promise<StoredSubmission> {
      const transfer = { asset: { address: null, decimals: 18 }, to: KEY.address, localAmount: 1n };
      const [signed] = await read(provider.wallet.prepareTransfer(KEY, transfer));
      assert.ok(signed);
      const { domain, family } = provider;
      const { payer, sequence } = signed;
      const facts = { purpose: 'transfer' as const, domain, family, payer, sequence };
      return outbox.reserve({ ...facts, versions: [signed], orderIds: [], details: { transferId: 'none' } }, provider);
    }
    const height = async () => Number(await callRpc(stack.devnet.chain(CHAIN).node.url, 'eth_blockNumber', []));

    /**
     * Follows `row` until a block has it, within twice the time after which a fee is raised, a quarter of that time for
     * each look that shows a new block; true if it was overdue meanwhile. Its fee was not raised.
     */
    async function lands(row: StoredSubmission): Promise<boolean> {
      const began = nowMs;
      let seen = await height();
      await until('the submission is included', async () => {
        const fate = await read(outbox.follow(row, route()));
        if (fate.state === 'included') return fate.outcome.success;
        const head = await height();
        nowMs += head > seen ? ESCALATE_MS / 4 : 0;
        seen = head;
        return false;
      });
      const stored = (await storage.submissions.openOf(row.domain, row.payer)).find(({ id }) => id === row.id);
      assert.equal(stored?.versions.length, 1, 'no fee was raised');
      await outbox.conclude(row, 'included');
      assert.ok(nowMs - began < 2 * ESCALATE_MS, `included after ${nowMs - began} ms`);
      return nowMs - began >= ESCALATE_MS;
    }

    for (const times of [1, 4, 20])
      it(`does not arise when storing fails ${times} times`, async () => {
        const next = await used();
        failing.reserve = times;
        for (let time = 0; time < times; time += 1) await assert.rejects(reserve(), /disk is full/);
        const row = await reserve();
        assert.equal(row.sequence, next);
        await outbox.send(row, route());
        await lands(row);
      });

    it('is closed when nobody knows whether the database that failed over has stored them', async () => {
      const next = await used();
      failing = { reserve: 3, openOf: 3 };
      for (let time = 0; time < 3; time += 1) await assert.rejects(reserve(), /disk is full/);
      const row = await reserve();
      assert.equal(row.sequence, next + 3);
      await outbox.send(row, route());
      assert.ok(await lands(row));
      assert.equal(await used(), next + 4);
    });

    it('is closed when an endpoint counts too many transactions in its mempool', async () => {
      const next = await used();
      proxy.setFault({ kind: 'lying', lie: AHEAD });
      const row = await reserve();
      assert.equal(row.sequence, next + 3);
      await outbox.send(row, route());
      assert.ok(await lands(row));
      assert.equal(await used(), next + 4);
    });

    it('is closed when a process was killed between signing and storing', async () => {
      const next = await used();
      const transfer = { asset: { address: null, decimals: 18 }, to: KEY.address, localAmount: 1n };
      await read(provider.wallet.prepareTransfer(KEY, transfer));
      const row = await reserve();
      assert.equal(row.sequence, next + 1);
      await restart();
      await outbox.follow(row, route());
      assert.ok(await lands(row));
    });

    it('is none where another process’s stored submission has the nonce and was not sent', async () => {
      const first = await reserve();
      await restart();
      for (const row of await storage.submissions.open(['transfer'])) takeUp(row, provider);
      const second = await reserve();
      assert.equal(second.sequence, first.sequence + 1);
      await outbox.send(second, route());
      nowMs += ESCALATE_MS;
      assert.deepEqual(await read(outbox.follow(second, route())), { state: 'pending' });
      assert.equal(await used(), first.sequence, 'it will be sent, so nothing takes its place');
      await outbox.send(first, route());
      await lands(first);
      await lands(second);
    });
  });
}

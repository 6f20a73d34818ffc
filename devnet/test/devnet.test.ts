import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devAccount, devAccounts } from '../src/accounts.ts';
import { describeDevnet, formatDevnet } from '../src/describe.ts';
import { type Devnet, startDevnet } from '../src/devnet.ts';
import { callRpc } from '../src/node-control.ts';
import { hidesLogs } from '../src/rpc-lies.ts';
import type { Lie } from '../src/rpc-proxy.ts';
import {
  forgesEvents,
  forksSlots,
  hidesTransactions,
  inventsAccounts,
  runsAheadSlots,
} from '../src/solana-rpc-lies.ts';

/** getAccountInfo, as far as it is looked at. */
interface Account {
  readonly value: { readonly executable: boolean };
}

describe('startDevnet', function () {
  this.timeout(180_000);
  let devnet: Devnet;

  before(async () => {
    devnet = await startDevnet();
  });
  after(() => devnet.stop());

  it('serves four chains with ids of their own at three endpoints each', async () => {
    for (const { network, endpoints } of devnet.chains) {
      assert.equal(endpoints.length, 3);
      for (const { url } of endpoints) {
        if (network.kind === 'evm') assert.equal(Number(await callRpc(url, 'eth_chainId')), network.chainId);
        else assert.equal(typeof (await callRpc(url, 'getGenesisHash')), 'string');
      }
    }
    assert.equal(new Set(devnet.chains.map(({ network }) => network.domain)).size, 4);
  });

  it('deploys every bridge and opens every lane', async () => {
    for (const { network, node } of devnet.chains) {
      const { bridges } = devnet.deployment(network.name);
      const remotes = Object.values(bridges.main?.remotes ?? {});
      assert.equal(remotes.length, 3);
      assert.ok(remotes.every(({ opened }) => opened));
      const { address = '' } = bridges.main ?? {};
      if (network.kind === 'evm') {
        assert.ok(String(await callRpc(node.url, 'eth_getCode', [address, 'latest'])).length > 1_000);
      } else {
        const program = (await callRpc(node.url, 'getAccountInfo', [address, { encoding: 'base64' }])) as Account;
        assert.equal(program.value.executable, true);
      }
    }
  });

  it('bridges a token of its own between Solana and each EVM chain', async () => {
    for (const { network } of devnet.chains) {
      const remotes = devnet.deployment(network.name).bridges.token?.remotes ?? {};
      const expected = network.kind === 'solana' ? ['arbitrum', 'ethereum', 'polygon'] : ['solana'];
      assert.deepEqual(Object.keys(remotes).sort(), expected);
      assert.ok(Object.values(remotes).every(({ opened }) => opened));
    }
    const mint = devnet.deployment('solana').bridges.token?.canonicalAsset.address;
    const owner = devAccount('alice', 'solana').address;
    const commitment = { commitment: 'confirmed' };
    const filter = [owner, { mint }, { encoding: 'base64', ...commitment }];
    const { value } = (await callRpc(devnet.chain('solana').node.url, 'getTokenAccountsByOwner', filter)) as {
      readonly value: readonly { readonly pubkey: string }[];
    };
    const balance = await callRpc(devnet.chain('solana').node.url, 'getTokenAccountBalance', [
      value[0]?.pubkey,
      commitment,
    ]);
    assert.equal((balance as { value: { amount: string } }).value.amount, (1_000_000n * 10n ** 6n).toString());
  });

  it('funds its accounts, in coins and in test tokens', async () => {
    const alice = devAccount('alice').address;
    const { node } = devnet.chain('arbitrum');
    const asset = devnet.deployment('arbitrum').bridges.main?.canonicalAsset;
    assert.ok(BigInt((await callRpc(node.url, 'eth_getBalance', [alice, 'latest'])) as string) > 10n ** 21n);
    const data = `0x70a08231${alice.slice(2).padStart(64, '0')}`;
    const tokens = await callRpc(node.url, 'eth_call', [{ to: asset?.address, data }, 'latest']);
    assert.equal(BigInt(tokens as string), 1_000_000n * 10n ** 18n);
  });

  it('funds the same people on Solana', async () => {
    const { node } = devnet.chain('solana');
    for (const { address } of devAccounts('solana')) {
      const { value } = (await callRpc(node.url, 'getBalance', [address])) as { value: number };
      assert.ok(value > 9_990e9, address);
    }
  });

  it('makes blocks on its own', async () => {
    const ask = { polygon: 'eth_blockNumber', solana: 'getSlot' } as const;
    for (const [name, method] of Object.entries(ask) as ['polygon' | 'solana', string][]) {
      const head = async () => Number(await callRpc(devnet.chain(name).node.url, method));
      const start = await head();
      while ((await head()) < start + 3);
    }
  });

  it('has endpoints that can be told to lie', async () => {
    const [endpoint] = devnet.chain('ethereum').endpoints;
    const address = devnet.deployment('ethereum').bridges.main?.address ?? '';
    const logs = () => callRpc(endpoint?.url ?? '', 'eth_getLogs', [{ address, fromBlock: '0x0', toBlock: 'latest' }]);
    assert.notDeepEqual(await logs(), []);
    endpoint?.setFault({ kind: 'lying', lie: hidesLogs });
    assert.deepEqual(await logs(), []);
    endpoint?.setFault(null);
  });

  it('has Solana endpoints that can be told to lie', async () => {
    const [endpoint] = devnet.chain('solana').endpoints;
    const ask = (method: string, ...params: unknown[]) => callRpc(endpoint?.url ?? '', method, params);
    const program = devnet.deployment('solana').bridges.main?.address ?? '';
    const [newest] = (await ask('getSignaturesForAddress', program)) as [{ signature: string; slot: number }];
    const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
    const truth = {
      history: () => ask('getSignaturesForAddress', program),
      transaction: () => ask('getTransaction', newest.signature, options),
      block: () => ask('getBlock', newest.slot, { ...options, transactionDetails: 'none' }),
      account: () => ask('getMultipleAccounts', [program], { encoding: 'base64' }),
    };
    const innerData = async () => {
      const { meta } = (await truth.transaction()) as { readonly meta: { readonly innerInstructions: unknown } };
      return JSON.stringify(meta.innerInstructions);
    };
    const blockHash = async () => ((await truth.block()) as { blockhash: string }).blockhash;
    const [trueData, trueHash] = [await innerData(), await blockHash()];
    const slot = Number(await ask('getSlot'));
    const lying = async (lie: Lie, check: () => Promise<void>) => {
      endpoint?.setFault({ kind: 'lying', lie });
      await check().finally(() => endpoint?.setFault(null));
    };
    await lying(hidesTransactions, async () => {
      assert.deepEqual([await truth.history(), await truth.transaction()], [[], null]);
    });
    await lying(
      forgesEvents((data) => `${data}1`),
      async () => assert.notEqual(await innerData(), trueData),
    );
    await lying(runsAheadSlots(1_000_000), async () => assert.ok(Number(await ask('getSlot')) >= slot + 1_000_000));
    await lying(forksSlots, async () => assert.notEqual(await blockHash(), trueHash));
    await lying(inventsAccounts('AAAA'), async () => assert.match(JSON.stringify(await truth.account()), /"AAAA"/));
    assert.deepEqual([await innerData(), await blockHash()], [trueData, trueHash]);
  });

  it('keeps keys and passwords to their owner, and out of the configuration', () => {
    const { relayer, api, signers } = devnet.configuration;
    for (const { config } of [relayer, api, ...signers]) {
      const text = readFileSync(config, 'utf8');
      for (const { privateKey } of [...devAccounts('evm'), ...devAccounts('solana')]) {
        assert.ok(!text.includes(privateKey.slice(2)));
      }
    }
    for (const file of ['relayer.evm.json', 'relayer.solana.json', 'relayer.solana.password', 'alice.token']) {
      assert.equal(statSync(join(devnet.folder, 'keys', file)).mode & 0o077, 0);
    }
  });

  it('tells where everything is', () => {
    const description = describeDevnet(devnet);
    assert.equal(description.chains.length, 4);
    const text = formatDevnet(description);
    for (const { rpc, bridges } of description.chains) {
      assert.deepEqual(Object.keys(bridges), ['main', 'token']);
      for (const { address, asset } of Object.values(bridges)) {
        assert.ok(text.includes(address) && text.includes(asset.address ?? 'own coin'));
      }
      assert.ok(rpc.every((url) => text.includes(url)));
    }
    assert.match(text, /Development only/);
  });

  it('starts a node anew where its chain was, behind the same endpoints', async () => {
    const chain = devnet.chain('solana');
    const [endpoint] = chain.endpoints;
    const genesis = () => callRpc(endpoint?.url ?? '', 'getGenesisHash');
    const before = { genesis: await genesis(), process: chain.node.process };
    await devnet.restart('solana');
    assert.equal(await genesis(), before.genesis);
    assert.notEqual(chain.node.process.pid, before.process.pid);
    const bridge = devnet.deployment('solana').bridges.main?.address;
    const program = (await callRpc(endpoint?.url ?? '', 'getAccountInfo', [bridge, { encoding: 'base64' }])) as Account;
    assert.equal(program.value.executable, true);
  });

  it('can run some of its chains only', async () => {
    const some = await startDevnet({ networks: ['ethereum', 'polygon'] });
    try {
      assert.deepEqual(Object.keys(some.deployment('ethereum').bridges.main?.remotes ?? {}), ['polygon']);
      assert.throws(() => some.chain('solana'), /without solana/);
    } finally {
      await some.stop();
    }
  });

  it('leaves no process, port or temporary folder behind', async () => {
    const other = await startDevnet();
    await other.stop();
    for (const { node, endpoints } of other.chains) {
      assert.ok(node.process.exitCode !== null || node.process.signalCode !== null);
      for (const url of [node.url, ...endpoints.map((endpoint) => endpoint.url)]) await assert.rejects(fetch(url));
    }
    assert.equal(existsSync(other.folder), false);
  });

  it('goes on with the chains of an earlier run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-state-'));
    try {
      const first = await startDevnet({ folder, keepState: true });
      await first.stop();
      const steps: string[] = [];
      const second = await startDevnet({ folder, keepState: true, onProgress: ({ state }) => steps.push(state) });
      await second.stop();
      for (const { network } of first.chains) {
        assert.deepEqual(second.deployment(network.name), first.deployment(network.name));
      }
      assert.ok(!steps.includes('sent'), 'everything was there already');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

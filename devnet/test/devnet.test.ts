import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonRpcProvider } from 'ethers';
import { devAccount, devAccounts } from '../src/accounts.ts';
import { describeDevnet, formatDevnet } from '../src/describe.ts';
import { type Devnet, startDevnet } from '../src/devnet.ts';
import { callRpc } from '../src/node-control.ts';
import { hidesLogs } from '../src/rpc-lies.ts';

async function withProvider<T>(
  url: string,
  chainId: number,
  use: (provider: JsonRpcProvider) => Promise<T>,
): Promise<T> {
  const provider = new JsonRpcProvider(url, chainId, { staticNetwork: true, cacheTimeout: -1 });
  try {
    return await use(provider);
  } finally {
    provider.destroy();
  }
}

describe('startDevnet', function () {
  this.timeout(60_000);
  let devnet: Devnet;

  before(async () => {
    devnet = await startDevnet();
  });
  after(() => devnet.stop());

  it('serves three chains with ids of their own at three endpoints each', async () => {
    for (const { network, endpoints } of devnet.chains) {
      assert.equal(endpoints.length, 3);
      for (const { url } of endpoints) {
        const chainId = await withProvider(url, network.chainId, (provider) => provider.send('eth_chainId', []));
        assert.equal(Number(chainId), network.chainId);
      }
    }
    assert.equal(new Set(devnet.chains.map(({ network }) => network.chainId)).size, 3);
  });

  it('deploys every bridge and opens every lane', async () => {
    for (const { network, node } of devnet.chains) {
      const { bridges } = devnet.deployment(network.name);
      const remotes = Object.values(bridges.main?.remotes ?? {});
      assert.equal(remotes.length, 2);
      assert.ok(remotes.every(({ opened }) => opened));
      const code = await callRpc(node.url, 'eth_getCode', [bridges.main?.address, 'latest']);
      assert.ok(String(code).length > 1_000);
    }
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

  it('mines on its own', async () => {
    const { node } = devnet.chain('polygon');
    const head = async () => Number(await callRpc(node.url, 'eth_blockNumber'));
    const start = await head();
    while ((await head()) < start + 3);
  });

  it('has endpoints that can be told to lie', async () => {
    const [endpoint] = devnet.chain('ethereum').endpoints;
    const address = devnet.deployment('ethereum').bridges.main?.address ?? '';
    const logs = () =>
      withProvider(endpoint?.url ?? '', 31101, (provider) =>
        provider.getLogs({ address, fromBlock: 0, toBlock: 'latest' }),
      );
    assert.ok((await logs()).length > 0);
    endpoint?.setFault({ kind: 'lying', lie: hidesLogs });
    assert.deepEqual(await logs(), []);
    endpoint?.setFault(null);
  });

  it('keeps keys and passwords to their owner, and out of the configuration', () => {
    const { relayer, api, signers } = devnet.configuration;
    for (const { config } of [relayer, api, ...signers]) {
      const text = readFileSync(config, 'utf8');
      for (const { privateKey } of devAccounts()) assert.ok(!text.includes(privateKey.slice(2)));
    }
    for (const file of ['relayer.json', 'relayer.password', 'alice.token']) {
      assert.equal(statSync(join(devnet.folder, 'keys', file)).mode & 0o077, 0);
    }
  });

  it('tells where everything is', () => {
    const description = describeDevnet(devnet);
    assert.equal(description.chains.length, 3);
    const text = formatDevnet(description);
    for (const { rpc, bridge } of description.chains)
      assert.ok(text.includes(bridge) && rpc.every((url) => text.includes(url)));
    assert.match(text, /Development only/);
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
      assert.deepEqual(second.deployment('ethereum'), first.deployment('ethereum'));
      assert.ok(!steps.includes('sent'), 'everything was there already');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

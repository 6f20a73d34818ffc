import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRadixLedger } from '@causeway/chains/radix/deploy';
import type { Lie, RpcProxy } from '@causeway/local-nodes';
import { callRpc } from '@causeway/local-nodes';
import {
  answersPreviews,
  forgesEvents,
  forgesRadixEvents,
  forksSlots,
  forksStateVersions,
  hidesLogs,
  hidesRadixTransactions,
  hidesTransactions,
  inventsAccounts,
  runsAheadSlots,
  runsAheadStateVersions,
} from '@causeway/local-nodes/test-support';
import { devAccount, devAccounts, devKey } from '../src/accounts.ts';
import { describeDevnet, formatDevnet } from '../src/describe.ts';
import { type Devnet, startDevnet } from '../src/devnet.ts';
import { deployedState, hashOf } from '../src/state-cache.ts';

/** A chain of each kind. */
const ONE_OF_EACH = ['ethereum', 'solana', 'radix'] as const;

/** The part of getAccountInfo that the tests read. */
interface Account {
  readonly value: { readonly executable: boolean };
}

/** The Core API's answer at `path` below `url`. Throws it when it is no success. */
async function askCore(url: string, path: string, body: object = {}): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network: 'simulator', ...body }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

/** Flags of a preview without signatures and without a payer. */
const FREE = { use_free_credit: true, assume_all_signature_proofs: true, skip_epoch_check: true };

const XRD = 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3';

/** Asks an endpoint of each kind for the identity of its chain. */
const IDENTITY = {
  evm: async (url: string) => Number(await callRpc(url, 'eth_chainId')),
  solana: (url: string) => callRpc(url, 'getGenesisHash'),
  radix: async (url: string) =>
    ((await askCore(url, '/status/network-configuration')) as { network_id: number }).network_id,
};

/** Time of the newest round of a Radix ledger, Unix milliseconds. */
async function timeOfRadix(url: string): Promise<number> {
  const { current_time } = (await askCore(url, '/state/consensus-manager')) as {
    readonly current_time: { readonly value: { readonly proposer_timestamp: { readonly unix_timestamp_ms: number } } };
  };
  return current_time.value.proposer_timestamp.unix_timestamp_ms;
}

/** The newest block of the chain at `url`. */
const HEAD = {
  evm: async (url: string) => Number(await callRpc(url, 'eth_blockNumber')),
  solana: async (url: string) => Number(await callRpc(url, 'getSlot')),
  radix: async (url: string) => {
    const { current_state_identifier: state } = (await askCore(url, '/status/network-status')) as {
      readonly current_state_identifier: { readonly state_version: number };
    };
    return state.state_version;
  },
};

/** True when our program or contract runs at `address` on the chain at `url`. */
const IS_THERE = {
  evm: async (url: string, address: string) =>
    String(await callRpc(url, 'eth_getCode', [address, 'latest'])).length > 1_000,
  solana: async (url: string, address: string) => {
    const program = (await callRpc(url, 'getAccountInfo', [address, { encoding: 'base64' }])) as Account;
    return program.value.executable;
  },
  radix: async (url: string, address: string) => {
    const preview = (await askCore(url, '/transaction/preview', {
      manifest: `CALL_METHOD Address("${address}") "configuration";`,
      flags: FREE,
    })) as { readonly receipt: { readonly status: string } };
    return preview.receipt.status === 'Succeeded';
  },
};

/** Lets the endpoint lie while `check` runs. */
async function lying(endpoint: RpcProxy | undefined, lie: Lie, check: () => Promise<void>): Promise<void> {
  endpoint?.setFault({ kind: 'lying', lie });
  await check().finally(() => endpoint?.setFault(null));
}

describe('startDevnet', function () {
  this.timeout(180_000);
  let devnet: Devnet;

  before(async () => {
    devnet = await startDevnet();
  });
  after(() => devnet.stop());

  it('serves five chains with distinct ids at three endpoints each', async () => {
    const identities = new Set<unknown>();
    for (const { network, endpoints } of devnet.chains) {
      assert.equal(endpoints.length, 3);
      const [first, ...others] = await Promise.all(endpoints.map(({ url }) => IDENTITY[network.kind](url)));
      if (network.kind === 'evm') assert.equal(first, network.domain);
      for (const other of others) assert.equal(other, first);
      identities.add(first);
    }
    assert.equal(identities.size, 5);
    assert.equal(new Set(devnet.chains.map(({ network }) => network.domain)).size, 5);
  });

  it('deploys every bridge and opens every lane', async () => {
    for (const { network, node } of devnet.chains) {
      const { bridges } = devnet.deployment(network.name);
      const remotes = Object.values(bridges.main?.remotes ?? {});
      assert.equal(remotes.length, 4);
      assert.ok(remotes.every(({ opened }) => opened));
      assert.ok(await IS_THERE[network.kind](node.url, bridges.main?.address ?? ''));
    }
  });

  it('bridges test tokens on every lane with at least one chain that is not EVM', async () => {
    for (const { network } of devnet.chains) {
      const remotes = devnet.deployment(network.name).bridges.token?.remotes ?? {};
      const others = devnet.chains.filter((other) => other.network !== network);
      const linked = others.filter((other) => network.kind !== 'evm' || other.network.kind !== 'evm');
      assert.deepEqual(Object.keys(remotes).sort(), linked.map((other) => other.network.name).sort());
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

  it('funds the same users on Solana', async () => {
    const { node } = devnet.chain('solana');
    for (const { address } of devAccounts('solana')) {
      const { value } = (await callRpc(node.url, 'getBalance', [address])) as { value: number };
      assert.ok(value > 9_990e9, address);
    }
  });

  it('funds the same users on Radix, in XRD and in test tokens', async () => {
    const { node } = devnet.chain('radix');
    const opened = await openRadixLedger({ rpc: [node.url], key: devKey('alice', 'radix') });
    assert.ok(opened.ok);
    const ledger = opened.value;
    const held = async (account: string, resource: string) => {
      const balance = await ledger.balance(account, resource);
      return balance.ok ? balance.value : assert.fail(balance.error.message);
    };
    for (const { address, role } of devAccounts('radix')) {
      // The deployer has paid for the package.
      const least = role === 'deployer' ? 9_800n : 10_000n;
      assert.ok((await held(address, ledger.coin)) >= least * 10n ** 18n, role);
    }
    const token = devnet.deployment('radix').bridges.token?.canonicalAsset.address ?? '';
    assert.equal(await held(ledger.account, token), 1_000_000n * 10n ** 18n);
  });

  it('makes blocks on its own, and an idle Radix ledger goes on with its time', async () => {
    for (const kind of ['evm', 'solana'] as const) {
      const { url } = devnet.chain(kind === 'evm' ? 'polygon' : 'solana').node;
      const start = await HEAD[kind](url);
      while ((await HEAD[kind](url)) < start + 3);
    }
    const { url } = devnet.chain('radix').node;
    const start = await timeOfRadix(url);
    while ((await timeOfRadix(url)) <= start);
  });

  it('has EVM endpoints that lie on request', async () => {
    const [endpoint] = devnet.chain('ethereum').endpoints;
    const address = devnet.deployment('ethereum').bridges.main?.address ?? '';
    const logs = () => callRpc(endpoint?.url ?? '', 'eth_getLogs', [{ address, fromBlock: '0x0', toBlock: 'latest' }]);
    assert.notDeepEqual(await logs(), []);
    endpoint?.setFault({ kind: 'lying', lie: hidesLogs });
    assert.deepEqual(await logs(), []);
    endpoint?.setFault(null);
  });

  it('has Solana endpoints that lie on request', async () => {
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
    await lying(endpoint, hidesTransactions, async () => {
      assert.deepEqual([await truth.history(), await truth.transaction()], [[], null]);
    });
    await lying(
      endpoint,
      forgesEvents((data) => `${data}1`),
      async () => assert.notEqual(await innerData(), trueData),
    );
    await lying(endpoint, runsAheadSlots(1_000_000), async () =>
      assert.ok(Number(await ask('getSlot')) >= slot + 1_000_000),
    );
    await lying(endpoint, forksSlots, async () => assert.notEqual(await blockHash(), trueHash));
    await lying(endpoint, inventsAccounts('AAAA'), async () =>
      assert.match(JSON.stringify(await truth.account()), /"AAAA"/),
    );
    assert.deepEqual([await innerData(), await blockHash()], [trueData, trueHash]);
  });

  it('has Radix endpoints that lie on request', async () => {
    const [endpoint] = devnet.chain('radix').endpoints;
    const url = endpoint?.url ?? '';
    const since = devnet.deployment('radix').bridges.main?.deployedAtBlock ?? 1;
    const history = async () =>
      JSON.stringify(await askCore(url, '/stream/transactions', { from_state_version: since, limit: 10 }));
    const manifest = `CALL_METHOD Address("${devAccount('alice', 'radix').address}") "balance" Address("${XRD}");`;
    const preview = async () => JSON.stringify(await askCore(url, '/transaction/preview', { manifest, flags: FREE }));
    const truth = await history();
    const head = await HEAD.radix(url);
    await lying(endpoint, hidesRadixTransactions, async () =>
      assert.doesNotMatch(await history(), /"name":"AdminSet"|"events":\[\{/),
    );
    await lying(
      endpoint,
      forgesRadixEvents((hex) => `${hex}00`),
      async () => assert.notEqual(await history(), truth),
    );
    await lying(endpoint, forksStateVersions, async () => assert.notEqual(await history(), truth));
    await lying(endpoint, runsAheadStateVersions(1_000_000), async () =>
      assert.ok((await HEAD.radix(url)) >= head + 1_000_000),
    );
    await lying(endpoint, answersPreviews('5c2100'), async () => assert.match(await preview(), /"hex":"5c2100"/));
    assert.doesNotMatch(await preview(), /"hex":"5c2100"/);
    assert.equal(await history(), truth);
  });

  it('makes keys and passwords readable only to their owner, and keeps them out of the configuration', () => {
    const { relayer, api, signers } = devnet.configuration;
    for (const { config } of [relayer, api, ...signers]) {
      const text = readFileSync(config, 'utf8');
      for (const { privateKey } of (['evm', 'solana', 'radix'] as const).flatMap(devAccounts)) {
        assert.ok(!text.includes(privateKey.slice(2)));
      }
    }
    for (const file of ['relayer.evm.json', 'relayer.radix.json', 'relayer.solana.password', 'master.keys']) {
      assert.equal(statSync(join(devnet.folder, 'keys', file)).mode & 0o077, 0);
    }
  });

  it('describes the address and URL of everything', () => {
    const description = describeDevnet(devnet);
    assert.equal(description.chains.length, 5);
    const text = formatDevnet(description);
    for (const { rpc, bridges } of description.chains) {
      assert.deepEqual(Object.keys(bridges), ['main', 'token']);
      for (const { address, asset } of Object.values(bridges)) {
        assert.ok(text.includes(address) && text.includes(asset.address ?? 'own coin'));
      }
      assert.ok(rpc.every((url) => text.includes(url)));
    }
    for (const { url } of [devnet.faucet, devnet.prices]) assert.ok(text.includes(url));
    assert.match(text, /Development only/);
  });

  it('restarts a node with its chain, behind the same endpoints', async () => {
    for (const name of ['solana', 'radix'] as const) {
      const chain = devnet.chain(name);
      const { kind } = chain.network;
      const url = chain.endpoints[0]?.url ?? '';
      const identity = () => IDENTITY[kind](url);
      const before = { identity: await identity(), head: await HEAD[kind](url), process: chain.node.process };
      await devnet.restart(name);
      assert.equal(await identity(), before.identity);
      // Solana loses its open slot; Radix keeps everything that it has committed.
      if (kind === 'radix') assert.ok((await HEAD.radix(url)) >= before.head);
      assert.notEqual(chain.node.process.pid, before.process.pid);
      assert.ok(await IS_THERE[kind](url, devnet.deployment(name).bridges.main?.address ?? ''));
    }
  });

  it('runs only the chains that are asked for', async () => {
    const some = await startDevnet({ networks: ['ethereum', 'polygon'] });
    try {
      assert.deepEqual(Object.keys(some.deployment('ethereum').bridges.main?.remotes ?? {}), ['polygon']);
      assert.throws(() => some.chain('solana'), /without solana/);
    } finally {
      await some.stop();
    }
  });

  it('starts with copies of a deployed devnet, of the chains and families that are asked for', async () => {
    const deployed = await deployedState();
    const before = hashOf(deployed, ['**']);
    const steps: string[] = [];
    const some = await startDevnet({
      networks: ['ethereum', 'radix'],
      families: ['token'],
      deployed,
      onProgress: ({ step }) => steps.push(step),
    });
    try {
      for (const { network, node } of some.chains) {
        const { bridges } = some.deployment(network.name);
        const remotes = Object.keys(bridges.token?.remotes ?? {});
        assert.deepEqual([Object.keys(bridges), remotes], [['token'], [network.kind === 'evm' ? 'radix' : 'ethereum']]);
        assert.ok(await IS_THERE[network.kind](node.url, bridges.token?.address ?? ''));
      }
      assert.deepEqual(steps, []);
    } finally {
      await some.stop();
    }
    assert.equal(hashOf(deployed, ['**']), before, 'the copied one is as it was');
  });

  it('leaves no process, port or temporary folder behind', async () => {
    const other = await startDevnet({ networks: ONE_OF_EACH, families: ['main'], deployed: await deployedState() });
    await other.stop();
    for (const { node, endpoints } of other.chains) {
      assert.ok(node.process.exitCode !== null || node.process.signalCode !== null);
      for (const url of [node.url, ...endpoints.map((endpoint) => endpoint.url)]) await assert.rejects(fetch(url));
    }
    assert.equal(existsSync(other.folder), false);
  });

  it('continues the chains of an earlier run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-state-'));
    try {
      const options = { networks: ONE_OF_EACH, families: ['main'], folder, keepState: true } as const;
      const first = await startDevnet({ ...options, deployed: await deployedState() });
      await first.stop();
      const steps: string[] = [];
      const second = await startDevnet({ ...options, onProgress: ({ state }) => steps.push(state) });
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

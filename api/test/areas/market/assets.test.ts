import { strict as assert } from 'node:assert';
import type { MemoryChain } from '@causeway/chains/test-support';
import type { Causeway } from '@causeway/client';
import { messageIdOf } from '@causeway/protocol';
import { type Clock, systemClock } from '@causeway/runtime';
import { carriedAssets, readBacking } from '../../../src/areas/market/backing.ts';
import { Catalogue } from '../../../src/bridge/catalogue.ts';
import { apiForEach } from '../../support/api.ts';
import { finalise, testChains } from '../../support/chains.ts';
import { clientOf } from '../../support/client.ts';
import { onEngines } from '../../support/engines.ts';

/** The wire units of a lock, in the tests' terms: 0.000001. */
const LOCKED = 1_000n;

onEngines('GET /api/v1/assets', (database) => {
  const api = apiForEach({ database });
  let market: Causeway['market'];
  beforeEach(() => {
    market = clientOf(api).market;
  });

  const eth = async () => {
    const asset = (await market.assets()).find(({ symbol }) => symbol === 'ETH');
    const remote = asset?.remotes.find(({ chain }) => chain === 'polygon');
    assert.ok(asset && remote);
    return { asset, remote };
  };
  const later = (ms = 5_000) => {
    api.clock.nowMs += ms;
  };
  const lock = (wireAmount = LOCKED) => {
    api.ethereum.lock(api.polygon, { wireAmount });
    finalise(api.ethereum);
  };
  /** The oracle's keys mint on polygon, whatever was locked. */
  const mint = (wireAmount: bigint) => {
    const { supply } = api.polygon.state;
    supply.set(api.ethereum.domain, (supply.get(api.ethereum.domain) ?? 0n) + wireAmount);
  };
  /** What a relayer records of the chain's locks, up to its newest block. */
  const record = async (chain: MemoryChain) => {
    const scan = await chain.scan(0, chain.tip.number);
    assert.ok(scan.ok);
    const messages = scan.value.events.flatMap((event) =>
      event.type === 'message' ? [{ messageId: messageIdOf(event.message), message: event.message, at: event.at }] : [],
    );
    const { family, domain } = chain;
    const { to } = scan.value;
    assert.ok((await api.storage.chainView.recordScan({ family, domain, to, messages, outcomes: [], roots: [] })).ok);
  };
  const recordAll = async () => {
    for (const chain of [api.ethereum, api.polygon, api.arbitrum]) await record(chain);
  };

  it('knows nothing in flight before the record has begun', async () => {
    lock();
    assert.equal((await eth()).remote.inFlight, null);
    await recordAll();
    later();
    assert.equal((await eth()).remote.inFlight, '0.000001');
  });

  it('tells what the home holds and owes, and what stands on each remote', async () => {
    lock();
    mint(400n);
    const { stolen } = api.ethereum;
    api.ethereum.stolen = stolen - 5n;
    await recordAll();
    const { asset, remote } = await eth();
    const checkedAt = new Date(api.clock.nowMs).toISOString();
    assert.deepEqual(
      { ...asset, remotes: asset.remotes.length },
      {
        symbol: 'ETH',
        homeChain: 'ethereum',
        token: { symbol: 'ETH', name: 'Ether', address: null },
        decimals: 18,
        verdict: 'backed',
        reason: null,
        unknownSince: null,
        checkedAt,
        escrow: '0.000001000000000005',
        outstanding: '0.000001',
        credits: '0',
        surplus: '0.000000000000000005',
        homeBlock: api.ethereum.tip.number,
        remotes: 2,
      },
    );
    assert.deepEqual(remote, {
      chain: 'polygon',
      token: remote.token,
      verdict: 'backed',
      reason: null,
      unknownSince: null,
      checkedAt,
      outstanding: '0.000001',
      supply: '0.0000004',
      inFlight: '0.000001',
      difference: '-0.0000004',
      block: api.polygon.tip.number,
      homeBlock: api.ethereum.tip.number,
    });
    assert.equal(remote.token.symbol, 'cwETH');
  });

  it('never calls an order in flight broken', async () => {
    assert.equal((await eth()).asset.verdict, 'backed');
    const verdicts: string[] = [];
    const look = async () => {
      later();
      verdicts.push((await eth()).asset.verdict);
    };
    lock();
    await look();
    await recordAll();
    await look();
    assert.equal((await eth()).remote.difference, '0');
    mint(LOCKED);
    await look();
    // Burned and released, between two readings.
    mint(-LOCKED);
    api.ethereum.state.outstanding.set(api.polygon.domain, 0n);
    await look();
    assert.deepEqual([...new Set(verdicts)], ['backed']);
  });

  it('calls a mint that nothing backs broken at the next reading, and backed once that is over', async () => {
    lock();
    mint(LOCKED);
    assert.equal((await eth()).asset.verdict, 'backed');
    mint(1n);
    later();
    const { asset, remote } = await eth();
    assert.deepEqual([asset.verdict, remote.verdict, asset.unknownSince], ['broken', 'broken', null]);
    assert.equal(asset.reason, 'polygon: more was minted than is outstanding at home');
    assert.equal(remote.supply, '0.000001001');
    const others = (await market.assets()).filter(({ symbol }) => symbol !== 'ETH');
    assert.ok(others.every(({ verdict }) => verdict === 'backed'));
    mint(-1n);
    later();
    assert.equal((await eth()).asset.verdict, 'backed');
  });

  it('calls an escrow that holds less than it owes broken', async () => {
    lock();
    api.ethereum.stolen = 1n;
    const { asset, remote } = await eth();
    assert.deepEqual([asset.verdict, asset.surplus], ['broken', '-0.000000000000000001']);
    assert.equal(asset.reason, 'the bridge holds less than it owes');
    assert.equal(remote.verdict, 'backed');
  });

  it('calls messages that were committed and never sent broken, before anything is minted', async () => {
    api.polygon.state.inbound.set(api.ethereum.domain, 1n);
    const { remote } = await eth();
    assert.deepEqual([remote.verdict, remote.reason], ['broken', 'messages were committed that were never sent']);
  });

  it('calls a forged execution broken that hides below an order in flight, until it is acknowledged', async () => {
    lock();
    await recordAll();
    mint(1n);
    const lane = { family: 'main', source: api.ethereum.domain, destination: api.polygon.domain };
    const differences = [
      { lane, kind: 'execution', subject: '0x01', blockNumber: 1, transaction: '0x02', detail: '', sinceMs: 1 },
    ] as const;
    await api.storage.comparisons.record({ roots: [], executions: [], differences });
    const { remote } = await eth();
    assert.deepEqual([remote.verdict, remote.reason], ['broken', 'a root or an execution is no message of its source']);
    await api.storage.comparisons.acknowledge(['0x01'], 2);
    later();
    assert.equal((await eth()).remote.verdict, 'backed');
  });

  it('does not believe one lying endpoint, and is unknown when too few agree', async () => {
    lock();
    assert.equal((await eth()).asset.verdict, 'backed');
    api.polygon.endpoints = ['honest', 'lying', 'honest'];
    later();
    assert.equal((await eth()).asset.verdict, 'backed');
    api.polygon.endpoints = ['honest', 'lying', 'lying'];
    later();
    const { asset, remote } = await eth();
    assert.deepEqual([asset.verdict, remote.verdict], ['unknown', 'unknown']);
  });

  it('is unknown since the first failure, with the figures of before and their time', async () => {
    lock();
    const before = await eth();
    later();
    api.polygon.failing('bridgedSupply');
    const since = new Date(api.clock.nowMs).toISOString();
    await eth();
    later(60_000);
    const { asset, remote } = await eth();
    assert.deepEqual([asset.verdict, asset.unknownSince], ['unknown', since]);
    assert.equal(asset.reason, 'polygon: the chains cannot be read at present');
    assert.deepEqual(remote, {
      ...before.remote,
      ...{ verdict: 'unknown', unknownSince: since, reason: 'the chains cannot be read at present' },
    });
    assert.equal(asset.remotes.find(({ chain }) => chain === 'arbitrum')?.verdict, 'backed');
    api.polygon.failures.clear();
    later();
    assert.deepEqual([(await eth()).asset.verdict, (await eth()).asset.unknownSince], ['backed', null]);
  });

  it('keeps telling what was broken while the chain cannot be read', async () => {
    mint(1n);
    assert.equal((await eth()).remote.verdict, 'broken');
    api.polygon.failing('bridgedSupply');
    later();
    const { remote } = await eth();
    assert.equal(remote.verdict, 'unknown');
    assert.match(String(remote.reason), /when they were read last: more was minted/);
  });

  it('is unknown without figures where nothing was ever read', async () => {
    api.polygon.endpoints = ['dead', 'dead', 'dead'];
    const { remote } = await eth();
    assert.deepEqual(
      [remote.verdict, remote.checkedAt, remote.supply, remote.difference],
      ['unknown', null, null, null],
    );
  });

  it('reads once in five seconds for any number of callers, and nothing while nobody asks', async () => {
    const reads = () =>
      [api.arbitrum, api.ethereum, api.polygon].map(({ reads: count }) => count.get('bridgedSupply') ?? 0);
    assert.deepEqual(reads(), [0, 0, 0]);
    await Promise.all(Array.from({ length: 20 }, eth));
    assert.deepEqual(reads(), [2, 2, 2]);
    later(4_999);
    await eth();
    assert.deepEqual(reads(), [2, 2, 2]);
    const all = () =>
      [api.arbitrum, api.ethereum, api.polygon].map(({ reads: count }) => [...count.values()].reduce((a, b) => a + b));
    const before = all();
    later(1);
    await eth();
    assert.deepEqual(reads(), [4, 4, 4]);
    // With each of two others its lane and the supply of the other's asset, then head, holdings and credits.
    assert.deepEqual(
      all().map((count, at) => count - (before[at] as number)),
      [7, 7, 7],
    );
  });

  it('knows nothing in flight while the record contradicts its chain', async () => {
    lock();
    await recordAll();
    const { family, domain } = api.polygon;
    await api.storage.chainView.markBroken({ family, domain, code: 'DEEP_REORG', reason: '' });
    const { remote } = await eth();
    assert.deepEqual([remote.verdict, remote.inFlight, remote.difference], ['backed', null, null]);
  });
});

describe('a reading of the backing', () => {
  it('gives a chain that does not answer four seconds, and knows the others', async () => {
    const { networks, polygon } = testChains();
    const catalogue = Catalogue.create(networks, {});
    assert.ok(catalogue.ok);
    polygon.bridgedSupply = () => new Promise(() => {});
    const waits = new Set<number>();
    const after: Clock['after'] = (ms, task) => {
      waits.add(ms);
      const turn = setImmediate(task);
      return () => clearImmediate(turn);
    };
    const read = await readBacking(carriedAssets(catalogue.value), new WeakMap(), { ...systemClock, after });
    assert.deepEqual([...waits], [4_000]);
    const found = [...read].map(([{ symbol }, { home, remotes }]) => [
      ...[symbol, home !== undefined],
      ...[...remotes].map(([{ name }, figures]) => figures && name),
    ]);
    assert.deepEqual(found, [
      ['ETH', true, undefined, 'arbitrum'],
      ['POL', true, 'ethereum', 'arbitrum'],
      ['ARB', true, 'ethereum', undefined],
    ]);
  });
});

import { strict as assert } from 'node:assert';
import type { ChainConfig, ChainProvider } from '@causeway/chains';
import { type Lie, RpcRefusal } from '@causeway/devnet';
import { ZERO_32 } from '@causeway/protocol';
import { address32, alice, codeOf, ETHER, must, startWorld, type World } from '../support/bridges.ts';
import { type Behaviour, type Endpoints, threeEndpoints } from '../support/endpoints.ts';
import { allEvents, execute, lock, settled } from '../support/traffic.ts';

type Json = Record<string, unknown>;

/** Lies that could profit an endpoint: no logs, invented amounts, a chain far ahead, other answers, no transactions. */
const LIES: Readonly<Record<string, Lie>> = {
  'hides logs': ({ method }, result) => (method === 'eth_getLogs' ? [] : result),
  'changes logs': ({ method }, result) =>
    method === 'eth_getLogs' ? (result as Json[]).map((log) => ({ ...log, data: `${log.data}00` })) : result,
  'runs ahead': ({ method, params }, result) =>
    method === 'eth_getBlockByNumber' && params[0] === 'latest' ? { ...(result as Json), number: '0xffffff' } : result,
  'shows another fork': ({ method }, result) =>
    method === 'eth_getBlockByNumber' && result ? { ...(result as Json), hash: `0x${'ab'.repeat(32)}` } : result,
  'answers every call': ({ method }, result) => (method === 'eth_call' ? `0x${'01'.repeat(64)}` : result),
  'knows no receipt': ({ method }, result) => (method === 'eth_getTransactionReceipt' ? null : result),
  'counts other nonces': ({ method }, result) => (method === 'eth_getTransactionCount' ? '0xffff' : result),
  'estimates no gas': ({ method }, result) => (method === 'eth_estimateGas' ? '0x1' : result),
  'asks for a fortune': ({ method }, result) => (method === 'eth_maxPriorityFeePerGas' ? '0xfffffffffffff' : result),
  'answers nonsense': () => ({ nonsense: true }),
  'serves another chain': ({ method }, result) => (method === 'eth_chainId' ? '0x1' : result),
};

describe('endpoints that fail', function () {
  this.timeout(120_000);
  let world: World;
  let endpoints: Endpoints;
  let polygon: ChainProvider;
  const through = (more: Partial<ChainConfig> = {}) => world.provider('ethereum', { rpc: endpoints.urls, ...more });
  /** For tests that wait for the time-out; the others allow for a busy machine. */
  const impatient = { rpcTimeoutMs: 400 };
  const behave = (...behaviours: readonly Behaviour[]) => endpoints.behave(...behaviours);

  before(async () => {
    world = await startWorld();
    endpoints = await threeEndpoints(world.ethereum.url);
    polygon = world.provider('polygon');
    await lock(world.provider('ethereum'), polygon);
    await world.ethereum.mine(3);
  });
  after(async () => {
    await endpoints?.stop();
    await world.stop();
  });

  /** Every read that decides something. */
  const reads: Readonly<Record<string, (provider: ChainProvider) => Promise<unknown>>> = {
    head: async (provider) => must(await provider.head()).hash,
    block: async (provider) => must(await provider.block(3))?.hash,
    scan: async (provider) => allEvents(provider),
    lane: async (provider) => must(await provider.lane(polygon.domain)),
    limits: async (provider) => must(await provider.limits(polygon.domain, 'bridged')).capacity,
    remote: async (provider) => must(await provider.remote(polygon.domain)),
    status: async (provider) => must(await provider.status(polygon.domain, 0n)),
    balance: async (provider) => must(await provider.balance(alice.address, provider.domain)),
    oracle: async (provider) => must(await provider.oracle()),
    anchor: async (provider) => must(await provider.anchor(alice)),
    verify: async (provider) => must(await provider.verify()),
  };
  const readAll = async (provider: ChainProvider) =>
    Object.fromEntries(
      await Promise.all(Object.entries(reads).map(async ([name, read]) => [name, await read(provider)])),
    );

  for (const [name, behaviour] of Object.entries({ dead: 'dead', slow: 'slow', ...LIES } as Record<
    string,
    Behaviour
  >)) {
    it(`change nothing alone: one ${name}`, async () => {
      behave();
      const truth = await readAll(world.provider('ethereum'));
      behave(behaviour);
      assert.deepEqual(await readAll(through()), truth);
    });
  }

  it('are refused when a liar and a dead one leave a single honest one', async () => {
    const liar = LIES['hides logs'] as Lie;
    behave(liar, 'dead');
    const provider = through(impatient);
    const scan = await provider.scan(0, must(await provider.head()).number);
    assert(!scan.ok && scan.error.code === 'NO_QUORUM' && scan.error.retryable);
    behave(LIES['answers every call'] as Lie, 'slow');
    const lane = await provider.lane(polygon.domain);
    assert(!lane.ok && lane.error.code === 'NO_QUORUM' && lane.error.retryable);
    behave(LIES['shows another fork'] as Lie, 'dead');
    assert.equal(codeOf(await provider.head()), 'NO_QUORUM');
  });

  it('are reported as unavailable when all of them are', async () => {
    behave('dead', 'dead', 'slow');
    const head = await through(impatient).head();
    assert(!head.ok && head.error.code === 'RPC_UNAVAILABLE' && head.error.retryable);
  });

  it('recover without a restart', async () => {
    const provider = through();
    behave('dead', 'dead', 'dead');
    assert.equal(codeOf(await provider.head()), 'RPC_UNAVAILABLE');
    assert.equal(codeOf(await provider.oracle()), 'RPC_UNAVAILABLE');
    behave();
    assert.equal(must(await provider.head()).number, must(await world.provider('ethereum').head()).number);
    assert.equal(must(await provider.oracle()).threshold, 3);
  });

  for (const name of [
    'dead',
    'slow',
    'counts other nonces',
    'estimates no gas',
    'asks for a fortune',
    'knows no receipt',
  ]) {
    it(`do not stop a transaction: one ${name}`, async () => {
      behave(LIES[name] ?? (name as Behaviour));
      const provider = through();
      const args = { remote: polygon.domain, recipient: address32(alice), localAmount: ETHER, reference: ZERO_32 };
      const [submission] = must(await provider.prepareSend('lockTokens', alice, args));
      assert(submission);
      assert(BigInt(submission.fee.maxFeePerGas ?? 0) < 10n ** 13n);
      must(await provider.broadcast(submission));
      const outcome = await settled(provider, submission);
      assert(outcome.state === 'included' && outcome.success);
    });
  }

  it('do not stop the oracle: one dead, one slow', async () => {
    const root = `0x${'11'.repeat(32)}` as const;
    for (const [firstNonce, behaviour] of [
      [0n, 'dead'],
      [1n, 'slow'],
    ] as const) {
      behave('honest', behaviour);
      const provider = through();
      const commit = { function: 'commitRoot', source: polygon.domain, firstNonce, count: 1, root } as const;
      must(await provider.simulate([commit]));
      const outcome = await execute(provider, [commit]);
      assert(outcome.state === 'included' && outcome.success);
    }
  });

  it('appear in health without the secrets of their URLs', async () => {
    behave('dead');
    const provider = world.provider('ethereum', {
      rpc: endpoints.urls.slice(0, 2).map((url, index) => `${url}?key=key-${index}`),
    });
    const health = await provider.health();
    assert.deepEqual(
      health.map(({ up, head }) => [up, head !== null]),
      [
        [false, false],
        [true, true],
      ],
    );
    assert(!JSON.stringify(health).includes('key-'));
    behave('dead', 'dead');
    const failed = await provider.head();
    assert(!failed.ok && !failed.error.message.includes('key-'));
  });

  it('may refuse wide log queries, which are halved until they fit', async () => {
    const queries: number[] = [];
    const narrow: Lie = ({ method, params }, result) => {
      if (method !== 'eth_getLogs') return result;
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
      queries.push(Number(toBlock) - Number(fromBlock) + 1);
      return (queries.at(-1) as number) > 4 ? new RpcRefusal('query returned more than 10000 results') : result;
    };
    behave(narrow, narrow, narrow);
    const events = await allEvents(through());
    assert.deepEqual(events, await allEvents(world.provider('ethereum')));
    assert(queries.some((width) => width > 4) && queries.some((width) => width <= 4));
  });
});

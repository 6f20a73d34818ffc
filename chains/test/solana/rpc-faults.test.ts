import { strict as assert } from 'node:assert';
import type { ChainConfig, ChainProvider } from '@causeway/chains';
import { type Lie, RpcRefusal } from '@causeway/devnet';
import { type Hex, type Message, ZERO_32 } from '@causeway/protocol';
import { codeOf, must } from '../support/bridges.ts';
import { type Behaviour, type Endpoints, threeEndpoints } from '../support/endpoints.ts';
import { SOL, type SolanaWorld, solAlice, solRelayer, startSolanaWorld } from '../support/solana.ts';
import { allEvents, built, deliver, deliveryOf, execute, lock, settled } from '../support/traffic.ts';

type Json = Record<string, unknown>;

/** A recipient on Ethereum. */
const RECIPIENT: Hex = `0x${'70'.repeat(20).padStart(64, '0')}`;

/** A lie about the results of one method. */
const about =
  (wanted: string, change: (result: Json) => unknown): Lie =>
  ({ method }, result) =>
    method === wanted && result !== null ? change(result as Json) : result;

/** A lie about the `value` of a method that answers with a context. */
const aboutValue = (wanted: string, change: (value: unknown) => unknown): Lie =>
  about(wanted, (result) => ({ ...result, value: change(result.value) }));

const bothOf =
  (...lies: readonly Lie[]): Lie =>
  (call, result) =>
    lies.reduce((told, lie) => lie(call, told), result);

/** Every inner instruction with other data. */
const changeInner = (result: Json): Json => {
  const meta = result.meta as Json;
  const inner = (meta.innerInstructions as Json[]).map((outer) => ({
    ...outer,
    instructions: (outer.instructions as Json[]).map((one) => ({ ...one, data: `${String(one.data).slice(0, -1)}2` })),
  }));
  return { ...result, meta: { ...meta, innerInstructions: inner } };
};

/** Lies that could profit an endpoint: no history, other events, a chain far ahead, other accounts, no outcomes. */
const LIES: Readonly<Record<string, Lie>> = {
  'hides history': about('getSignaturesForAddress', () => []),
  'invents failures': about('getSignaturesForAddress', (result) =>
    (result as unknown as Json[]).map((entry) => ({ ...entry, err: { InstructionError: [2, { Custom: 6000 }] } })),
  ),
  'moves transactions': about('getSignaturesForAddress', (result) =>
    (result as unknown as Json[]).map((entry) => ({ ...entry, slot: Number(entry.slot) - 1 })),
  ),
  'hides transactions': about('getTransaction', () => null),
  'changes events': about('getTransaction', changeInner),
  'runs ahead': about('getSlot', () => 0xffffff),
  'stays behind': about('getSlot', () => 1),
  'shows another fork': about('getBlock', (block) => ({ ...block, blockhash: solAlice.address })),
  'turns blocks around': about('getBlock', (block) => ({
    ...block,
    ...(block.signatures ? { signatures: [...(block.signatures as string[]), 'x'].reverse() } : {}),
  })),
  'invents accounts': aboutValue('getMultipleAccounts', (accounts) =>
    (accounts as (Json | null)[]).map((account) => account && { ...account, data: ['AAAA', 'base64'], lamports: 1 }),
  ),
  'hides accounts': aboutValue('getMultipleAccounts', (accounts) => (accounts as unknown[]).map(() => null)),
  'knows no outcome': bothOf(
    aboutValue('getSignatureStatuses', (statuses) => (statuses as unknown[]).map(() => null)),
    about('getBlockHeight', () => 0xffffff),
    aboutValue('isBlockhashValid', () => false),
  ),
  'invents a failed outcome': aboutValue('getSignatureStatuses', (statuses) =>
    (statuses as (Json | null)[]).map((status) => status && { ...status, err: 'AccountInUse' }),
  ),
  'refuses every simulation': aboutValue('simulateTransaction', () => ({ err: 'AccountNotFound' })),
  'asks for a fortune': about('getRecentPrioritizationFees', () => [{ slot: 1, prioritizationFee: 10 ** 15 }]),
  'answers nonsense': () => ({ nonsense: true }),
};

describe('Solana endpoints that fail', function () {
  this.timeout(180_000);
  let world: SolanaWorld;
  let endpoints: Endpoints;
  let ethereum: ChainProvider;
  /** A payment of ether to alice, who already has a token account. */
  let paid: Message;
  const through = (more: Partial<ChainConfig> = {}) => world.provider('solana', { rpc: endpoints.urls, ...more });
  /** For tests that wait for the time-out; the others allow for a busy machine. */
  const impatient = { rpcTimeoutMs: 400 };
  const behave = (...behaviours: readonly Behaviour[]) => endpoints.behave(...behaviours);

  before(async () => {
    world = await startSolanaWorld();
    endpoints = await threeEndpoints(world.solana.url);
    ethereum = world.provider('ethereum');
    for (let nonce = 0; nonce < 3; nonce += 1) await lock(world.provider('solana'), ethereum);
    paid = await lock(ethereum, world.provider('solana'));
    await deliver(world.provider('solana'), paid, 'mintTokens');
  });
  after(async () => {
    await endpoints?.stop();
    await world?.stop();
  });

  /** Every read that decides something. */
  const reads: Readonly<Record<string, (provider: ChainProvider) => Promise<unknown>>> = {
    head: async (provider) => must(await provider.head()).hash,
    finalized: async (provider) => must(await provider.finalized()).hash,
    block: async (provider) => must(await provider.block(3))?.hash,
    scan: async (provider) => allEvents(provider),
    lane: async (provider) => must(await provider.lane(ethereum.domain)),
    limits: async (provider) => must(await provider.limits(ethereum.domain, 'bridged')).capacity,
    remote: async (provider) => must(await provider.remote(ethereum.domain)),
    status: async (provider) => must(await provider.status(ethereum.domain, 0n)),
    balance: async (provider) => must(await provider.balance(solAlice.address, provider.domain)),
    oracle: async (provider) => must(await provider.oracle()),
    anchor: async (provider) => must(await provider.anchor(solRelayer)),
    build: async (provider) => (await built(provider, deliveryOf(paid, 'mintTokens').slice(1))).digest,
    verify: async (provider) => must(await provider.verify()),
  };
  const readAll = async (provider: ChainProvider) =>
    Object.fromEntries(
      await Promise.all(Object.entries(reads).map(async ([name, read]) => [name, await read(provider)])),
    );

  describe('while the chain rests', () => {
    let headNumber = 0;
    before(async () => {
      await world.solana.rpc('causeway_pauseSlots');
      headNumber = must(await world.provider('solana').head()).number;
    });
    after(() => world.solana.rpc('causeway_resumeSlots'));

    for (const [name, behaviour] of Object.entries({ dead: 'dead', slow: 'slow', ...LIES } as Record<
      string,
      Behaviour
    >)) {
      it(`change nothing alone: one ${name}`, async () => {
        behave();
        const truth = await readAll(world.provider('solana'));
        behave(behaviour);
        assert.deepEqual(await readAll(through()), truth);
      });
    }

    it('are refused when a liar and a dead one leave a single honest one', async () => {
      const provider = through(impatient);
      for (const [lie, read] of [
        ['hides history', () => provider.scan(0, headNumber)],
        ['changes events', () => provider.scan(0, headNumber)],
        ['invents accounts', () => provider.lane(ethereum.domain)],
        ['shows another fork', () => provider.head()],
      ] as const) {
        behave(LIES[lie] as Lie, 'dead');
        const result = await read();
        assert(!result.ok && result.error.code === 'NO_QUORUM' && result.error.retryable, lie);
      }
    });

    it('cannot report silence by lagging, even together with a liar', async () => {
      const behind: Lie = ({ method, params }, result) =>
        method === 'getSignaturesForAddress'
          ? []
          : method === 'getBlock' && params[0] === headNumber
            ? new RpcRefusal('Block not available', -32_004)
            : method === 'getBlocksWithLimit'
              ? []
              : result;
      behave(behind, LIES['hides history'] as Lie);
      assert.equal(codeOf(await through().scan(0, headNumber)), 'NO_QUORUM');
    });

    it('that have all lost a part of the history are detected by the gap', async () => {
      const messages = (await allEvents(world.provider('solana'))).filter(({ type }) => type === 'message');
      const lost = messages.at(-2)?.at.transaction;
      const forgetful = about('getSignaturesForAddress', (result) =>
        (result as unknown as Json[]).filter(({ signature }) => signature !== lost),
      );
      behave(forgetful, forgetful, forgetful);
      const scan = await through().scan(0, headNumber);
      assert(!scan.ok && scan.error.code === 'EVENTS_MISSING' && scan.error.retryable);
    });

    it('that do not know a block hash yet do not make its transactions expire', async () => {
      behave();
      const args = { remote: ethereum.domain, recipient: RECIPIENT, localAmount: SOL, reference: ZERO_32 };
      const [submission] = must(await through().prepareSend('lockTokens', solAlice, args));
      assert(submission);
      const late = aboutValue('isBlockhashValid', () => false);
      behave(late, late, late);
      assert.deepEqual(must(await through().outcome(submission)), { state: 'pending' });
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
      assert.equal(must(await provider.head()).number, must(await world.provider('solana').head()).number);
      assert.equal(must(await provider.oracle()).threshold, 3);
    });
  });

  for (const name of [
    'dead',
    'slow',
    'knows no outcome',
    'invents a failed outcome',
    'refuses every simulation',
    'asks for a fortune',
    'hides transactions',
  ]) {
    it(`do not stop a transaction: one ${name}`, async () => {
      behave(LIES[name] ?? (name as Behaviour));
      const provider = through();
      const args = { remote: ethereum.domain, recipient: RECIPIENT, localAmount: SOL, reference: ZERO_32 };
      const [submission] = must(await provider.prepareSend('lockTokens', solAlice, args));
      assert(submission);
      assert.equal(submission.fee.computeUnitPriceMicroLamports, '0');
      must(await provider.broadcast(submission));
      const outcome = await settled(provider, submission);
      assert(outcome.state === 'included' && outcome.success);
    });
  }

  it('do not stop the oracle: one dead, one slow', async () => {
    const root = `0x${'11'.repeat(32)}` as const;
    for (const [firstNonce, behaviour] of [
      [1n, 'dead'],
      [2n, 'slow'],
    ] as const) {
      behave('honest', behaviour);
      const provider = through();
      const commit = { function: 'commitRoot', source: ethereum.domain, firstNonce, count: 1, root } as const;
      must(await provider.anchor(solRelayer));
      must(await provider.simulate([commit]));
      const outcome = await execute(provider, [commit]);
      assert(outcome.state === 'included' && outcome.success);
    }
  });

  it('appear in health without the secrets of their URLs', async () => {
    behave('dead');
    const provider = world.provider('solana', {
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

  it('may count a block before they show it: the one before is the head', async () => {
    await world.solana.rpc('causeway_pauseSlots');
    behave();
    const head = must(await through().head());
    const late: Lie = ({ method, params }, result) =>
      method === 'getBlock' && params[0] === head.number ? new RpcRefusal('Block not available', -32_004) : result;
    behave(late, late, late);
    assert(must(await through().head()).number < head.number);
    await world.solana.rpc('causeway_resumeSlots');
  });
});

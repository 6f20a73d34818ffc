import { strict as assert } from 'node:assert';
import type { ChainConfig, ChainProvider } from '@causeway/chains';
import {
  forgesRadixEvents,
  forksStateVersions,
  hidesRadixTransactions,
  type Lie,
  runsAheadStateVersions,
} from '@causeway/devnet';
import { type Hex, type Message, type Submission, ZERO_32 } from '@causeway/protocol';
import { codeOf, must } from '../support/bridges.ts';
import { type Behaviour, type Endpoints, threeEndpoints } from '../support/endpoints.ts';
import { type RadixWorld, startRadixWorld } from '../support/radix.ts';
import { radAlice, radRelayer, XRD } from '../support/radix-offline.ts';
import { allEvents, built, deliver, deliveryOf, execute, lock, settled } from '../support/traffic.ts';

type Json = Readonly<Record<string, unknown>>;

/** A recipient on Ethereum. */
const RECIPIENT: Hex = `0x${'70'.repeat(20).padStart(64, '0')}`;

/** A lie about the answer at one path. */
const about =
  (path: string, change: (answer: Json) => unknown): Lie =>
  ({ method }, answer) =>
    method === path ? change(answer as Json) : answer;

const bothOf =
  (...lies: readonly Lie[]): Lie =>
  (call, answer) =>
    lies.reduce((told, lie) => lie(call, told), answer);

/** A lie about every transaction of the stream. */
const mapStream = (change: (transaction: Json) => Json): Lie =>
  about('/stream/transactions', (answer) => ({ ...answer, transactions: (answer.transactions as Json[]).map(change) }));

const changeReceipt = (change: (receipt: Json) => Json) => (transaction: Json) => ({
  ...transaction,
  receipt: change(transaction.receipt as Json),
});

/** Lies that could profit an endpoint: no history, other events, a ledger far ahead, other state, no outcomes. */
const LIES: Readonly<Record<string, Lie>> = {
  'hides events': hidesRadixTransactions,
  'changes events': forgesRadixEvents((hex) => `${hex.slice(0, -2)}ff`),
  'invents failures': mapStream(changeReceipt((receipt) => ({ ...receipt, status: 'Failed' }))),
  'leaves out transactions': about('/stream/transactions', (answer) => ({
    ...answer,
    transactions: (answer.transactions as Json[]).slice(1),
  })),
  'runs ahead': runsAheadStateVersions(1_000),
  'stays behind': about('/status/network-status', (status) => ({
    ...status,
    current_state_identifier: { ...(status.current_state_identifier as Json), state_version: 1 },
    current_epoch_round: { epoch: 1, round: 1 },
  })),
  'shows another ledger': forksStateVersions,
  'invents state': about('/transaction/preview', (preview) => {
    const receipt = preview.receipt as Json;
    return { ...preview, receipt: { ...receipt, output: [{ hex: '5c2100' }] } };
  }),
  'refuses every preview': about('/transaction/preview', (preview) => ({
    ...preview,
    receipt: { ...(preview.receipt as Json), status: 'Failed', error_message: 'PanicMessage("RateLimited")' },
  })),
  'knows no outcome': bothOf(
    about('/transaction/status', (status) => ({ ...status, intent_status: 'PermanentRejection' })),
    about('/status/network-status', (status) => ({ ...status, current_epoch_round: { epoch: 9_999, round: 1 } })),
  ),
  'invents a failed outcome': about('/transaction/receipt', ({ committed, ...rest }) => ({
    ...rest,
    committed: changeReceipt((receipt) => ({ ...receipt, status: 'Failed', error_message: 'x' }))(committed as Json),
  })),
  'answers nonsense': () => ({ nonsense: true }),
};

describe('Radix endpoints that fail', function () {
  this.timeout(180_000);
  let world: RadixWorld;
  let endpoints: Endpoints;
  let ethereum: ChainProvider;
  /** A delivered payment of ether to alice. */
  let paid: Message;
  /** A committed lock. */
  let landed: Submission;
  const through = (more: Partial<ChainConfig> = {}) => world.provider('radix', { rpc: endpoints.urls, ...more });
  /** For tests that wait for the time-out; the others allow for a busy machine. */
  const impatient = { rpcTimeoutMs: 400 };
  const behave = (...behaviours: readonly Behaviour[]) => endpoints.behave(...behaviours);

  before(async () => {
    world = await startRadixWorld();
    endpoints = await threeEndpoints(world.radix.url);
    ethereum = world.provider('ethereum');
    for (let nonce = 0; nonce < 2; nonce += 1) await lock(world.provider('radix'), ethereum);
    paid = await lock(ethereum, world.provider('radix'));
    await deliver(world.provider('radix'), paid, 'mintTokens');
    landed = await sent(world.provider('radix'));
  });
  after(async () => {
    await endpoints?.stop();
    await world?.stop();
  });

  /** A committed and successful lock by alice. */
  async function sent(provider: ChainProvider): Promise<Submission> {
    const args = { remote: ethereum.domain, recipient: RECIPIENT, localAmount: XRD, reference: ZERO_32 };
    const [submission] = must(await provider.prepareSend('lockTokens', radAlice, args));
    assert(submission);
    must(await provider.broadcast(submission));
    const outcome = await settled(provider, submission);
    assert(outcome.state === 'included' && outcome.success);
    assert.deepEqual(
      outcome.events.map(({ type }) => type),
      ['message'],
    );
    return submission;
  }

  /** Every read that decides something. */
  const reads: Readonly<Record<string, (provider: ChainProvider) => Promise<unknown>>> = {
    head: async (provider) => must(await provider.head()),
    finalized: async (provider) => must(await provider.finalized()),
    block: async (provider) => must(await provider.block(3)),
    scan: (provider) => allEvents(provider),
    lane: async (provider) => must(await provider.lane(ethereum.domain)),
    limits: async (provider) => must(await provider.limits(ethereum.domain, 'bridged')).capacity,
    remote: async (provider) => must(await provider.remote(ethereum.domain)),
    status: async (provider) => must(await provider.status(ethereum.domain, 0n)),
    balance: async (provider) => must(await provider.balance(radAlice.address, provider.domain)),
    oracle: async (provider) => must(await provider.oracle()),
    anchor: async (provider) =>
      must(await provider.anchor(radRelayer))
        .split(':')
        .toSpliced(2, 1),
    outcome: async (provider) => must(await provider.outcome(landed)),
    build: async (provider) => (await built(provider, deliveryOf(paid, 'mintTokens').slice(1))).payloads.length,
    verify: async (provider) => must(await provider.verify()),
  };
  const readAll = async (provider: ChainProvider) =>
    Object.fromEntries(
      await Promise.all(Object.entries(reads).map(async ([name, read]) => [name, await read(provider)])),
    );

  describe('while the ledger rests', () => {
    let to = 0;
    let truth: unknown;
    before(async () => {
      world.radix.ledger.pause();
      behave();
      to = must(await world.provider('radix').head()).number;
      truth = await readAll(world.provider('radix'));
    });
    after(() => world.radix.ledger.resume());

    for (const [name, fault] of Object.entries<Behaviour>({ dead: 'dead', slow: 'slow', ...LIES })) {
      it(`change nothing alone: one ${name}`, async () => {
        behave(fault);
        assert.deepEqual(await readAll(through()), truth);
      });
    }

    it('are refused when a liar and a dead one leave a single honest one', async () => {
      const provider = through();
      for (const [lie, read] of [
        ['hides events', () => provider.scan(1, to)],
        ['changes events', () => provider.scan(1, to)],
        ['leaves out transactions', () => provider.scan(1, to)],
        ['invents state', () => provider.lane(ethereum.domain)],
        ['shows another ledger', () => provider.head()],
        ['knows no outcome', () => provider.outcome(landed)],
      ] as const) {
        behave(LIES[lie] as Lie, 'dead');
        const result = await read();
        assert(!result.ok && result.error.code === 'NO_QUORUM' && result.error.retryable, lie);
      }
    });

    it('cannot report silence by lagging, even together with a liar', async () => {
      const behind = about('/stream/transactions', (answer) => ({
        ...answer,
        transactions: (answer.transactions as Json[]).filter(
          (transaction) => Number((transaction.resultant_state_identifiers as Json).state_version) < to,
        ),
      }));
      behave(behind, LIES['hides events'] as Lie);
      assert.equal(codeOf(await through().scan(1, to)), 'NO_QUORUM');
      behave(behind, behind, behind);
      assert.equal(codeOf(await through().scan(1, to)), 'BLOCK_NOT_FOUND');
    });

    it('can agree on the oracle while they disagree on the holdings', async () => {
      const holding = (xrd: string) =>
        about('/transaction/preview', (preview) => {
          const receipt = preview.receipt as Json;
          const output = (receipt.output as Json[]).map(({ hex }) => ({ hex: `${String(hex).slice(0, -48)}${xrd}` }));
          return { ...preview, receipt: { ...receipt, output } };
        });
      behave(...['01', '02', '03'].map((first) => holding(`${first}${'00'.repeat(23)}`)));
      assert.equal(must(await through().oracle()).threshold, 3);
      assert.deepEqual(must(await through().paused()), { outbound: false, inbound: false });
      assert.equal(codeOf(await through().holdings()), 'NO_QUORUM');
    });

    it('that show a state version under another number than requested count as failed', async () => {
      const shifted = mapStream((transaction) => {
        const identifiers = transaction.resultant_state_identifiers as Json;
        const state_version = Number(identifiers.state_version) + 1;
        return { ...transaction, resultant_state_identifiers: { ...identifiers, state_version } };
      });
      behave(...[1, 2, 3].map(() => shifted));
      assert.equal(codeOf(await through().block(3)), 'RPC_UNAVAILABLE');
    });

    it('that have all lost a part of the history are detected by the gap', async () => {
      behave();
      const messages = (await allEvents(world.provider('radix'))).filter(({ type }) => type === 'message');
      const versions = messages.map(({ at }) => at.block.number);
      const versionOf = (transaction: Json) => (transaction.resultant_state_identifiers as Json).state_version;
      const forgetful = mapStream((transaction) =>
        versionOf(transaction) === versions.at(-2)
          ? changeReceipt((receipt) => ({ ...receipt, events: [] }))(transaction)
          : transaction,
      );
      behave(...[1, 2, 3].map(() => forgetful));
      const scan = await through().scan(1, to);
      assert(!scan.ok && scan.error.code === 'EVENTS_MISSING' && scan.error.retryable);
      const skipping = about('/stream/transactions', (answer) => ({
        ...answer,
        transactions: (answer.transactions as Json[]).filter((one) => versionOf(one) !== versions[0]),
      }));
      behave(...[1, 2, 3].map(() => skipping));
      assert.equal(codeOf(await through().scan(1, to)), 'RPC_UNAVAILABLE');
    });
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
    assert.equal(codeOf(await provider.broadcast(landed)), 'RPC_UNAVAILABLE');
    behave();
    must(await provider.head());
    assert.equal(must(await provider.oracle()).threshold, 3);
  });

  for (const name of [
    'dead',
    'slow',
    'knows no outcome',
    'invents a failed outcome',
    'refuses every preview',
    'answers nonsense',
  ]) {
    it(`do not stop a transaction: one ${name}`, async () => {
      behave(LIES[name] ?? (name as Behaviour));
      await sent(through());
    });
  }

  it('do not stop the oracle: one dead, one slow', async () => {
    for (const fault of ['dead', 'slow'] as const) {
      const message = await lock(ethereum, world.provider('radix'));
      behave('honest', fault);
      const provider = through();
      const calls = deliveryOf(message, 'mintTokens');
      must(await provider.simulate(calls));
      const outcome = await execute(provider, calls);
      assert(outcome.state === 'included' && outcome.success);
    }
  });

  it('appear in health without the secrets of their URLs', async () => {
    behave('dead');
    const provider = world.provider('radix', { rpc: [`${endpoints.urls[0]}?key-1`, endpoints.urls[1] ?? ''] });
    const health = await provider.health();
    assert.deepEqual(
      health.map(({ up, head }) => [up, head !== null]),
      [
        [false, false],
        [true, true],
      ],
    );
    behave('dead', 'dead');
    const failed = await provider.head();
    assert(!failed.ok && !JSON.stringify([health, failed.error]).includes('key-'));
  });
});

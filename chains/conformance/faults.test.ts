import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import type { AnyFailure, Message, Result, SignedTransaction } from '@causeway/protocol';
import { codeOf, must } from '../test/support/bridges.ts';
import { allEvents, deliver, deliveryOf, execute, lock, sent } from '../test/support/traffic.ts';
import type { FaultyEndpoints, ReadName } from './chain-under-test.ts';
import { onEveryKind } from './on-every-kind.ts';

/** For tests that wait for the time-out; the others allow for a busy machine. */
const IMPATIENT = { rpcTimeoutMs: 400 };

onEveryKind('endpoints that fail or lie', (chain) => {
  let endpoints: FaultyEndpoints;
  /** A delivered payment to alice. */
  let paid: Message;
  /** An included lock. */
  let landed: SignedTransaction;
  /** An anchor of the resting chain. */
  let anchor = '';

  before(async () => {
    endpoints = await chain.endpoints();
    paid = await lock(chain.there, chain.here);
    await deliver(chain.here, paid, 'mintTokens');
    [landed] = (await sent(chain.here, 'lockTokens', chain.args())) as [SignedTransaction];
  });
  afterEach(() => endpoints.behave());

  const reads: Readonly<Record<ReadName, (provider: ChainProvider) => Promise<unknown>>> = {
    head: async (provider) => must(await provider.head()),
    finalized: async (provider) => must(await provider.finalized()),
    block: async (provider) => must(await provider.block(3)),
    scan: (provider) => allEvents(provider),
    lane: async (provider) => must(await provider.lane(chain.there.domain)),
    limits: async (provider) => must(await provider.limits(chain.there.domain, 'bridged')).capacity,
    remote: async (provider) => must(await provider.remote(chain.there.domain)),
    statuses: async (provider) => must(await provider.statuses(chain.there.domain, paid.nonce, 1)),
    balance: async (provider) => must(await provider.balance(chain.alice.address, provider.domain)),
    oracle: async (provider) => must(await provider.oracle()),
    anchor: async (provider) => chain.comparable(must(await provider.anchor(chain.actors.relayer))),
    build: async (provider) => {
      const calls = deliveryOf(paid, 'mintTokens').slice(1);
      return must(await provider.build(must(await provider.bind(anchor, calls)), calls)).digest;
    },
    outcome: async (provider) => must(await provider.outcome(landed)),
    verify: async (provider) => must(await provider.verify()),
  };
  const readAll = async (provider: ChainProvider) =>
    Object.fromEntries(
      await Promise.all(Object.entries(reads).map(async ([name, read]) => [name, await read(provider)])),
    );

  describe('while the chain rests', () => {
    let truth: unknown;
    before(async () => {
      await chain.rest();
      anchor = must(await chain.here.anchor(chain.actors.relayer));
      truth = await readAll(chain.here);
    });
    after(() => chain.wake());

    for (const name of ['dead', 'slow', ...chain.lies]) {
      it(`change nothing alone: one ${name}`, async () => {
        endpoints.behave(name);
        assert.deepEqual(await readAll(endpoints.provider()), truth);
      });
    }

    it('are refused when a liar and a dead one leave a single honest one', async () => {
      const provider = endpoints.provider();
      const { number } = must(await chain.here.head());
      const results: Partial<Record<ReadName, () => Promise<Result<unknown, AnyFailure>>>> = {
        head: () => provider.head(),
        scan: () => provider.scan(1, number),
        lane: () => provider.lane(chain.there.domain),
        outcome: () => provider.outcome(landed),
      };
      for (const [lie, read] of chain.unconfirmed) {
        endpoints.behave(lie, 'dead');
        const result = await results[read]?.();
        assert(result && !result.ok && result.error.code === 'NO_QUORUM' && result.error.retryable, `${lie}: ${read}`);
      }
    });

    it('are reported as unavailable when all of them are', async () => {
      endpoints.behave('dead', 'dead', 'slow');
      const head = await endpoints.provider(IMPATIENT).head();
      assert(!head.ok && head.error.code === 'RPC_UNAVAILABLE' && head.error.retryable);
    });

    it('recover without a restart', async () => {
      const provider = endpoints.provider();
      endpoints.behave('dead', 'dead', 'dead');
      assert.equal(codeOf(await provider.head()), 'RPC_UNAVAILABLE');
      assert.equal(codeOf(await provider.oracle()), 'RPC_UNAVAILABLE');
      assert.equal(codeOf(await provider.broadcast(landed)), 'RPC_UNAVAILABLE');
      endpoints.behave();
      assert.deepEqual(await reads.head(provider), await reads.head(chain.here));
      assert.deepEqual(await reads.oracle(provider), await reads.oracle(chain.here));
    });
  });

  for (const name of ['dead', 'slow', ...chain.liesDuringSends]) {
    it(`do not stop a transaction, or make it dearer: one ${name}`, async () => {
      endpoints.behave(name);
      const provider = endpoints.provider();
      const [submission, ...more] = await sent(provider, 'lockTokens', chain.args());
      assert(submission && more.length === 0);
      for (const [what, amount] of Object.entries(submission.fee)) {
        assert(Number(amount) <= 2 * Number(landed.fee[what]), `${what} is ${amount}`);
      }
    });
  }

  it('do not stop the oracle: one dead, one slow', async () => {
    for (const behaviour of ['dead', 'slow']) {
      const message = await lock(chain.there, chain.here);
      const [commit] = deliveryOf(message, 'mintTokens');
      assert(commit);
      endpoints.behave('honest', behaviour);
      const provider = endpoints.provider();
      must(await provider.anchor(chain.actors.relayer));
      must(await provider.simulate([commit]));
      await execute(provider, [commit]);
    }
  });

  it('appear in health, without the secrets of their URLs', async () => {
    endpoints.behave('dead');
    const provider = endpoints.pair('key-of-the-user');
    const health = await provider.health();
    assert.deepEqual(
      health.map(({ up, head }) => [up, head !== null]),
      [
        [false, false],
        [true, true],
      ],
    );
    endpoints.behave('dead', 'dead');
    const failed = await provider.head();
    assert(!failed.ok && !JSON.stringify([health, failed.error]).includes('key-of-the-user'));
  });
});

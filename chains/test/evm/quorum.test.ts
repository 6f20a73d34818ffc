import { strict as assert } from 'node:assert';
import { type Hex, uintToHex } from '@causeway/protocol';
import { bridgeAbi } from '../../src/evm/abi.ts';
import type { EvmConnection } from '../../src/evm/connection.ts';
import { currentFees } from '../../src/evm/fees.ts';
import { EvmRpc, readBlock, toQuantity } from '../../src/evm/rpc.ts';
import { scanEvents, toBlockRef } from '../../src/evm/scanner.ts';
import { estimateGas } from '../../src/evm/sender.ts';
import type { RpcBlock } from '../../src/evm/wire.ts';
import { type Endpoint, majorityOf } from '../../src/rpc/quorum.ts';
import { codeOf, must } from '../support/bridges.ts';

type Answer = (method: string, params: readonly unknown[]) => unknown;

const never = () => new Promise<never>(() => {});
const dead = () => Promise.reject(new Error('connect ECONNREFUSED'));
const endpoints = (...answers: readonly Answer[]): readonly Endpoint[] =>
  answers.map((answer, index) => ({ label: `rpc ${index}`, send: async (method, params) => answer(method, params) }));
const twoOfThree = (...answers: readonly Answer[]) => new EvmRpc(endpoints(...answers), 2, 5);
const value = (rpc: EvmRpc) => rpc.agree((endpoint) => endpoint.send('x', []));

/** An endpoint at `height` with the block hashes of `fork`. */
const chain =
  (height: number, fork = 0): Answer =>
  (method, [tag]) => {
    if (method !== 'eth_getBlockByNumber') throw new Error(`${method} is not answered`);
    const number = tag === 'latest' ? height : Number(tag);
    if (number > height) return null;
    const hashOf = (of: number) => uintToHex(of + 10_000_000 * fork + 1, 32);
    return { number: toQuantity(number), hash: hashOf(number), parentHash: hashOf(number - 1), timestamp: '0x1' };
  };

/** `answer`, with every call counted in `calls`. */
const counted =
  (calls: unknown[], answer: Answer): Answer =>
  (...call) => {
    calls.push(call);
    return answer(...call);
  };

describe('quorum reads', () => {
  it('return the answer of two of three, whatever the third does', async () => {
    for (const third of [() => 'lie', dead, never]) {
      assert.equal(
        must(
          await value(
            twoOfThree(
              third,
              () => 'truth',
              () => 'truth',
            ),
          ),
        ),
        'truth',
      );
      assert.equal(
        must(
          await value(
            twoOfThree(
              () => 'truth',
              third,
              () => 'truth',
            ),
          ),
        ),
        'truth',
      );
    }
  });

  it('refuse when two are dead, lying or disagreeing, and can be retried', async () => {
    const cases: readonly (readonly [answers: readonly Answer[], failed: RegExp])[] = [
      [[() => 'a', dead, dead], / \(rpc 1: .*; rpc 2: .*\)$/],
      [[() => 'a', () => 'b', dead], / \(rpc 2: [^;]*\)$/],
      [[() => 'a', () => 'b', () => 'c'], /^1 of 2 endpoints needed agree$/],
    ];
    for (const [answers, failed] of cases) {
      const result = await value(twoOfThree(...answers));
      assert.equal(codeOf(result), 'NO_QUORUM');
      assert(!result.ok && result.error.retryable);
      assert.match(result.error.message, failed);
    }
  });

  it('distinguish a chain without answers from one with disagreement', async () => {
    const silent = await value(twoOfThree(dead, dead, dead));
    assert.equal(codeOf(silent), 'RPC_UNAVAILABLE');
    assert(!silent.ok && silent.error.retryable);
  });

  it('do not wait for a late endpoint when the others disagree', async () => {
    const rpc = twoOfThree(
      () => 'a',
      () => 'b',
      never,
    );
    assert.equal(codeOf(await rpc.agree((endpoint) => endpoint.send('x', []), 5)), 'NO_QUORUM');
    const of = (answer: string) => () => answer;
    const five = new EvmRpc(endpoints(of('a'), of('b'), of('b'), never, never), 3);
    const refused = await five.agree((endpoint) => endpoint.send('x', []), 5);
    assert.equal(refused.ok ? '' : refused.error.message, '2 of 3 endpoints needed agree');
  });

  it('need more than half of the endpoints', () => {
    assert.deepEqual([1, 2, 3, 4, 5].map(majorityOf), [1, 2, 2, 3, 3]);
  });

  it('refuse a head that too few show, with how many did', async () => {
    const head = await twoOfThree(chain(100), dead, dead).head();
    assert.match(head.ok ? '' : head.error.message, /^1 of 2 endpoints needed agree \(rpc 1: /);
  });

  it('let a late endpoint decide within the patience', async () => {
    let decide: (value: string) => void = () => {};
    const rpc = twoOfThree(
      () => 'a',
      () => 'b',
      () => new Promise((resolve) => (decide = resolve)),
    );
    const answer = rpc.agree((endpoint) => endpoint.send('x', []), 60_000);
    setImmediate(() => decide('b'));
    assert.equal(must(await answer), 'b');
  });

  it('let a late endpoint decide however late it is, without a patience or before a quorum has answered', async () => {
    const late = (answer: string) => () => new Promise((resolve) => setTimeout(resolve, 30, answer));
    const slow = twoOfThree(
      () => 'a',
      () => 'b',
      late('b'),
    );
    assert.equal(must(await value(slow)), 'b');
    const few = twoOfThree(() => 'a', late('b'), late('b'));
    assert.equal(must(await few.agree((endpoint) => endpoint.send('x', []), 5)), 'b');
  });

  it('gather what a quorum has answered, without one that never does', async () => {
    const rpc = twoOfThree(
      () => 'a',
      () => 'b',
      never,
    );
    assert.deepEqual(must(await rpc.gather((endpoint) => endpoint.send('x', []))), ['a', 'b']);
  });

  it('compare answers by content, bigints included', async () => {
    const rpc = twoOfThree(
      () => ({ a: 1n }),
      () => ({ a: 2n }),
      () => ({ a: 1n }),
    );
    assert.deepEqual(must(await value(rpc)), { a: 1n });
  });

  it('never have a quorum above the number of endpoints', () => {
    assert.throws(() => new EvmRpc(endpoints(never), 2), RangeError);
    assert.throws(() => new EvmRpc(endpoints(never), 0), RangeError);
  });

  it('put the head where a quorum has arrived, not where one endpoint claims to be', async () => {
    const head = async (...answers: readonly Answer[]) => must(await twoOfThree(...answers).head()).number;
    assert.equal(await head(chain(100), chain(100), chain(100)), 100);
    assert.equal(await head(chain(1_000_000, 1), chain(100), chain(100)), 100);
    assert.equal(await head(chain(0), chain(100), chain(100)), 100);
    assert.equal(await head(chain(102), chain(101), chain(100)), 101);
    assert.equal(await head(dead, chain(101), chain(100)), 100);
    assert.equal(await head(never, chain(101), chain(100)), 100);
  });

  it('read the head with one call per endpoint while a quorum is at the same block', async () => {
    const calls: unknown[] = [];
    const at = (height: number, fork = 0) => counted(calls, chain(height, fork));
    assert.equal(must(await twoOfThree(at(100), at(100), at(99)).head()).number, 100);
    assert.equal(calls.length, 3);
    assert.equal(must(await new EvmRpc(endpoints(at(100)), 1).head()).number, 100);
    assert.equal(calls.length, 4);
  });

  it('ask no endpoint for the head again that it has just shown, but for every other block', async () => {
    const calls: unknown[] = [];
    const rpc = twoOfThree(counted(calls, chain(100)), counted(calls, chain(100)), counted(calls, chain(99)));
    const head = toBlockRef(must(await rpc.head()));
    const [first, , behind] = rpc.endpoints as [Endpoint, Endpoint, Endpoint];
    calls.length = 0;
    await rpc.shown.require(first, head, readBlock);
    assert.equal(calls.length, 0);
    await assert.rejects(rpc.shown.require(behind, head, readBlock), /does not have block 100/);
    await assert.rejects(rpc.shown.require(first, { ...head, hash: uintToHex(1, 32) }, readBlock), /does not have/);
    await rpc.shown.require(first, toBlockRef(must(await rpc.block(98)) as RpcBlock), readBlock);
    assert.equal(calls.length, 2 + 2 + 1);
  });

  it('take the head from no endpoint alone, however many blocks others are ahead', async () => {
    const calls: unknown[] = [];
    const at = (height: number, fork = 0) => counted(calls, chain(height, fork));
    const head = must(await twoOfThree(at(101), at(100), at(99)).head());
    assert.deepEqual([head.number, head.hash], [100, uintToHex(101, 32)]);
    assert.equal(calls.length, 3 + 2);
  });

  it('go one block back when a liar and a laggard leave no quorum for the highest', async () => {
    assert.equal(must(await twoOfThree(chain(1_000_000, 1), chain(100), chain(99)).head()).number, 99);
  });

  it('refuse a head whose hash no quorum confirms', async () => {
    assert.equal(codeOf(await twoOfThree(chain(100, 1), chain(100, 2), chain(100, 3)).head()), 'NO_QUORUM');
  });

  it('ask again at a common block when endpoints are a block apart', async () => {
    const balances =
      (height: number): Answer =>
      (method, params) =>
        method === 'read' ? (params[0] === 'latest' ? height : Number(params[0])) : chain(height)(method, params);
    const rpc = twoOfThree(balances(102), balances(101), balances(100));
    const read = await rpc.onState(undefined, (endpoint, block) => endpoint.send('read', [block]));
    assert.equal(must(read), 101);
  });

  it('treat a block under another number than requested as no answer', async () => {
    const shifted: Answer = (method) => chain(100)(method, [toQuantity(7)]);
    assert.equal(codeOf(await twoOfThree(shifted, shifted, dead).block(8)), 'RPC_UNAVAILABLE');
  });

  describe('with a fast liar and an endpoint that answers late', () => {
    /** `answer`, but only after the grace time of `twoOfThree`. */
    const late =
      (answer: Answer): Answer =>
      async (...call) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        return answer(...call);
      };
    const gasOf = async (...gas: readonly (number | undefined)[]) => {
      const [liar, honest, third] = gas.map(
        (amount): Answer =>
          () =>
            amount === undefined ? dead() : toQuantity(amount),
      ) as [Answer, Answer, Answer];
      const rpc = twoOfThree(liar, honest, late(third));
      const request = { to: '0x01', data: '0x', value: 0n };
      return must(await estimateGas({ rpc } as unknown as EvmConnection, '0x02', request));
    };

    it('M4 A3: wait for the late one before they choose a head', async () => {
      assert.equal(must(await twoOfThree(chain(1), chain(20), late(chain(20))).head()).number, 20);
      assert.equal(must(await twoOfThree(chain(1_000_000, 1), chain(20), late(chain(20))).head()).number, 20);
    });

    it('M4 A4: wait for the late one before they choose the gas, which is never the lower of two', async () => {
      const honest = await gasOf(500_000, 500_000, 500_000);
      assert.equal(await gasOf(100_000, 500_000, 500_000), honest);
      assert.equal(await gasOf(9_000_000, 500_000, 500_000), honest);
      assert.equal(await gasOf(100_000, 500_000, undefined), honest);
      assert.equal(await gasOf(490_000, 500_000, undefined), honest);
    });

    it('M4: wait for the late one before they choose the priority fee', async () => {
      const suggests =
        (fee: number): Answer =>
        (method, params) =>
          method === 'eth_maxPriorityFeePerGas' ? toQuantity(fee) : chain(20)(method, params);
      const rpc = twoOfThree(suggests(1), suggests(1_000), late(suggests(1_000)));
      assert.equal(must(await currentFees(rpc, 10n ** 18n)).maxPriorityFeePerGas, 1_000n);
    });

    it('wait for the late one when the others are more than eight blocks apart, and not before', async () => {
      const head = async (highest: number) =>
        must(await twoOfThree(chain(highest), chain(100), late(chain(highest))).head()).number;
      assert.deepEqual([await head(108), await head(109)], [100, 109]);
    });

    it('still answer when the third never does and the others are about the same', async () => {
      assert.equal(must(await twoOfThree(chain(101), chain(98), never).head()).number, 98);
    });
  });
});

describe('bridges that follow a chain together', () => {
  const bridgeAt = (number: number) => {
    const address = uintToHex(number, 20);
    return { domain: 1, address, address32: uintToHex(number, 32) };
  };
  const [one, other] = [bridgeAt(1), bridgeAt(2)];
  /** A log of `other` that no bridge can have written. */
  const log = {
    address: other.address,
    topics: [bridgeAbi.getEvent('RootCommitted')?.topicHash],
    data: '0x',
    blockNumber: '0x7',
    blockHash: uintToHex(8, 32),
    transactionHash: uintToHex(1, 32),
    logIndex: '0x0',
  };
  /** The Safe of both, whose changes are read beside their events. */
  const safe: Hex = `0x${'5a'.repeat(20)}`;
  const answer: Answer = (method, params) => (method === 'eth_getLogs' ? [log] : chain(9)(method, params));

  it('share one query of the same blocks, of which each gets its own logs', async () => {
    const calls: unknown[] = [];
    const rpc = twoOfThree(...[1, 2, 3].map(() => counted(calls, answer)));
    const scan = async () => {
      const head = toBlockRef(must(await rpc.head()));
      return Promise.all([one, other].map((bridge) => scanEvents(rpc, { ...bridge, safe }, 5, head, 100)));
    };
    await scan();
    await new Promise(setImmediate);
    calls.length = 0;
    const [own, foreign] = await scan();
    assert.deepEqual(must(own as NonNullable<typeof own>).events, []);
    assert.equal(codeOf(foreign as NonNullable<typeof foreign>), 'INVALID_EVENT');
    const queries = calls.filter((call) => (call as readonly unknown[])[0] === 'eth_getLogs');
    const query = { address: [one.address, other.address, safe].sort(), fromBlock: '0x5', toBlock: '0x9' };
    assert.deepEqual(
      queries,
      [1, 2].map(() => ['eth_getLogs', [query]]),
    );
    // The blocks of another bridge's logs are not confirmed.
    await new Promise(setImmediate);
    calls.length = 0;
    must(await scanEvents(rpc, { ...one, safe }, 5, toBlockRef(must(await rpc.head())), 100));
    assert.ok(!JSON.stringify(calls).includes('"0x7"'));
  });

  it('share heads and blocks that are asked for in the same turn of the event loop, and no later one', async () => {
    const calls: unknown[] = [];
    const rpc = twoOfThree(...[1, 2, 3].map(() => counted(calls, answer)));
    const ask = () => Promise.all([rpc.head(), rpc.head(), rpc.block(4), rpc.block(4), rpc.block(5)]);
    await ask();
    assert.equal(calls.length, 3 + 2 * 2);
    await new Promise(setImmediate);
    await ask();
    assert.equal(calls.length, 2 * (3 + 2 * 2));
  });
});

import assert from 'node:assert/strict';
import type { ChainProvider } from '@causeway/chains';
import { fail, ok, ZERO_32 } from '@causeway/protocol';
import type { MessageRow } from '@causeway/storage';
import { KnownFinal } from '../../src/signer/known-final.ts';
import { refuse } from '../../src/signer/refusal.ts';
import type { SigningBridge } from '../../src/signer/signing-chain.ts';

const GO = () => ok(undefined);
const hashAt = (number: number, branch = 'a') => `0x${branch}${number}`;

describe('final blocks that a signer remembers', () => {
  let known: KnownFinal;
  let branch: string;
  let read: number[];
  let finals: number;
  let block: (number: number) => ReturnType<ChainProvider['block']>;
  beforeEach(() => {
    known = new KnownFinal();
    branch = 'a';
    read = [];
    finals = 0;
    block = async (number) => ok({ number, hash: hashAt(number, branch), timeMs: 0 });
  });

  const bridge = (domain = 1) =>
    ({
      provider: {
        name: 'alpha',
        domain,
        finalized: async () => {
          finals += 1;
          return ok({ number: 100, hash: ZERO_32, timeMs: 0 });
        },
        block: async (number: number) => {
          read.push(number);
          return block(number);
        },
      },
    }) as unknown as SigningBridge;
  const at = (number: number, on = 'a') => ({
    row: { at: { block: { number, hash: hashAt(number, on), timeMs: 0 } } } as unknown as MessageRow,
    index: number,
  });
  /** The blocks that a check of messages in the blocks `numbers` reads, and its result. */
  const check = async (messages: readonly ReturnType<typeof at>[], on = bridge()) => {
    read = [];
    const checked = await known.require(on, messages, GO);
    return [checked.ok ? 'final' : checked.error.code, ...read];
  };

  it('are compared by one read, of the newest one, whatever the proposal names', async () => {
    assert.deepEqual(await check([at(5), at(9), at(7), at(7)]), ['final', 5, 9, 7]);
    assert.deepEqual(await check([at(5)]), ['final', 9]);
    assert.deepEqual(await check([at(5), at(7)]), ['final', 9]);
    assert.deepEqual(await check([at(3), at(5)]), ['final', 9, 3]);
    assert.deepEqual(await check([at(5), at(12)]), ['final', 9, 12]);
    assert.deepEqual(await check([at(3)]), ['final', 12]);
    assert.equal(finals, 3, 'the final block is read for unknown blocks alone');
  });

  it('are forgotten together when the newest one has changed, and what the chain lost is refused', async () => {
    await check([at(5), at(9)]);
    branch = 'b';
    assert.deepEqual(await check([at(5)]), ['NOT_FINAL', 9]);
    assert.deepEqual(await check([at(5)]), ['NOT_FINAL', 5], 'nothing is remembered');
    assert.deepEqual(await check([at(5, 'b')]), ['final', 5]);
    assert.deepEqual(await check([at(9)]), ['NOT_FINAL', 5, 9], 'the old branch is unknown');
  });

  it('of another branch at the same height are other blocks', async () => {
    await check([at(5), at(9)]);
    assert.deepEqual(await check([at(5, 'b')]), ['NOT_FINAL', 9, 5]);
    assert.deepEqual(await check([at(5)]), ['final', 9]);
  });

  it('of one chain say nothing about another chain', async () => {
    await check([at(5), at(9)]);
    assert.deepEqual(await check([at(5)], bridge(2)), ['final', 5]);
    branch = 'b';
    assert.deepEqual(await check([at(5)], bridge(2)), ['NOT_FINAL', 5]);
    branch = 'a';
    assert.deepEqual(await check([at(9)]), ['final', 9], 'the other chain’s are still known');
  });

  it('are kept while endpoints disagree about the newest, and forgotten when the chain is shorter than it', async () => {
    await check([at(5), at(9)]);
    const agreed = block;
    block = async () => fail('NO_QUORUM', 'endpoints lie', true);
    assert.deepEqual(await check([at(5)]), ['NO_QUORUM', 9]);
    block = agreed;
    assert.deepEqual(await check([at(5)]), ['final', 9]);
    block = async () => ok(null);
    assert.deepEqual(await check([at(5)]), ['NOT_FINAL', 9]);
    block = agreed;
    assert.deepEqual(await check([at(5)]), ['final', 5]);
  });

  it('do not grow by what was not final, changed, or not waited for', async () => {
    assert.deepEqual(await check([at(5), at(101)]), ['NOT_FINAL']);
    assert.deepEqual(await check([at(5), at(6, 'b')]), ['NOT_FINAL', 5, 6]);
    const gone = await known.require(bridge(), [at(5)], () => refuse('BUSY', 'gone'));
    assert.equal(gone.ok, false);
    assert.deepEqual(await check([at(5)]), ['final', 5]);
  });
});

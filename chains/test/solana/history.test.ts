import { strict as assert } from 'node:assert';
import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import type { Endpoint } from '../../src/rpc/quorum.ts';
import { History } from '../../src/solana/history.ts';

/** The signature of transaction `index`. */
const signatureOf = (index: number): string => {
  const bytes = Buffer.alloc(64, 7);
  bytes.writeUInt32BE(index);
  return bs58.encode(bytes);
};

describe("an account's history", () => {
  /** Transaction n of 2,500 is in slot n; every tenth failed. */
  const COUNT = 2_500;
  const entries = Array.from({ length: COUNT }, (_, index) => ({
    slot: COUNT - index,
    signature: signatureOf(COUNT - index),
    err: (COUNT - index) % 10 === 0 ? { InstructionError: [0, { Custom: 6000 }] } : null,
  }));
  function endpoint(confirmationStatus = 'finalized'): Endpoint & { calls: number } {
    const own = {
      label: 'rpc',
      calls: 0,
      async send(_method: string, [, options]: readonly unknown[]) {
        own.calls += 1;
        const { before, limit } = options as { before?: string; limit: number };
        const start = before === undefined ? 0 : entries.findIndex(({ signature }) => signature === before) + 1;
        return entries.slice(start, start + limit).map((entry) => ({ ...entry, confirmationStatus }));
      },
    };
    return own;
  }
  const slots = async (history: History, from: Endpoint, first: number, last: number) =>
    (await history.list(from, first, last)).map(({ slot }) => slot);
  const succeeded = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index).filter((slot) => slot % 10 !== 0);

  it('is read page by page, without failed transactions', async () => {
    const history = new History(PublicKey.default);
    assert.deepEqual(await slots(history, endpoint(), 1, COUNT), succeeded(1, COUNT));
    assert.deepEqual(await slots(history, endpoint(), 1_400, 1_601), succeeded(1_400, 1_601));
    assert.deepEqual(await slots(history, endpoint(), 1_500, 1_500), []);
  });

  it('is not read from its newest end for each old part', async () => {
    const history = new History(PublicKey.default);
    const own = endpoint();
    await slots(history, own, 1, 50);
    assert.equal(own.calls, 3);
    own.calls = 0;
    for (let from = 51; from < 500; from += 50) {
      assert.deepEqual(await slots(history, own, from, from + 49), succeeded(from, from + 49));
    }
    assert.equal(own.calls, 9);
    assert.deepEqual(await slots(history, own, 2_300, COUNT), succeeded(2_300, COUNT));
  });

  it('is read again from the last final part, since the rest may change', async () => {
    const history = new History(PublicKey.default);
    const own = endpoint('confirmed');
    await slots(history, own, 1, 50);
    own.calls = 0;
    assert.deepEqual(await slots(history, own, 51, 99), succeeded(51, 99));
    assert.equal(own.calls, 3);
  });

  it('has marks of its own for each endpoint', async () => {
    const history = new History(PublicKey.default);
    await slots(history, endpoint(), 1, 50);
    const other = endpoint();
    await slots(history, other, 1, 50);
    assert.equal(other.calls, 3);
  });

  it('is refused from an endpoint that repeats a page endlessly', async () => {
    const stuck: Endpoint = { label: 'rpc', send: async () => entries.slice(0, 1_000) };
    await assert.rejects(new History(PublicKey.default).list(stuck, 1, COUNT), /same page/);
  });
});

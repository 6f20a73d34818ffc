import assert from 'node:assert/strict';
import { cases } from '@causeway/protocol/test-support/cases';
import fc from 'fast-check';
import { addLook, isConfirmed, keepLooks, type Shortfall } from '../../src/watch/second-look.ts';

describe('a second look', () => {
  const look = (owed: bigint, covered: bigint, block: number, behindMs = 0): Shortfall => ({
    ...{ owed, covered, block },
    owedAtMs: 1_000 * block,
    coveredAtMs: 1_000 * block - behindMs,
  });
  const missingAfter = (...looks: readonly Shortfall[]): bigint => {
    let kept: readonly Shortfall[] = [];
    let missing = 0n;
    for (const each of looks) ({ looks: kept, missing } = addLook(kept, each));
    return missing;
  };

  it('confirms what is still missing at a later block, and nothing at the same one', () => {
    assert.equal(missingAfter(look(10n, 4n, 1)), 0n);
    assert.equal(missingAfter(look(10n, 4n, 1), look(10n, 4n, 1)), 0n);
    assert.equal(missingAfter(look(10n, 4n, 1), look(10n, 4n, 2)), 6n);
  });

  it('counts the least that was missing since, so that what only passes through is not counted', () => {
    assert.equal(missingAfter(look(10n, 4n, 1), look(30n, 4n, 2)), 6n);
    assert.equal(missingAfter(look(10n, 4n, 1), look(30n, 10n, 2)), 0n);
    assert.equal(missingAfter(look(10n, 4n, 1), look(10n, 9n, 2), look(9n, 3n, 3)), 6n);
  });

  it('confirms nothing of a covering chain whose endpoints are all ten minutes behind, however long it lasts', () => {
    // Every second something is locked at home, and minted on the remote at once.
    const lag = 600;
    const looks = Array.from({ length: 2_000 }, (_, at) => look(BigInt(at + lag), BigInt(at), at, 1_000 * lag));
    for (let length = 1; length < looks.length; length += 97) {
      assert.equal(missingAfter(...looks.slice(0, length)), 0n);
    }
  });

  it('sees through that lag what is missing for good', () => {
    const lag = 60;
    const looks = Array.from({ length: 200 }, (_, at) => look(BigInt(at + lag) + 7n, BigInt(at), at, 1_000 * lag));
    assert.ok(missingAfter(...looks) > 0n);
    assert.equal(missingAfter(...looks.slice(0, lag - 1)), 0n);
  });

  it('never confirms what is covered once the covering chain has caught up, in random traffic', () => {
    const move = fc.record({ sent: fc.bigInt(0n, 9n), home: fc.bigInt(0n, 9n), lag: fc.nat(5) });
    fc.assert(
      fc.property(fc.array(move, { minLength: 3, maxLength: 60 }), (moves) => {
        // The home counts a lock a second before the remote mints it, and a release a second after the remote burned.
        let [outstanding, supply] = [50n, 50n];
        const states = [{ outstanding, supply }];
        let [minting, releasing] = [0n, 0n];
        for (const { sent, home } of moves) {
          supply += minting;
          outstanding -= releasing;
          minting = sent;
          releasing = home > supply ? supply : home;
          outstanding += minting;
          supply -= releasing;
          states.push({ outstanding, supply });
        }
        let kept: readonly Shortfall[] = [];
        let since = 0;
        moves.forEach(({ lag }, at) => {
          since = Math.max(since, at - lag);
          const [owing, covering] = [states[at], states[since]];
          if (!owing || !covering) return;
          if (owing.supply <= covering.outstanding) {
            kept = [];
            return;
          }
          const seen = { owed: owing.supply, covered: covering.outstanding, owedAtMs: at, coveredAtMs: since };
          const { looks, missing } = addLook(kept, { ...seen, block: since });
          kept = looks;
          assert.equal(missing, 0n);
        });
      }),
      cases(300, 20_000),
    );
  });

  it('remembers at which block it saw each thing first, and forgets what is gone', () => {
    const first = keepLooks(new Map(), [['a', 5]]);
    assert.equal(isConfirmed(first, 'a', 5), false);
    const second = keepLooks(first, [
      ['a', 6],
      ['b', 6],
    ]);
    assert.deepEqual([isConfirmed(second, 'a', 6), isConfirmed(second, 'b', 6)], [true, false]);
    assert.equal(isConfirmed(keepLooks(keepLooks(second, []), [['a', 9]]), 'a', 9), false);
  });
});

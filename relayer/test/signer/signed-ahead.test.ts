import assert from 'node:assert/strict';
import { MOST_AHEAD, type Outline, SignedTransactions } from '../../src/signer/signed-ahead.ts';

describe('what a signer has signed before', () => {
  const outline = (name: string): Outline => ({ digest: `0x${name}`, effects: [], delivered: [] });
  const line = { relayer: 'one', destination: 7 };
  const names = (signed: SignedTransactions, next: number, place: number) =>
    signed.between(line, next, place)?.map(({ digest }) => digest.slice(2));

  it('is what the chain has not included yet, in order, and nothing that another process signed', () => {
    const signed = new SignedTransactions();
    assert.equal(signed.has(line), false);
    for (const place of [4, 5, 6]) signed.note(line, place, 'main', outline(`a${place}`));
    assert.equal(signed.has(line), true);
    assert.deepEqual(names(signed, 4, 7), ['a4', 'a5', 'a6']);
    assert.deepEqual(names(signed, 6, 7), ['a6']);
    assert.deepEqual(names(signed, 7, 7), []);
    assert.equal(names(signed, 4, 8), undefined, 'the one in place 7 is missing');
    assert.equal(names(signed, 3, 7), undefined, 'the one in place 3 is missing');
    assert.equal(names(signed, 8, 7), undefined, 'that place is taken');
    assert.equal(signed.between({ ...line, destination: 8 }, 4, 7), undefined, 'another destination');
    assert.equal(signed.between({ ...line, relayer: 'other' }, 4, 7), undefined, 'another relayer');
    signed.forget(7);
    assert.equal(names(signed, 4, 5), undefined);
  });

  it('is only the newest in each place, and nothing that was signed on an older one', () => {
    const signed = new SignedTransactions();
    for (const name of ['a4', 'a5', 'a6', 'b4']) signed.note(line, Number(name[1]), 'main', outline(name));
    assert.deepEqual(names(signed, 4, 5), ['b4']);
    assert.equal(names(signed, 4, 6), undefined, 'a5 follows a4');
    // Once the chain has included one in place 4, whichever it was, a5 is the newest in its place.
    assert.deepEqual(names(signed, 5, 7), ['a5', 'a6']);
    signed.note(line, 5, 'main', outline('b5'));
    assert.deepEqual(names(signed, 4, 6), ['b4', 'b5']);
    assert.equal(names(signed, 4, 7), undefined, 'a6 follows a5');
  });

  it('is three at most', () => {
    const signed = new SignedTransactions();
    for (let place = 0; place <= 9; place++) signed.note(line, place, 'main', outline(`a${place}`));
    assert.equal(names(signed, 9 - MOST_AHEAD, 9)?.length, 3);
    assert.equal(names(signed, 9 - MOST_AHEAD, 10), undefined, 'one too many');
    assert.equal(names(signed, 5, 8), undefined, 'place 5 is forgotten');
  });
});

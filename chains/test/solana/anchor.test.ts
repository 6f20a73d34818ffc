import { strict as assert } from 'node:assert';
import { cases } from '@causeway/protocol/test-support/cases';
import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { type Anchor, formatAnchor, parseAnchor } from '../../src/solana/anchor.ts';
import { codeOf, must } from '../support/bridges.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => new PublicKey(bytes));
const inThousands = (steps: readonly (number | undefined)[]) => steps.map((count) => count && count * 1_000);
const anchor: fc.Arbitrary<Anchor> = fc.record({
  blockhash: key.map((hash) => hash.toBase58()),
  payer: key,
  computeUnitPrice: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  tableLength: fc.nat(256),
  limits: fc.array(fc.option(fc.integer({ min: 1, max: 255 }), { nil: undefined }), { maxLength: 32 }).map(inThousands),
  withoutCreation: fc.uniqueArray(fc.nat(31)).map((indexes) => new Set(indexes.sort((a, b) => a - b))),
});

describe('anchors on Solana', () => {
  it('are parsed as they were written, and fit a proposal', () => {
    fc.assert(
      fc.property(anchor, (given) => {
        const text = formatAnchor(given);
        assert(text.length <= 256);
        const { payer, ...read } = must(parseAnchor(text));
        assert.deepEqual({ ...read, payer: payer.toBase58() }, { ...given, payer: given.payer.toBase58() });
      }),
      cases(100, 10_000),
    );
  });

  it('end with a mask of the calls without creation, the first in the lowest bit', () => {
    const masks = { 0: [], 1: [0], 6: [1, 2], 80000000: [31], ffffffff: Array.from({ length: 32 }, (_, i) => i) };
    const [sample] = fc.sample(anchor, cases(1, 1)) as [Anchor];
    for (const [mask, indexes] of Object.entries(masks)) {
      const text = formatAnchor({ ...sample, withoutCreation: new Set(indexes) });
      assert.equal(text.split(':')[5], mask);
      assert.deepEqual([...must(parseAnchor(text)).withoutCreation], indexes);
    }
  });

  it('have one form of their mask', () => {
    const [sample] = fc.sample(anchor, cases(1, 1)) as [Anchor];
    const text = formatAnchor({ ...sample, withoutCreation: new Set() }).slice(0, -1);
    for (const mask of ['', '00', '01', 'A', 'g', '0x1', '-1', '100000000', '0:', '0 ']) {
      assert.equal(codeOf(parseAnchor(`${text}${mask}`)), 'INVALID_ANCHOR', mask);
    }
  });
});

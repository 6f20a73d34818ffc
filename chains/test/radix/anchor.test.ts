import { strict as assert } from 'node:assert';
import { cases } from '@causeway/protocol/test-support/cases';
import fc from 'fast-check';
import { type Anchor, formatAnchor, MAX_EPOCHS, parseAnchor } from '../../src/radix/anchor.ts';
import { codeOf, must } from '../support/bridges.ts';

const anchor: fc.Arbitrary<Anchor> = fc
  .record({
    startEpoch: fc.nat(9_999_999_990),
    epochs: fc.integer({ min: 1, max: MAX_EPOCHS }),
    nonce: fc.nat(2 ** 32 - 1),
    notary: fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((key) => `0x${Buffer.from(key).toString('hex')}` as const),
    tipPercentage: fc.nat(9_999),
    feeXrd: fc.integer({ min: 1, max: 9_999 }),
    packed: fc.boolean(),
  })
  .map(({ epochs, ...rest }) => ({ ...rest, endEpoch: rest.startEpoch + epochs }));

const SAMPLE: Anchor = {
  startEpoch: 100,
  endEpoch: 102,
  nonce: 5,
  notary: `0x${'ab'.repeat(32)}`,
  tipPercentage: 0,
  feeXrd: 25,
  packed: false,
};
const changed = (part: number, value: string) => {
  const parts = formatAnchor(SAMPLE).split(':');
  parts[part] = value;
  return parts.join(':');
};

describe('anchors on Radix', () => {
  it('are parsed as they were written, and fit a proposal', () => {
    fc.assert(
      fc.property(anchor, (given) => {
        const text = formatAnchor(given);
        assert(text.length <= 128);
        assert.deepEqual(must(parseAnchor(text)), given);
      }),
      cases(100, 10_000),
    );
  });

  it('have one form', () => {
    const text = formatAnchor(SAMPLE);
    for (const wrong of [
      '',
      'x',
      ` ${text}`,
      `${text}\n`,
      `${text}:`,
      `${text}+packed+packed`,
      `${text}+Packed`,
      text.slice(0, text.lastIndexOf(':')),
      text.toUpperCase(),
      changed(0, '0100'),
      changed(0, '-1'),
      changed(2, '1.5'),
      changed(2, String(2 ** 32)),
      changed(3, 'ab'.repeat(31)),
      changed(3, `0x${'ab'.repeat(32)}`),
      changed(4, '01'),
      changed(4, '10000'),
      changed(5, '0'),
      changed(5, '1e3'),
      changed(5, '25"); CALL_METHOD'),
    ]) {
      assert.equal(codeOf(parseAnchor(wrong)), 'INVALID_ANCHOR', wrong);
    }
  });

  it('are valid for one epoch or two, and no longer', () => {
    must(parseAnchor(changed(1, '101')));
    for (const end of ['99', '100', '103', '12960'])
      assert.equal(codeOf(parseAnchor(changed(1, end))), 'INVALID_ANCHOR', end);
  });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  concatHex,
  decodeTerms,
  encodeTerms,
  evmVaultOf,
  type Hex,
  keccak256,
  MAX_U64,
  MAX_WIRE_AMOUNT,
  outAt,
  parseTerms,
  type SettlerSite,
  TERMS_LENGTH,
  type Terms,
  type TermsFault,
  termsIdOf,
  ZERO_32,
} from '../src/index.ts';
import * as arbitrary from './support/arbitraries.ts';
import { flipBit } from './support/bits.ts';

const word = (byte: string): Hex => `0x${'00'.repeat(12)}${byte.repeat(20)}`;

const terms: Terms = {
  version: 1,
  domain: 0x0102,
  settler: word('a1'),
  assetIn: word('a2'),
  amountIn: 1_000n,
  assetOut: word('a3'),
  quotedOut: 0x0304n,
  minOut: 0x0204n,
  recipient: word('a4'),
  solver: word('a5'),
  exclusiveUntil: 100n,
  deadline: 200n,
  fallback: 1,
  home: 0x80ff01f5,
  homeAddress: `0x${'a6'.repeat(32)}`,
  finishFee: 50n,
  salt: `0x${'a7'.repeat(32)}`,
};

// Written by hand from the protocol's table, so that codec and test cannot share a mistake.
const pad = '00'.repeat(12);
const encoded: Hex = `0x${[
  '01',
  '00000102',
  `${pad}${'a1'.repeat(20)}`,
  `${pad}${'a2'.repeat(20)}`,
  '000000000000000000000000000003e8',
  `${pad}${'a3'.repeat(20)}`,
  '00000000000000000000000000000304',
  '00000000000000000000000000000204',
  `${pad}${'a4'.repeat(20)}`,
  `${pad}${'a5'.repeat(20)}`,
  '0000000000000064',
  '00000000000000c8',
  '01',
  '80ff01f5',
  'a6'.repeat(32),
  '00000000000000000000000000000032',
  'a7'.repeat(32),
].join('')}`;

const siteOf = ({ domain, settler }: Terms): SettlerSite => ({ domain, settler, addressLength: 20 });
const SITE = siteOf(terms);
const faultOf = (fields: Partial<Terms>, site = SITE): TermsFault | null => {
  const parsed = parseTerms(encodeTerms({ ...terms, ...fields }), site);
  return parsed.ok ? null : parsed.error.code;
};

describe('terms codec', () => {
  it('writes the 314 bytes of the protocol’s table', () => {
    assert.equal(encodeTerms(terms), encoded);
    assert.equal((encoded.length - 2) / 2, 314);
    assert.equal(TERMS_LENGTH, 314);
    assert.deepEqual(decodeTerms(encoded), { ok: true, value: terms });
    assert.equal(termsIdOf(encoded), keccak256(encoded));
  });

  it('decodes what it encodes, and parses it at its settler', () => {
    fc.assert(
      fc.property(arbitrary.terms, (terms) => {
        const encoded = encodeTerms(terms);
        assert.deepEqual(decodeTerms(encoded), { ok: true, value: terms });
        assert.deepEqual(parseTerms(encoded, siteOf(terms)), { ok: true, value: terms });
      }),
    );
  });

  it('encodes what it decodes, whatever the bytes say', () => {
    fc.assert(
      fc.property(arbitrary.bytes(TERMS_LENGTH), (encoded) => {
        const decoded = decodeTerms(encoded);
        assert.equal(decoded.ok && encodeTerms(decoded.value), encoded);
      }),
    );
  });

  it('gives another id for any other bit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 8 * TERMS_LENGTH - 1 }), (bit) => {
        const other = flipBit(encoded, bit);
        assert.notEqual(termsIdOf(other), termsIdOf(encoded));
        assert.notDeepEqual(decodeTerms(other), decodeTerms(encoded));
      }),
    );
  });

  it('ignores the case of hexadecimal digits', () => {
    const upper = encoded.toUpperCase().replace('0X', '0x') as Hex;
    assert.deepEqual(parseTerms(upper, { ...SITE, settler: word('A1') }), { ok: true, value: terms });
    assert.equal(encodeTerms({ ...terms, salt: `0x${'A7'.repeat(32)}` }), encoded);
  });

  it('refuses fields that do not fit', () => {
    const wrong: Partial<Record<keyof Terms, unknown>>[] = [
      { version: 256 },
      { domain: -1 },
      { home: 2 ** 32 },
      { amountIn: MAX_WIRE_AMOUNT + 1n },
      { minOut: -1n },
      { deadline: MAX_U64 + 1n },
      { fallback: 256 },
      { salt: `0x${'11'.repeat(31)}` },
      { recipient: `0x${'11'.repeat(20)}` },
    ];
    for (const fields of wrong) {
      assert.throws(() => encodeTerms({ ...terms, ...fields } as Terms), RangeError, Object.keys(fields).join());
    }
  });

  it('refuses another length', () => {
    const wrong = [
      '0x',
      encoded.slice(0, -2),
      `${encoded}00`,
      concatHex(encoded, encoded),
      `${encoded.slice(0, -2)}zz`,
    ];
    for (const bytes of wrong) {
      const decoded = decodeTerms(bytes as Hex);
      assert.equal(decoded.ok ? null : decoded.error.code, 'MalformedTerms');
      const parsed = parseTerms(bytes as Hex, SITE);
      assert.equal(parsed.ok ? null : parsed.error.code, 'MalformedTerms');
    }
  });
});

describe('rules of terms', () => {
  const cases: readonly (readonly [TermsFault | null, Partial<Terms>])[] = [
    [null, {}],
    ['UnknownVersion', { version: 0 }],
    ['UnknownVersion', { version: 2 }],
    ['WrongSettler', { domain: 0x0103 }],
    ['WrongSettler', { settler: word('a4'), recipient: word('a1') }],
    [null, { assetIn: ZERO_32, assetOut: ZERO_32, solver: ZERO_32 }],
    [null, { assetOut: terms.assetIn, solver: terms.recipient }],
    ['InvalidAsset', { assetIn: `0x${'a2'.repeat(32)}` }],
    ['InvalidAsset', { assetOut: `0x01${'00'.repeat(31)}` }],
    ['ZeroAmount', { amountIn: 0n, finishFee: 0n }],
    ['ZeroAmount', { quotedOut: 0n, minOut: 0n }],
    ['ZeroAmount', { minOut: 0n }],
    [null, { minOut: terms.quotedOut }],
    ['MinOutAboveQuotedOut', { minOut: terms.quotedOut + 1n }],
    ['InvalidRecipient', { recipient: ZERO_32 }],
    ['InvalidRecipient', { recipient: terms.settler }],
    ['InvalidRecipient', { recipient: `0x${'00'.repeat(11)}01${'a4'.repeat(20)}` }],
    ['InvalidSolver', { solver: `0x${'00'.repeat(11)}80${'a5'.repeat(20)}` }],
    [null, { exclusiveUntil: 0n, deadline: 1n }],
    ['InvalidDeadline', { deadline: terms.exclusiveUntil }],
    ['InvalidDeadline', { exclusiveUntil: 0n, deadline: 0n }],
    ['InvalidFallback', { fallback: 0 }],
    ['InvalidFallback', { fallback: 2 }],
    ['InvalidFallback', { fallback: 0, home: 0 }],
    ['InvalidFallback', { fallback: 0, homeAddress: ZERO_32 }],
    [null, { fallback: 0, home: 0, homeAddress: ZERO_32 }],
    ['InvalidFallback', { home: 0 }],
    ['InvalidFallback', { home: terms.domain }],
    ['InvalidFallback', { homeAddress: ZERO_32 }],
    ['FinishFeeTooHigh', { finishFee: 51n }],
    ['FinishFeeTooHigh', { amountIn: 19n, finishFee: 1n }],
    [null, { amountIn: 20n, finishFee: 1n }],
  ];
  for (const [fault, fields] of cases) {
    const changes = Object.entries(fields).map(([name, value]) => `${name} ${String(value).slice(0, 8)}`);
    it(`${changes.join(', ') || 'the sample'}: ${fault ?? 'filled'}`, () => assert.equal(faultOf(fields), fault));
  }

  it('is of its own settler and address length only', () => {
    assert.equal(faultOf({}, { ...SITE, domain: 1 }), 'WrongSettler');
    assert.equal(faultOf({}, { ...SITE, settler: word('a2') }), 'WrongSettler');
    assert.equal(faultOf({}, { ...SITE, addressLength: 19 }), 'InvalidAsset');
    assert.equal(faultOf({ assetIn: `0x${'a2'.repeat(32)}` }, { ...SITE, addressLength: 32 }), null);
  });
});

describe('the amount that a fill pays', () => {
  const time = arbitrary.uint(MAX_U64);
  const anyTime = fc.tuple(arbitrary.terms, time).map(([terms, time]) => {
    const span = terms.deadline - terms.exclusiveUntil;
    // Half of the times are between the two that matter.
    return { terms, time: time % 2n === 0n ? terms.exclusiveUntil + (time % (span + 1n)) : time };
  });

  it('is quotedOut until exclusiveUntil, and minOut from the deadline on', () => {
    for (const time of [0n, 99n, 100n]) assert.equal(outAt(terms, time), terms.quotedOut);
    for (const time of [200n, 201n, MAX_U64]) assert.equal(outAt(terms, time), terms.minOut);
    assert.equal(outAt(terms, 150n), 0x0284n);
  });

  it('is rounded up', () => {
    const odd = { ...terms, quotedOut: 10n, minOut: 8n, exclusiveUntil: 0n, deadline: 3n };
    assert.deepEqual(
      [0n, 1n, 2n, 3n].map((time) => outAt(odd, time)),
      [10n, 10n, 9n, 8n],
    );
  });

  it('is the exact line, less than one unit above it, and never rises', () => {
    fc.assert(
      fc.property(anyTime, ({ terms, time }) => {
        const { quotedOut, minOut, exclusiveUntil, deadline } = terms;
        const out = outAt(terms, time);
        assert.ok(out >= minOut && out <= quotedOut);
        assert.ok(outAt(terms, time + 1n) <= out);
        if (time < exclusiveUntil || time > deadline) return;
        const span = deadline - exclusiveUntil;
        const exact = minOut * (time - exclusiveUntil) + quotedOut * (deadline - time);
        assert.ok(out * span >= exact && (out - 1n) * span < exact);
      }),
    );
  });
});

describe('the vault of a swap on EVM', () => {
  // What ethers' getCreateAddress and getCreate2Address make of settler and id.
  const VAULT = '0x0000000000000000000000000a7434974c4bff4b4e5822e32e0c5407cdd5dd2b';
  const settler = '0x1111111111111111111111111111111111111111';

  it('is the address of the settler’s clone', () => {
    assert.equal(evmVaultOf(settler, `0x${'22'.repeat(32)}`), VAULT);
    assert.equal(evmVaultOf(`0x${'00'.repeat(12)}${'11'.repeat(20)}`, `0x${'22'.repeat(32)}`), VAULT);
  });

  it('is another one for any other settler or id', () => {
    fc.assert(
      fc.property(
        arbitrary.bytes(20),
        arbitrary.bytes(32),
        fc.nat({ max: 159 }),
        fc.nat({ max: 255 }),
        (by, id, a, b) => {
          fc.pre(!/^0x0*$/.test(by) && !/^0x0*$/.test(flipBit(by, a)));
          const vault = evmVaultOf(by, id);
          assert.notEqual(evmVaultOf(flipBit(by, a), id), vault);
          assert.notEqual(evmVaultOf(by, flipBit(id, b)), vault);
        },
      ),
    );
  });

  it('exists for addresses of 20 bytes and ids of 32', () => {
    assert.throws(() => evmVaultOf(`0x${'11'.repeat(32)}`, ZERO_32), RangeError);
    assert.throws(() => evmVaultOf(ZERO_32, ZERO_32), RangeError);
    assert.throws(() => evmVaultOf(settler, '0x11'), RangeError);
  });
});

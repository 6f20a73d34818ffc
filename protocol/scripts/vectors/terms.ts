import {
  ADDRESS_LENGTH,
  concatHex,
  encodeTerms,
  evmVaultOf,
  FALLBACK,
  FINISH_FEE_DIVISOR,
  type Hex,
  MAX_U64,
  MAX_WIRE_AMOUNT,
  outAt,
  parseTerms,
  TERMS_VERSION,
  type Terms,
  termsIdOf,
  ZERO_32,
} from '../../src/index.ts';
import { addressOn, remotesOf, SITES, type Site, word } from './sites.ts';

/** Each changes fields of the sample terms on a chain. */
type Changes = readonly (readonly [name: string, fields: Partial<Terms>])[];

const ONES: Hex = `0x${'ff'.repeat(32)}`;
const START = 1_800_000_000n;

const settlerOn = (site: Site): Hex => addressOn(site.kind, `settler on ${site.name}`);

function sampleTerms(site: Site): Terms {
  const address = (label: string) => addressOn(site.kind, `${label} on ${site.name}`);
  return {
    version: TERMS_VERSION,
    domain: site.domain,
    settler: settlerOn(site),
    assetIn: address('assetIn'),
    amountIn: 1_500_000_000_000n,
    assetOut: address('assetOut'),
    quotedOut: 2_000_003n,
    minOut: 1_900_000n,
    recipient: address('recipient'),
    solver: address('solver'),
    exclusiveUntil: START,
    deadline: START + 607n,
    fallback: FALLBACK.token,
    home: 0,
    homeAddress: ZERO_32,
    finishFee: 1_000_000_000n,
    salt: word(`salt on ${site.name}`),
  };
}

const homeTo = (there: Site): Partial<Terms> => ({
  fallback: FALLBACK.home,
  home: there.domain,
  homeAddress: addressOn(there.kind, `homeAddress on ${there.name}`),
});

const valid = (site: Site): Changes => {
  const { assetIn, assetOut, solver, recipient, amountIn, quotedOut } = sampleTerms(site);
  const fee = (amount: bigint) => ({ amountIn: amount, finishFee: amount / FINISH_FEE_DIVISOR });
  return [
    ['a solver for ten minutes, and less from then on', {}],
    ...remotesOf(site).map((there) => [`home to ${there.name}`, homeTo(there)] as const),
    [
      'home to domain 2^32 - 1, an address of 32 bytes',
      { fallback: FALLBACK.home, home: 2 ** 32 - 1, homeAddress: ONES },
    ],
    ['the native coin in', { assetIn: ZERO_32 }],
    ['the native coin out', { assetOut: ZERO_32 }],
    ['the native coin both ways', { assetIn: ZERO_32, assetOut: ZERO_32 }],
    ['one asset both ways', { assetOut: assetIn }],
    ['assets changed for each other', { assetIn: assetOut, assetOut: assetIn }],
    ['anyone', { solver: ZERO_32 }],
    ['anyone, less from the start of time on', { solver: ZERO_32, exclusiveUntil: 0n }],
    ['the recipient is the solver', { solver: recipient }],
    ['the solver is the recipient', { recipient: solver }],
    ['a fixed price', { minOut: quotedOut }],
    ['1 at the least', { minOut: 1n }],
    ['smallest amounts', { ...fee(1n), quotedOut: 1n, minOut: 1n }],
    ['amounts of u64 max', { ...fee(MAX_U64), quotedOut: MAX_U64, minOut: MAX_U64 - 1n }],
    ['amounts of u64 max + 1', { ...fee(MAX_U64 + 1n), quotedOut: MAX_U64 + 1n, minOut: MAX_U64 }],
    ['amounts of u128 max', { ...fee(MAX_WIRE_AMOUNT), quotedOut: MAX_WIRE_AMOUNT, minOut: 1n }],
    ['no fee', { finishFee: 0n }],
    ['the largest fee', fee(amountIn)],
    ['the largest fee of 39, which is 1', fee(39n)],
    ['one second for all', { deadline: START + 1n }],
    ['a deadline of u64 max', { exclusiveUntil: 0n, deadline: MAX_U64, quotedOut: MAX_WIRE_AMOUNT, minOut: 1n }],
    ['the last second of time', { exclusiveUntil: MAX_U64 - 1n, deadline: MAX_U64 }],
    ['another salt', { salt: ONES }],
    ['a salt of zeros', { salt: ZERO_32 }],
  ];
};

const refused = (site: Site): Changes => {
  const terms = sampleTerms(site);
  const [there] = remotesOf(site) as [Site];
  const home = homeTo(there);
  return [
    ...[0, 2, 255].map((version) => [`version ${version}`, { version }] as const),
    ['another domain', { domain: there.domain }],
    ['domain 0', { domain: 0 }],
    ['another settler', { settler: terms.recipient, recipient: terms.solver }],
    ['no settler', { settler: ZERO_32 }],
    ...padded(site, 'settler'),
    ...padded(site, 'assetIn'),
    ...padded(site, 'assetOut'),
    ...padded(site, 'recipient'),
    ...padded(site, 'solver'),
    ['nothing in', { amountIn: 0n, finishFee: 0n }],
    ['nothing out', { quotedOut: 0n, minOut: 0n }],
    ['nothing out at the least', { minOut: 0n }],
    ['one more at the least than quoted', { minOut: terms.quotedOut + 1n }],
    ['u128 max at the least', { minOut: MAX_WIRE_AMOUNT }],
    ['no recipient', { recipient: ZERO_32 }],
    ['the settler as recipient', { recipient: terms.settler }],
    ['a deadline with the end of exclusivity', { deadline: terms.exclusiveUntil }],
    ['a deadline before the end of exclusivity', { deadline: terms.exclusiveUntil - 1n }],
    ['an exclusivity in milliseconds', { exclusiveUntil: 1_000n * terms.exclusiveUntil }],
    ['a deadline of 0', { exclusiveUntil: 0n, deadline: 0n }],
    ['fallback 2', { fallback: 2 }],
    ['fallback 2 with a home', { ...home, fallback: 2 }],
    ['fallback 255', { fallback: 255 }],
    ['fallback 0 with a home', { home: there.domain }],
    ['fallback 0 with an address at home', { homeAddress: ONES }],
    ['home without a domain', { ...home, home: 0 }],
    ['home on this chain', { ...home, home: site.domain }],
    ['home without an address', { ...home, homeAddress: ZERO_32 }],
    ['one more than the largest fee', { finishFee: terms.amountIn / FINISH_FEE_DIVISOR + 1n }],
    ['a fee of 1 for 19', { amountIn: 19n, finishFee: 1n }],
    ['a fee of all', { finishFee: terms.amountIn }],
    ['a fee of u128 max', { finishFee: MAX_WIRE_AMOUNT }],
  ];
};

/** An address of the sample terms with a bit set in its pad, where the chain's addresses have one. */
function padded(site: Site, field: 'settler' | 'assetIn' | 'assetOut' | 'recipient' | 'solver'): Changes {
  const pad = 32 - ADDRESS_LENGTH[site.kind];
  const address = sampleTerms(site)[field];
  return [0, pad - 1]
    .filter((index) => index >= 0)
    .map((index) => {
      const withPad: Hex = `0x${address.slice(2, 2 + 2 * index)}01${address.slice(4 + 2 * index)}`;
      return [`${field} with byte ${index} of its pad set`, { [field]: withPad }];
    });
}

function timesOf({ exclusiveUntil, deadline }: Terms): readonly bigint[] {
  const times = [
    0n,
    exclusiveUntil - 1n,
    exclusiveUntil,
    exclusiveUntil + 1n,
    (exclusiveUntil + deadline) / 2n,
    deadline - 1n,
    deadline,
    MAX_U64,
  ];
  return [...new Set(times)].filter((time) => time >= 0n && time <= MAX_U64);
}

/** Terms with what `fill` of the settler at `site` says of them. */
function row(site: Site, name: string, terms: Terms | null, encoded: Hex) {
  const at = { domain: site.domain, settler: settlerOn(site), addressLength: ADDRESS_LENGTH[site.kind] };
  const parsed = parseTerms(encoded, at);
  const id = termsIdOf(encoded);
  const outs = parsed.ok ? timesOf(parsed.value).map((time) => ({ time, out: outAt(parsed.value, time) })) : [];
  return {
    name: `${site.name}: ${name}`,
    ...{ atDomain: at.domain, atSettler: at.settler, addressLength: at.addressLength },
    encoded,
    id,
    vault: site.kind === 'evm' ? evmVaultOf(at.settler, id) : null,
    error: parsed.ok ? null : parsed.error.code,
    fields: terms,
    outs,
  };
}

/** Terms for a settler of each kind, and terms that its fill refuses; each of these has one defect only. */
export const termsVectors = () =>
  SITES.flatMap((site) => {
    const sample = encodeTerms(sampleTerms(site));
    const lengths: readonly (readonly [string, Hex])[] = [
      ['nothing', '0x'],
      ['a byte too few', sample.slice(0, -2) as Hex],
      ['a byte too many', concatHex(sample, '0x00')],
      ['twice the terms', concatHex(sample, sample)],
    ];
    return [
      ...[...valid(site), ...refused(site)].map(([name, fields]) => {
        const terms = { ...sampleTerms(site), ...fields };
        return row(site, name, terms, encodeTerms(terms));
      }),
      ...lengths.map(([name, encoded]) => row(site, name, null, encoded)),
    ];
  });

import assert from 'node:assert/strict';
import { base58 } from '@scure/base';
import { type SettlerKind, type SwapAnswer, type SwapTerms, type SwapWish, verifySwap } from '../src/index.ts';
import { addressWord, vaultWord } from '../src/swaps/addresses.ts';
import { decodeTerms, TERMS_FIELDS } from '../src/swaps/terms.ts';
import { wordOf } from '../src/words.ts';
import {
  answerOf,
  kindOf,
  LATEST,
  sampleId,
  settlerOf,
  solanaAddress,
  type TermsVector,
  VECTORS,
  wishOf,
  withFields,
} from './support/swaps.ts';

const KINDS: readonly SettlerKind[] = ['evm', 'solana', 'radix'];
/** Good terms of a kind whose input goes home, and their settler. */
const sampleOf = (kind: SettlerKind) => {
  const vector = VECTORS.find((one) => one.error === null && kindOf(one) === kind && one.fields?.fallback === '1');
  const settler = settlerOf(vector as TermsVector);
  return { hex: (vector as TermsVector).encoded, settler };
};
const subjectsOf = (answer: SwapAnswer, wish: SwapWish) => verifySwap(answer, wish).map(({ subject }) => subject);

describe('verifySwap', () => {
  const good = VECTORS.filter(({ error }) => error === null);
  const bad = VECTORS.filter(({ error }) => error !== null);

  it('finds nothing in the answers for the good terms of the shared vectors', () => {
    assert.equal(good.length, 88);
    for (const vector of good) {
      const settler = settlerOf(vector);
      const answer = answerOf(vector.encoded, settler);
      // A date cannot say the latest deadlines that terms can.
      const isLate = (time = '0') => BigInt(time) > LATEST;
      const late = [
        ...(isLate(vector.fields?.deadline) ? ['deadline'] : []),
        ...(isLate(vector.fields?.exclusiveUntil) ? ['answer.exclusiveUntil'] : []),
        ...(isLate(vector.fields?.deadline) ? ['answer.deadline'] : []),
      ];
      assert.deepEqual(subjectsOf(answer, wishOf(vector.encoded, settler)), late, vector.name);
      assert.equal(answer.reference, vector.id, vector.name);
      if (vector.vault !== null) assert.equal(addressWord('evm', answer.vault), vector.vault, vector.name);
      const { terms } = decodeTerms(vector.encoded) ?? {};
      for (const name of TERMS_FIELDS) assert.equal(String(terms?.[name]), vector.fields?.[name], vector.name);
    }
  });

  it('names the fault of the others as settlers do', () => {
    assert.equal(bad.length, 123);
    for (const vector of bad) {
      const { hex } = sampleOf(kindOf(vector));
      const settler = settlerOf(vector);
      const honest = answerOf(hex, settler);
      const answer = { ...honest, terms: { ...honest.terms, hex: vector.encoded } };
      const differences = verifySwap(answer, wishOf(hex, settler));
      const subjects = differences.map(({ subject }) => subject);
      if (vector.error === 'MalformedTerms') assert.deepEqual(subjects, ['terms'], vector.name);
      else if (vector.error === 'WrongSettler')
        assert(subjects.includes('settler') || subjects.includes('domain'), vector.name);
      else assert.equal(differences[0]?.found, vector.error, vector.name);
    }
  });

  for (const kind of KINDS) {
    const { hex, settler } = sampleOf(kind);
    const [answer, wish] = [answerOf(hex, settler), wishOf(hex, settler)];
    const { terms } = decodeTerms(hex) as { readonly terms: SwapTerms };

    describe(`on a chain of the kind ${kind}`, () => {
      it('notices any member of the answer that contradicts the bytes', () => {
        const others = {
          mode: 'bridge',
          settler: answer.destinationAddress,
          destinationAddress: answer.settler,
          fromAmount: `${answer.fromAmount}1`,
          finishFee: answer.fromAmount,
          exclusiveUntil: answer.deadline,
          vault:
            settler.kind === 'radix'
              ? settler.address
              : answerOf(withFields(hex, { salt: wordOf(sampleId('x')) }), settler).vault,
          reference: `${answer.reference.slice(0, -1)}${answer.reference.endsWith('0') ? '1' : '0'}`,
          toAmount: `${answer.toAmount}1`,
          minToAmount: answer.toAmount.replace('.', ''),
          deadline: new Date(Date.parse(answer.deadline) + 1_000).toISOString(),
          fallback: 'token',
        };
        for (const name of Object.keys(others) as (keyof typeof others)[]) {
          for (const value of [others[name], '', undefined, null, 7]) {
            const changed = { ...answer, [name]: value } as SwapAnswer;
            assert.deepEqual(subjectsOf(changed, wish), [`answer.${name}`], `${name}: ${value}`);
          }
        }
        for (const name of TERMS_FIELDS) {
          for (const value of [`${answer.terms[name]}0`, undefined]) {
            const changed = { ...answer, terms: { ...answer.terms, [name]: value } } as SwapAnswer;
            assert.deepEqual(subjectsOf(changed, wish), [`answer.terms.${name}`]);
          }
        }
        for (const bytes of [undefined, null, {}, { hex: '' }, { hex: `${hex}00` }, { hex: hex.replace('0x', '') }])
          assert.deepEqual(subjectsOf({ ...answer, terms: bytes } as SwapAnswer, wish), ['terms']);
      });

      it('notices a changed byte wherever it is', () => {
        for (let at = 2; at < hex.length; at += 2) {
          const byte = (Number.parseInt(hex.slice(at, at + 2), 16) ^ 1).toString(16).padStart(2, '0');
          const changed = `${hex.slice(0, at)}${byte}${hex.slice(at + 2)}`;
          assert(
            verifySwap({ ...answer, terms: { ...answer.terms, hex: changed } }, wish).length > 0,
            `byte ${at / 2}`,
          );
        }
      });

      it('notices whatever a service changes that is consistent in itself', () => {
        const other = terms.solver;
        const changes: readonly Partial<SwapTerms>[] = [
          { domain: terms.domain + 1n },
          { settler: other },
          { assetIn: other },
          { amountIn: terms.amountIn + 1n },
          { assetOut: other },
          { quotedOut: terms.quotedOut - 1n },
          { minOut: terms.minOut - 1n },
          { recipient: other },
          { deadline: terms.deadline - 1n },
          { deadline: terms.deadline + 1n },
          { home: terms.home + 7n },
          { homeAddress: other },
          { finishFee: terms.finishFee + 1n },
        ];
        for (const change of changes) {
          const changed = answerOf(withFields(hex, change), settler);
          assert.deepEqual(subjectsOf(changed, wish), Object.keys(change));
        }
        const toToken = { fallback: 0n, home: 0n, homeAddress: wordOf(new Uint8Array(32)) };
        assert.deepEqual(subjectsOf(answerOf(withFields(hex, toToken), settler), wish), Object.keys(toToken));
      });

      it('takes more than was asked for, and what the caller leaves to the service', () => {
        const free: readonly Partial<SwapTerms>[] = [
          { quotedOut: terms.quotedOut + 1n },
          { minOut: terms.minOut + 1n },
          { solver: terms.recipient },
          { exclusiveUntil: terms.exclusiveUntil - 1n },
          { finishFee: terms.finishFee - 1n },
          { salt: wordOf(sampleId('another')) },
        ];
        for (const change of free) assert.deepEqual(verifySwap(answerOf(withFields(hex, change), settler), wish), []);
        const { toAmount: _, finishFee: __, ...less } = wish;
        const dear = withFields(hex, { finishFee: terms.amountIn / 20n, quotedOut: terms.minOut });
        assert.deepEqual(verifySwap(answerOf(dear, settler), less), []);
        const wide = { earliest: new Date(0), latest: new Date(Number(terms.deadline + 60n) * 1_000) };
        assert.deepEqual(verifySwap(answer, { ...wish, deadline: wide }), []);
      });

      it('ignores the case of hexadecimal digits', () => {
        const upper = (text: string) => text.toUpperCase().replace('0X', '0x');
        const shouted = { ...answer, reference: upper(answer.reference), terms: { ...answer.terms, hex: upper(hex) } };
        assert.deepEqual(verifySwap(shouted, wish), []);
      });

      it('refuses a wish that is malformed', () => {
        const never = new Date(Number.NaN);
        const wrong: readonly (readonly [RegExp, Partial<SwapWish>])[] = [
          [/^RangeError: amount: 1\.234 /, { amount: '1.234' }],
          [/^RangeError: amount: -1 /, { amount: '-1' }],
          [/^RangeError: minToAmount: 1e3 /, { minToAmount: '1e3' }],
          [/^RangeError: recipient: ann is no address/, { recipient: 'ann' }],
          [/^RangeError: wanted\.address: 0x /, { wanted: { address: '0x', decimals: 2 } }],
          [/^RangeError: settler\.address: 0x12 /, { settler: { ...settler, address: '0x12' } }],
          [/^RangeError: fallback\.address: 0x12 /, { fallback: { kind: 'evm', domain: 1, address: '0x12' } }],
          [/^RangeError: deadline: /, { deadline: { earliest: never, latest: never } }],
        ];
        for (const [message, member] of wrong) {
          assert.throws(
            () => verifySwap(answer, { ...wish, ...member }),
            (error) => message.test(String(error)),
          );
        }
      });
    });
  }
});

describe('addresses of swaps', () => {
  it('derives vaults on Solana as the runtime does, whatever candidates have a key', () => {
    // What findProgramAddressSync of @solana/web3.js derives, and how many candidates it skips.
    const derived: readonly (readonly [sample: number, skipped: number, vault: string])[] = [
      [2, 0, '2nfuqXaAqieToLMpwSbP8cP5VRfjRVBueMeo8pJeViC7'],
      [0, 1, '81y32zSK69kYpUJ4GFzMBqkkm7XzjYVdYuoPA7pqUEqR'],
      [4, 2, '8guxNNiH7y74FydXmqzLEGvWtEue9RfWHjXKzKPxuNU7'],
      [17, 3, '89GmZWBWrEGVRLF3AY327RmAvXPFYJc475uZMcjBRXT3'],
      [1466, 11, '5y41xpVG5bfcWXhNX86M7tHRywaigKmRhqbM7VHoC7ee'],
    ];
    for (const [sample, , vault] of derived) {
      const program = solanaAddress(`program${sample % 3}`);
      const settler = { kind: 'solana', domain: 1, address: solanaAddress(`settler${sample % 2}`), program } as const;
      assert.equal(vaultWord(settler, sampleId(`id${sample}`)), wordOf(base58.decode(vault)));
    }
  });

  it('reads addresses of every kind, and nothing else', () => {
    const evm = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
    const radix = 'component_sim1cpd4kk6mtdd4kk6mtdd4kk6mtdd4kk6mtdd4kk6mtdd4kk6ms7w0r3';
    assert.equal(addressWord('evm', evm), `0x${'00'.repeat(12)}${evm.slice(2).toLowerCase()}`);
    assert.equal(addressWord('radix', radix), `0x${'00'.repeat(2)}c05b${'5b'.repeat(28)}`);
    assert.match(addressWord('solana', solanaAddress('a')) ?? '', /^0x[\da-f]{64}$/);
    for (const text of ['', evm.slice(0, -2), `${evm}00`, evm.slice(2), radix, 'ann'])
      assert.equal(addressWord('evm', text), undefined, text);
    for (const text of ['', evm, radix, `${solanaAddress('a')}1`, '0OIl'])
      assert.equal(addressWord('solana', text), undefined, text);
    for (const text of ['', evm, radix.replace(/.$/, '4'), radix.slice(0, -1), solanaAddress('a')])
      assert.equal(addressWord('radix', text), undefined, text);
  });
});

import { strict as assert } from 'node:assert';
import { bytesToHex, type Hex } from '@causeway/protocol';
import { cases } from '@causeway/protocol/test-support/cases';
import { EventFragment, FunctionFragment, type ParamType } from 'ethers';
import fc from 'fast-check';
import { bridgeAbi } from '../../src/evm/abi.ts';
import { callEncoder, firstWords, logReader } from '../../src/evm/words.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(bytesToHex);

/** Any value of a parameter, in the form that ethers takes and logReader gives. */
function anyOf({ type, components }: ParamType): fc.Arbitrary<unknown> {
  if (components)
    return fc.record(Object.fromEntries(components.map((each) => [each.name, anyOf(each)])), {
      noNullPrototype: true,
    });
  if (type === 'bool') return fc.boolean();
  if (type === 'bytes') return fc.uint8Array({ maxLength: 200 }).map(bytesToHex);
  if (/^bytes\d+$/.test(type)) return bytes(Number(type.slice('bytes'.length)));
  if (type === 'address') return bytes(20);
  if (type === 'uint64[]') return fc.array(fc.bigInt(0n, 2n ** 64n - 1n), { maxLength: 3 });
  return fc.bigInt(0n, 2n ** BigInt(type.slice('uint'.length)) - 1n);
}

const EVENTS = bridgeAbi.fragments.filter(
  (fragment): fragment is EventFragment =>
    EventFragment.isFragment(fragment) && /^(Tokens|Order|Root)/.test(fragment.name),
);
const CALLS = ['commitRoot', 'mintTokens', 'releaseTokens', 'cancelOrder', 'executeMany'].map((name) =>
  FunctionFragment.from(bridgeAbi.getFunction(name)),
);

describe('words of the ABI', () => {
  for (const event of EVENTS) {
    it(`of ${event.name} are read as ethers wrote them`, () => {
      const read = logReader(event);
      fc.assert(
        fc.property(fc.tuple(...event.inputs.map(anyOf)), (values) => {
          const named = event.inputs.map(({ name, type }, index) => [
            name,
            type.endsWith('[]') ? undefined : values[index],
          ]);
          assert.deepEqual(read(bridgeAbi.encodeEventLog(event, values)), Object.fromEntries(named));
        }),
        cases(50, 10_000),
      );
    });
  }

  for (const call of CALLS) {
    it(`of ${call.name} are written as ethers writes them`, () => {
      const encode = callEncoder(call);
      fc.assert(
        fc.property(fc.tuple(...call.inputs.map(anyOf)), (values) => {
          const calldata = bridgeAbi.encodeFunctionData(call, values);
          assert.equal(encode(values), calldata);
          assert.equal(`${call.selector}${firstWords(calldata, 1)[0]?.slice(2)}`, calldata.slice(0, 74));
        }),
        cases(50, 10_000),
      );
    });
  }

  it('must be as many as the event has, and of its widths', () => {
    const event = EVENTS.find(({ name }) => name === 'TokensMinted') as EventFragment;
    const log = bridgeAbi.encodeEventLog(event, [
      `0x${'11'.repeat(32)}`,
      `0x${'22'.repeat(32)}`,
      5n,
      `0x${'33'.repeat(32)}`,
      true,
    ]);
    const skipped = EVENTS.find(({ name }) => name === 'OrderSkipped') as EventFragment;
    const short = bridgeAbi.encodeEventLog(skipped, [`0x${'11'.repeat(32)}`, '0x12345678']);
    assert.throws(() => logReader(skipped)({ ...short, data: `${short.data.slice(0, -1)}1` }), RangeError);
    const read = logReader(event);
    const [amount, reference, credited] = log.data.slice(2).match(/.{64}/g) as [string, string, string];
    const withData = (...words: readonly string[]) => ({ topics: log.topics, data: `0x${words.join('')}` });
    assert.equal(read(withData(amount, reference, credited)).wireAmount, 5n);
    const refused = [
      withData(amount, reference),
      withData(amount, reference, credited.slice(2)),
      withData(amount, reference, credited, credited),
      withData(`1${amount.slice(1)}`, reference, credited),
      withData(amount, reference, amount),
      { topics: log.topics.slice(0, 2), data: log.data },
      { topics: [...log.topics, log.topics[1] as string], data: log.data },
    ];
    for (const each of refused) assert.throws(() => read(each), RangeError);
  });

  it('must fit the parameters of a call', () => {
    const encode = callEncoder(CALLS[0] as FunctionFragment);
    const root: Hex = `0x${'44'.repeat(32)}`;
    assert.doesNotThrow(() => encode([1, 2n, 3, root]));
    for (const values of [
      [2 ** 32, 2n, 3, root],
      [1, 2n ** 64n, 3, root],
      [1, 2n, -1, root],
      [1, 2n, 3, '0x44'],
    ]) {
      assert.throws(() => encode(values), RangeError);
    }
    assert.throws(() => firstWords('0x01020304', 1), RangeError);
  });
});

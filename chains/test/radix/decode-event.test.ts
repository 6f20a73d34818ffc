import { strict as assert } from 'node:assert';
import { type Hex, KIND, type Message, messageIdOf } from '@causeway/protocol';
import { RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import { decodeEvent, rawEventsOf } from '../../src/radix/events.ts';
import type { CoreTransaction } from '../../src/radix/wire.ts';
import { codeOf, must } from '../support/bridges.ts';
import { lockMessage, offlineDeployment, REMOTE, SIMULATOR } from '../support/radix-offline.ts';

const { domain, bridges } = offlineDeployment();
const component = bridges.main?.address as string;
const bridge = { network: SIMULATOR, domain, component, address32: bridges.main?.address32 as Hex };
const at = { block: { number: 1, hash: 'h', timeMs: 0 }, transaction: 't', index: 3 };
const filled = (byte: string): Hex => `0x${byte.repeat(32)}`;

const message: Message = {
  ...lockMessage(),
  kind: KIND.cancel,
  source: domain,
  destination: REMOTE.domain,
  nonce: 2n ** 64n - 1n,
  sourceBridge: bridge.address32,
  destinationBridge: REMOTE.bridge,
  wireAmount: 2n ** 128n - 1n,
  reference: filled('03'),
};

type Json = Readonly<Record<string, unknown>>;
const number =
  (kind: string) =>
  (value: bigint | number): Json => ({ kind, value: String(value) });
const [u8, u32, u64, u128] = ['U8', 'U32', 'U64', 'U128'].map(number) as [
  ReturnType<typeof number>,
  ReturnType<typeof number>,
  ReturnType<typeof number>,
  ReturnType<typeof number>,
];
const word = (hex: Hex): Json => ({ kind: 'Bytes', element_kind: 'U8', hex: hex.slice(2) });
const bool = (value: boolean): Json => ({ kind: 'Bool', value });
const tuple = (...fields: readonly Json[]): Json => ({ kind: 'Tuple', fields });

const messageFields = (told: Message): readonly Json[] => [
  u8(told.kind),
  u32(told.source),
  u32(told.destination),
  u64(told.nonce),
  word(told.sourceBridge),
  word(told.destinationBridge),
  u32(told.assetHome),
  word(told.sender),
  word(told.recipient),
  u128(told.wireAmount),
  word(told.reference),
];
const cancelled = (change: Partial<Message> = {}, messageId?: Hex) => {
  const told = { ...message, ...change };
  return tuple(word(messageId ?? messageIdOf(told)), tuple(...messageFields(told)));
};

const encode = async (value: Json) =>
  Buffer.from(await RadixEngineToolkit.ScryptoSbor.encodeProgrammaticJson(value)).toString('hex');
const decode = async (name: string, value: Json) =>
  decodeEvent({ index: 3, name, module: 'Main', data: await encode(value) }, at, bridge);

describe("a Radix event's data", () => {
  it('is the message that the component sent, every field of it', async () => {
    const event = must(await decode('OrderCancelled', cancelled()));
    assert.deepEqual(event, { type: 'message', messageId: messageIdOf(message), message, at });
  });

  it('is refused when the id belongs to another message, or the message to another bridge', async () => {
    for (const wrong of [
      cancelled({}, filled('0c')),
      cancelled({ source: REMOTE.domain }),
      cancelled({ sourceBridge: filled('0d') }),
    ]) {
      assert.equal(codeOf(await decode('OrderCancelled', wrong)), 'INVALID_EVENT');
    }
  });

  it('is refused with a missing, additional or differently typed field', async () => {
    const fields = messageFields(message);
    const id = word(messageIdOf(message));
    for (const wrong of [
      tuple(id),
      tuple(id, tuple(...fields), bool(true)),
      tuple(id, tuple(...fields.slice(1))),
      tuple(id, tuple(...fields, u8(1))),
      tuple(id, tuple(u32(message.kind), ...fields.slice(1))),
      tuple(id, tuple(u8(9), ...fields.slice(1))),
      tuple(id, tuple(...fields.slice(0, -1), word('0x0303'))),
    ]) {
      assert.equal(codeOf(await decode('OrderCancelled', wrong)), 'INVALID_EVENT');
    }
    const cut = (await encode(cancelled())).slice(0, -2);
    assert.equal(
      codeOf(await decodeEvent({ index: 3, name: 'OrderCancelled', module: 'Main', data: cut }, at, bridge)),
      'INVALID_EVENT',
    );
  });

  it('is ignored when only this chain needs it', async () => {
    assert.equal(must(await decode('InboundPausedSet', tuple(bool(true)))), null);
    assert.equal(must(await decode('toString', tuple())), null);
  });

  it('has the interval or the execution of its fields', async () => {
    const interval = [u32(7), u64(64), u32(3), word(filled('0e'))];
    const root = { source: 7, firstNonce: 64n, count: 3, root: filled('0e'), at };
    assert.deepEqual(must(await decode('RootCommitted', tuple(...interval))), { type: 'rootCommitted', ...root });
    const changed = { kind: 'Array', element_kind: 'U64', elements: [u64(65)] };
    assert.deepEqual(must(await decode('RootReplaced', tuple(...interval, changed))), {
      type: 'rootReplaced',
      ...root,
    });
    const executed = tuple(word(filled('0f')), word(message.recipient), u128(5), word(filled('10')), bool(true));
    for (const [name, operation] of [
      ['TokensMinted', 'mintTokens'],
      ['TokensReleased', 'releaseTokens'],
    ] as const) {
      assert.deepEqual(must(await decode(name, executed)), {
        type: 'executed',
        operation,
        messageId: filled('0f'),
        recipient: message.recipient,
        wireAmount: 5n,
        reference: filled('10'),
        credited: true,
        at,
      });
    }
  });
});

describe('events in a Radix transaction', () => {
  const event = (change: object = {}) => ({
    emitter: { address: component, module: 'Main' },
    name: 'n',
    data: '5c',
    ...change,
  });
  const transaction = (events: CoreTransaction['events'], success = true): CoreTransaction => ({
    stateVersion: 1,
    hash: 'h',
    timeMs: 0,
    reference: 'txid',
    success,
    error: '',
    events,
    executionUnits: 0,
    cost: 0n,
  });
  const indexes = (given: CoreTransaction) => rawEventsOf(given, bridge.component).map(({ index }) => index);

  it("are the component's own events, by their index among all", () => {
    const others = [
      event({ emitter: null }),
      event({ emitter: { address: bridges.main?.remotes.ethereum?.token.address ?? '', module: 'Main' } }),
      event({ emitter: { address: component, module: 'RoleAssignment' } }),
    ];
    assert.deepEqual(indexes(transaction([...others, event(), ...others, event()])), [3, 7]);
  });

  it('are none in a failed transaction', () => {
    assert.deepEqual(indexes(transaction([event()], false)), []);
  });
});

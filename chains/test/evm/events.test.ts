import { strict as assert } from 'node:assert';
import { type Hex, KIND, type Message, messageIdOf, padLeft, uintToHex, ZERO_32 } from '@causeway/protocol';
import { EventFragment } from 'ethers';
import { bridgeAbi } from '../../src/evm/abi.ts';
import { decodeEvent, isRead } from '../../src/evm/events.ts';
import type { RpcLog } from '../../src/evm/wire.ts';
import { codeOf, must } from '../support/bridges.ts';

const address: Hex = `0x${'b1'.repeat(20)}`;
const bridge = { domain: 901_001, address, address32: padLeft(address) };
const block = { number: 7, hash: uintToHex(7, 32), timeMs: 7_000 };
const message: Message = {
  kind: KIND.lock,
  source: bridge.domain,
  destination: 901_002,
  nonce: 3n,
  sourceBridge: bridge.address32,
  destinationBridge: padLeft('0xb2'),
  assetHome: bridge.domain,
  sender: padLeft('0xa1'),
  recipient: padLeft('0xa2'),
  wireAmount: 5n,
  reference: ZERO_32,
};

/** The log of a TokensLocked with the fields `told` and the id of `message`. */
function logOf(told: Message, change: Partial<RpcLog> = {}): RpcLog {
  const { data, topics } = bridgeAbi.encodeEventLog('TokensLocked', [
    messageIdOf(message),
    { ...told, version: 1, orderReference: told.reference },
  ]);
  return {
    address,
    topics: topics as Hex[],
    data: data as Hex,
    blockNumber: block.number,
    blockHash: block.hash,
    transactionHash: uintToHex(9, 32),
    logIndex: 4,
    ...change,
  };
}
const decode = (log: RpcLog) => decodeEvent(log, block, bridge);

describe('bridge events', () => {
  it('are decoded with their position', () => {
    const at = { block, transaction: uintToHex(9, 32), index: 4 };
    const event = { type: 'message', messageId: messageIdOf(message), message, at } as const;
    assert.deepEqual(must(decode(logOf(message))), event);
  });

  it('are refused when any field contradicts the id', () => {
    const changes: readonly Partial<Message>[] = [
      { kind: KIND.burn },
      { destination: 5 },
      { nonce: 4n },
      { destinationBridge: padLeft('0xb3') },
      { assetHome: 5 },
      { sender: padLeft('0xa9') },
      { recipient: padLeft('0xa9') },
      { wireAmount: 6n },
      { reference: padLeft('0x01') },
    ];
    for (const change of changes) assert.equal(codeOf(decode(logOf({ ...message, ...change }))), 'INVALID_EVENT');
  });

  it('are refused when the message is of another bridge, or malformed', () => {
    for (const identity of [
      { ...bridge, domain: 5 },
      { ...bridge, address32: ZERO_32 },
    ]) {
      assert.equal(codeOf(decodeEvent(logOf(message), block, identity)), 'INVALID_EVENT');
    }
    assert.equal(codeOf(decode({ ...logOf(message), data: '0x1234' })), 'INVALID_EVENT');
    assert.equal(codeOf(decode(logOf({ ...message, kind: 9 as Message['kind'] }))), 'INVALID_EVENT');
  });

  it('of other addresses, removed ones, and other events are ignored', () => {
    assert.equal(must(decode(logOf(message, { address: `0x${'b9'.repeat(20)}` }))), null);
    assert.equal(must(decode(logOf(message, { removed: true }))), null);
    const paused = bridgeAbi.encodeEventLog('InboundPausedSet', [true]);
    assert.equal(must(decode(logOf(message, { topics: paused.topics as Hex[], data: paused.data as Hex }))), null);
    assert.equal(must(decode(logOf(message, { topics: [uintToHex(1, 32)] }))), null);
  });

  it('are told from those that say nothing of messages by their first topic alone', () => {
    assert.equal(isRead(logOf(message)), true);
    assert.equal(isRead({ topics: [] }), false);
    const read = bridgeAbi.fragments
      .filter((fragment) => fragment instanceof EventFragment)
      .filter(({ topicHash }) => isRead({ topics: [topicHash as Hex] }))
      .map(({ name }) => name);
    const names = ['OrderCancelled', 'RootCommitted', 'RootReplaced', 'TokensBurned', 'TokensLocked'];
    assert.deepEqual(read.sort(), [...names, 'TokensMinted', 'TokensReleased']);
  });
});

import { strict as assert } from 'node:assert';
import { type Domain, type Hex, hexToBytes, KIND, type Message, messageIdOf } from '@causeway/protocol';
import { BN, BorshCoder } from '@coral-xyz/anchor';
import { PublicKey } from '@solana/web3.js';
import { addressBytes } from '../../src/solana/addresses.ts';
import { decodeEvent } from '../../src/solana/events.ts';
import { IDL } from '../../src/solana/program.ts';
import { codeOf, must } from '../support/bridges.ts';

const HERE: Domain = 0x80ff01f5;
const program = PublicKey.unique();
const bridge = { domain: HERE, program, address32: addressBytes(program) };
const at = { block: { number: 1, hash: 'h', timeMs: 0 }, transaction: 't', index: 0 };
const bytes = (hex: Hex) => [...hexToBytes(hex)];
const filled = (byte: string): Hex => `0x${byte.repeat(32)}`;

const message: Message = {
  kind: KIND.cancel,
  source: HERE,
  destination: 11155111,
  nonce: 2n ** 64n - 1n,
  sourceBridge: bridge.address32,
  destinationBridge: filled('0b'),
  assetHome: 11155111,
  sender: filled('01'),
  recipient: filled('02'),
  wireAmount: 2n ** 64n - 1n,
  reference: filled('03'),
};

/** The event `name` with `fields`, in the program's encoding. */
function written(name: string, fields: Record<string, unknown>): string {
  const { discriminator } = IDL.events?.find((event) => event.name === name) ?? assert.fail(name);
  return Buffer.concat([Buffer.from(discriminator), new BorshCoder(IDL).types.encode(name, fields)]).toString('base64');
}

const cancelled = (change: Partial<Message> = {}, messageId?: Hex) => {
  const told = { ...message, ...change };
  return written('OrderCancelled', {
    message_id: bytes(messageId ?? messageIdOf(told)),
    message: {
      version: 1,
      kind: { Cancel: {} },
      source: told.source,
      destination: told.destination,
      nonce: new BN(told.nonce.toString()),
      source_bridge: bytes(told.sourceBridge),
      destination_bridge: bytes(told.destinationBridge),
      asset_home: told.assetHome,
      sender: bytes(told.sender),
      recipient: bytes(told.recipient),
      wire_amount: new BN(told.wireAmount.toString()),
      reference: bytes(told.reference),
    },
  });
};

describe("a Solana event's data", () => {
  it('is the message that the program sent, every field of it', () => {
    const event = must(decodeEvent(cancelled(), at, bridge));
    assert.deepEqual(event, { type: 'message', messageId: messageIdOf(message), message, at });
  });

  it('is refused when the id belongs to another message, or the message to another bridge', () => {
    assert.equal(codeOf(decodeEvent(cancelled({}, filled('0c')), at, bridge)), 'INVALID_EVENT');
    assert.equal(codeOf(decodeEvent(cancelled({ source: 1 }), at, bridge)), 'INVALID_EVENT');
    assert.equal(codeOf(decodeEvent(cancelled({ sourceBridge: filled('0d') }), at, bridge)), 'INVALID_EVENT');
  });

  it('is refused when it is cut short', () => {
    const cut = Buffer.from(cancelled(), 'base64').subarray(0, -1).toString('base64');
    assert.equal(codeOf(decodeEvent(cut, at, bridge)), 'INVALID_EVENT');
  });

  it('is ignored when only this chain needs it', () => {
    assert.equal(must(decodeEvent(written('InboundPausedSet', { paused: true }), at, bridge)), null);
    assert.equal(must(decodeEvent(Buffer.alloc(40).toString('base64'), at, bridge)), null);
  });

  it('has the interval or the execution of its fields', () => {
    const interval = { source: 7, first_nonce: new BN(64), count: 3, root: bytes(filled('0e')) };
    const root = { source: 7, firstNonce: 64n, count: 3, root: filled('0e'), at };
    assert.deepEqual(must(decodeEvent(written('RootCommitted', interval), at, bridge)), {
      type: 'rootCommitted',
      ...root,
    });
    const replaced = written('RootReplaced', { ...interval, changed: [new BN(65)] });
    assert.deepEqual(must(decodeEvent(replaced, at, bridge)), { type: 'rootReplaced', ...root });
    const recipient = PublicKey.unique();
    const minted = written('TokensMinted', {
      message_id: bytes(filled('0f')),
      recipient,
      wire_amount: new BN(5),
      reference: bytes(filled('10')),
      credited: true,
    });
    assert.deepEqual(must(decodeEvent(minted, at, bridge)), {
      type: 'executed',
      operation: 'mintTokens',
      messageId: filled('0f'),
      recipient: addressBytes(recipient),
      wireAmount: 5n,
      reference: filled('10'),
      credited: true,
      at,
    });
  });
});

import {
  type BlockRef,
  type BridgeEvent,
  type Domain,
  type FieldReaders,
  fail,
  type Hex,
  type Message,
  messageIdOf,
  ok,
  parseKind,
  type Result,
  readMessage,
} from '@causeway/protocol';
import type { Result as AbiResult, EventFragment } from 'ethers';
import { bridgeAbi } from './abi.ts';
import type { RpcLog } from './wire.ts';

/**
 * The events that decodeEvent reads, by their first topic; a bridge emits others when its roles or limits change. ethers
 * would hash every event of the ABI again for each log.
 */
const READ_EVENTS: ReadonlyMap<string | undefined, EventFragment> = new Map(
  [
    'TokensLocked',
    'TokensBurned',
    'OrderCancelled',
    'TokensMinted',
    'TokensReleased',
    'RootCommitted',
    'RootReplaced',
  ].flatMap((name) => {
    const event = bridgeAbi.getEvent(name);
    return event === null ? [] : [[event.topicHash, event]];
  }),
);

/** True when decodeEvent may read an event of `log`. The blocks of all others need not be confirmed. */
export const isRead = ({ topics }: Pick<RpcLog, 'topics'>): boolean => READ_EVENTS.has(topics[0]);

/** The bridge whose events are decoded. */
export interface BridgeIdentity {
  readonly domain: Domain;
  /** Lower-case contract address. */
  readonly address: Hex;
  /** The same address, left-padded. */
  readonly address32: Hex;
}

/**
 * The bridge event in `log`; null for another contract or for an event that is no message, execution or root. Fails
 * with INVALID_EVENT when a message's id is not the hash of its fields, or when the message names another bridge: then
 * the endpoints lie.
 */
export function decodeEvent(log: RpcLog, block: BlockRef, bridge: BridgeIdentity): Result<BridgeEvent | null> {
  if (log.address !== bridge.address || log.removed) return ok(null);
  try {
    return decodeOwnEvent(log, block, bridge);
  } catch {
    return fail('INVALID_EVENT', `log ${log.logIndex} of ${log.transactionHash} cannot be decoded`);
  }
}

function decodeOwnEvent(log: RpcLog, block: BlockRef, bridge: BridgeIdentity): Result<BridgeEvent | null> {
  const event = READ_EVENTS.get(log.topics[0]);
  if (event === undefined) return ok(null);
  const { name } = event;
  const at = { block, transaction: log.transactionHash, index: log.logIndex };
  const args = bridgeAbi.decodeEventLog(event, log.data, log.topics);
  switch (name) {
    case 'TokensLocked':
    case 'TokensBurned':
    case 'OrderCancelled': {
      const message = messageOf(args.message);
      const messageId = hex(args.messageId);
      const own = message.source === bridge.domain && message.sourceBridge === bridge.address32;
      if (!own || messageIdOf(message) !== messageId) {
        return fail('INVALID_EVENT', `${name} ${messageId} does not match its message`);
      }
      return ok({ type: 'message', messageId, message, at });
    }
    case 'TokensMinted':
    case 'TokensReleased':
      return ok({
        type: 'executed',
        operation: name === 'TokensMinted' ? 'mintTokens' : 'releaseTokens',
        messageId: hex(args.messageId),
        recipient: hex(args.recipient),
        wireAmount: args.wireAmount,
        reference: hex(args.orderReference),
        credited: args.credited,
        at,
      });
    case 'RootCommitted':
    case 'RootReplaced':
      return ok({
        type: name === 'RootCommitted' ? 'rootCommitted' : 'rootReplaced',
        ...rootOf(args),
        at,
      });
    default:
      return ok(null);
  }
}

/** The bridge events among `logs`, in order. `blockOf` returns the confirmed block of a log. */
export function decodeEvents(
  logs: readonly RpcLog[],
  blockOf: (log: RpcLog) => BlockRef,
  bridge: BridgeIdentity,
): Result<readonly BridgeEvent[]> {
  const events: BridgeEvent[] = [];
  for (const log of [...logs].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)) {
    const event = decodeEvent(log, blockOf(log), bridge);
    if (!event.ok) return event;
    if (event.value !== null) events.push(event.value);
  }
  return ok(events);
}

const hex = (value: string): Hex => value.toLowerCase() as Hex;

function rootOf(args: AbiResult) {
  return {
    source: Number(args.source),
    firstNonce: BigInt(args.firstNonce),
    count: Number(args.count),
    root: hex(args.root),
  };
}

/** Fields as the ABI decoder returns them: numbers as bigint, bytes in any case. */
const ABI_VALUES: FieldReaders<string | bigint> = {
  kind: (value) => parseKind(Number(value)),
  u32: Number,
  u64: BigInt,
  u128: BigInt,
  word: (value) => hex(String(value)),
};

/** The message in an event's struct, whose reference is called orderReference: `reference` is a word of Solidity. */
const messageOf = (fields: AbiResult): Message =>
  readMessage(({ name }) => fields[name === 'reference' ? 'orderReference' : name], ABI_VALUES);

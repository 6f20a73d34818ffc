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
  type SkippedOrder,
} from '@causeway/protocol';
import type { EventFragment } from 'ethers';
import type { ScanFailure } from '../failures.ts';
import { bridgeAbi } from './abi.ts';
import type { RpcLog } from './wire.ts';
import { type LogReader, logReader } from './words.ts';

/** An event that decodeEvent reads. */
interface ReadEvent {
  readonly name: string;
  readonly valuesOf: LogReader;
}

/** The events that decodeEvent reads, by their first topic; a bridge emits others when its roles or limits change. */
const READ_EVENTS: ReadonlyMap<string | undefined, ReadEvent> = new Map(
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
    return event === null ? [] : [[event.topicHash, { name, valuesOf: logReader(event) }]];
  }),
);

/** True when decodeEvent may read an event of `log`. Blocks with other logs alone need no confirmation. */
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
export function decodeEvent(
  log: RpcLog,
  block: BlockRef,
  bridge: BridgeIdentity,
): Result<BridgeEvent | null, ScanFailure> {
  if (log.address !== bridge.address || log.removed) return ok(null);
  try {
    return decodeOwnEvent(log, block, bridge);
  } catch {
    return fail('INVALID_EVENT', `log ${log.logIndex} of ${log.transactionHash} cannot be decoded`);
  }
}

function decodeOwnEvent(log: RpcLog, block: BlockRef, bridge: BridgeIdentity): Result<BridgeEvent | null, ScanFailure> {
  const event = READ_EVENTS.get(log.topics[0]);
  if (event === undefined) return ok(null);
  const { name, valuesOf } = event;
  const at = { block, transaction: log.transactionHash, index: log.logIndex };
  const values = valuesOf(log);
  switch (name) {
    case 'TokensLocked':
    case 'TokensBurned':
    case 'OrderCancelled': {
      const message = messageOf(values.message as Fields);
      const messageId = hex(values.messageId);
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
        messageId: hex(values.messageId),
        recipient: hex(values.recipient),
        wireAmount: BigInt(values.wireAmount as bigint),
        reference: hex(values.orderReference),
        credited: values.credited === true,
        at,
      });
    case 'RootCommitted':
    case 'RootReplaced':
      return ok({
        type: name === 'RootCommitted' ? 'rootCommitted' : 'rootReplaced',
        ...rootOf(values),
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
): Result<readonly BridgeEvent[], ScanFailure> {
  const events: BridgeEvent[] = [];
  for (const log of [...logs].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)) {
    const event = decodeEvent(log, blockOf(log), bridge);
    if (!event.ok) return event;
    if (event.value !== null) events.push(event.value);
  }
  return ok(events);
}

const SKIPPED = bridgeAbi.getEvent('OrderSkipped') as EventFragment;
const skippedValues = logReader(SKIPPED);

/** The orders that executeMany skipped, by the bridge's events among `logs`. Fails with INVALID_EVENT. */
export function skippedIn(
  logs: readonly RpcLog[],
  bridge: BridgeIdentity,
): Result<readonly SkippedOrder[], ScanFailure> {
  const skipped: SkippedOrder[] = [];
  for (const log of logs) {
    if (log.address !== bridge.address || log.topics[0] !== SKIPPED.topicHash) continue;
    try {
      const { messageId, reason } = skippedValues(log);
      skipped.push({ messageId: hex(messageId), code: bridgeAbi.getError(hex(reason))?.name ?? hex(reason) });
    } catch {
      return fail('INVALID_EVENT', `log ${log.logIndex} of ${log.transactionHash} cannot be decoded`);
    }
  }
  return ok(skipped);
}

type Fields = Readonly<Record<string, unknown>>;

const hex = (value: unknown): Hex => String(value).toLowerCase() as Hex;

const rootOf = ({ source, firstNonce, count, root }: Fields) => ({
  source: Number(source),
  firstNonce: BigInt(firstNonce as bigint),
  count: Number(count),
  root: hex(root),
});

/** Fields as the ABI has them: numbers as bigint. */
const ABI_VALUES: FieldReaders<unknown> = {
  kind: (value) => parseKind(Number(value)),
  u32: Number,
  u64: (value) => BigInt(value as bigint),
  u128: (value) => BigInt(value as bigint),
  word: hex,
};

/** The message in an event's struct, whose reference is called orderReference: `reference` is a word of Solidity. */
const messageOf = (fields: Fields): Message =>
  readMessage(({ name }) => fields[name === 'reference' ? 'orderReference' : name], ABI_VALUES);

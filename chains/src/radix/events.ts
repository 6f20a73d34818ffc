import {
  type BridgeEvent,
  type Domain,
  type EventPosition,
  type FieldReaders,
  fail,
  type Hex,
  MESSAGE_FIELDS,
  type Message,
  messageIdOf,
  ok,
  parseKind,
  type Result,
  readMessage,
  type SkippedOrder,
} from '@causeway/protocol';
import type { ScanFailure } from '../failures.ts';
import type { RadixNetwork } from './network.ts';
import { bool, decodeSbor, list, string, struct, tuple, u8, u32, u64, u128, word } from './sbor.ts';
import type { CoreEvent, CoreTransaction } from './wire.ts';

/** The bridge whose events are decoded. */
export interface BridgeIdentity {
  readonly network: RadixNetwork;
  readonly domain: Domain;
  /** The component's address. */
  readonly component: string;
  /** The same address, in the form that messages carry. */
  readonly address32: Hex;
}

/** An event in the form of the ledger. */
export interface RawEvent {
  /** Its index among all events of its transaction. */
  readonly index: number;
  readonly name: string;
  /** The module of the component that emitted it: "Main" is its own blueprint. */
  readonly module: string;
  /** SBOR, hexadecimal. */
  readonly data: string;
}

const FIELD_VALUES: FieldReaders<unknown> = {
  kind: (value) => parseKind(u8.parse(value)),
  u32: (value) => u32.parse(value),
  u64: (value) => u64.parse(value),
  u128: (value) => u128.parse(value),
  word: (value) => word.parse(value),
};
const message = struct(MESSAGE_FIELDS.length).transform((values) =>
  readMessage((field) => values[MESSAGE_FIELDS.indexOf(field)], FIELD_VALUES),
);

const messageEvent = tuple(word, message).transform(([messageId, sent]) => ({
  type: 'message' as const,
  messageId,
  message: sent,
}));
const executedEvent = (operation: 'mintTokens' | 'releaseTokens') =>
  tuple(word, word, u128, word, bool).transform(([messageId, recipient, wireAmount, reference, credited]) => ({
    type: 'executed' as const,
    operation,
    messageId,
    recipient,
    wireAmount,
    reference,
    credited,
  }));
const interval = [u32, u64, u32, word] as const;
const rootEvent =
  (type: 'rootCommitted' | 'rootReplaced') =>
  ([source, firstNonce, count, root]: readonly [number, bigint, number, Hex, ...unknown[]]) => ({
    type,
    source,
    firstNonce,
    count,
    root,
  });

/** The events that other chains need. The blueprint's other events serve its operators. */
const SCHEMAS = {
  TokensLocked: messageEvent,
  TokensBurned: messageEvent,
  OrderCancelled: messageEvent,
  TokensMinted: executedEvent('mintTokens'),
  TokensReleased: executedEvent('releaseTokens'),
  RootCommitted: tuple(...interval).transform(rootEvent('rootCommitted')),
  RootReplaced: tuple(...interval, list(u64)).transform(rootEvent('rootReplaced')),
} as const;

/** The orders that execute_many skipped, among the bridge's events. */
const skippedEvent = tuple(word, string).transform(([messageId, code]): SkippedOrder => ({ messageId, code }));

/** The orders that execute_many skipped in a committed transaction. Fails with INVALID_EVENT. */
export async function skippedIn(
  transaction: CoreTransaction,
  bridge: BridgeIdentity,
): Promise<Result<readonly SkippedOrder[], ScanFailure>> {
  const skipped: SkippedOrder[] = [];
  for (const { name, index, data } of rawEventsOf(transaction, bridge.component)) {
    if (name !== 'OrderSkipped') continue;
    try {
      skipped.push(await decodeSbor(data, bridge.network, skippedEvent));
    } catch {
      return fail('INVALID_EVENT', `event ${index} of a transaction cannot be decoded`);
    }
  }
  return ok(skipped);
}

const isKnown = (name: string): name is keyof typeof SCHEMAS => Object.hasOwn(SCHEMAS, name);

/** The events that a component emitted in a committed transaction; none when the transaction failed. */
export const rawEventsOf = (
  { success, events }: CoreTransaction,
  component: string,
  isOf: (module: string) => boolean = (module) => module === 'Main',
): readonly RawEvent[] =>
  success
    ? events.flatMap(({ emitter, name, data }: CoreEvent, index) =>
        emitter?.address === component && isOf(emitter.module) ? [{ index, name, module: emitter.module, data }] : [],
      )
    : [];

/** The modules of the bridge whose events count: its blueprint, and its roles. */
export const isOfBridge = (module: string): boolean => module === 'Main' || module === 'RoleAssignment';

/**
 * The bridge event in `raw`; null for an event that is no message, execution or root. Fails with INVALID_EVENT when a
 * message's id is not the hash of its fields, or when the message names another bridge: then the endpoints lie.
 */
export async function decodeEvent(
  { name, module, data }: RawEvent,
  at: EventPosition,
  bridge: BridgeIdentity,
): Promise<Result<BridgeEvent | null, ScanFailure>> {
  if (module !== 'Main' || !isKnown(name)) return ok(null);
  try {
    const told = await decodeSbor(data, bridge.network, SCHEMAS[name]);
    if (told.type !== 'message' || isOwn(told, bridge)) return ok({ ...told, at });
  } catch {
    return fail('INVALID_EVENT', `event ${at.index} of ${at.transaction} cannot be decoded`);
  }
  return fail('INVALID_EVENT', `the message in event ${at.index} of ${at.transaction} is not what its fields say`);
}

const isOwn = (
  told: { readonly messageId: Hex; readonly message: Message },
  { domain, address32 }: BridgeIdentity,
): boolean =>
  told.message.source === domain &&
  told.message.sourceBridge === address32 &&
  messageIdOf(told.message) === told.messageId;

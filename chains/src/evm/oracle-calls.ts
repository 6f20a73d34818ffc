import {
  type BridgeEvent,
  type Domain,
  decodePackedOrders,
  executionOf,
  fail,
  type Hex,
  isAddress32,
  KIND,
  messageIdOf,
  ok,
  type PackedOrder,
  type Result,
  type SkippedOrder,
  toLocalAmount,
} from '@causeway/protocol';
import type { FunctionFragment } from 'ethers';
import type { BridgeRecord } from '../config/deployment.ts';
import { remoteOf } from '../config/deployment.ts';
import type { CallFailure } from '../failures.ts';
import type { OracleCall } from '../provider/provider.ts';
import { bridgeAbi } from './abi.ts';
import { formatEvmAddress } from './address.ts';
import { EXECUTE_MANY } from './packed-calls.ts';
import { type CallEncoder, callEncoder, firstWords } from './words.ts';

const FUNCTIONS = [
  'commitRoot',
  'mintTokens',
  'releaseTokens',
  'cancelOrder',
] as const satisfies readonly OracleCall['function'][];

const functionOf = (name: OracleCall['function']): FunctionFragment => {
  const called = bridgeAbi.getFunction(name);
  if (called === null) throw new TypeError(`the bridge has no function ${name}`);
  return called;
};
const selectorOf = (name: OracleCall['function']): string => functionOf(name).selector;

const ENCODERS = Object.fromEntries(FUNCTIONS.map((name) => [name, callEncoder(functionOf(name))])) as Readonly<
  Record<OracleCall['function'], CallEncoder>
>;

/**
 * All of the calldata of a transaction that only uses up the Safe's nonce. It calls a view, because the bridge refuses
 * empty calldata, and the Safe reverts, with its nonce, when its only call fails and pays no gas.
 */
export const VOID_CALLDATA = bridgeAbi.getFunction('oracle')?.selector as Hex;

/** The bridge that receives the calls, as its deployment describes it. */
export interface CallTarget {
  readonly domain: Domain;
  readonly bridge: BridgeRecord;
}

/**
 * Calldata of one oracle call. It checks every field against the target first, so that nobody signs a call that the
 * bridge would refuse: another destination, a mint of this chain's own asset, a recipient that is no EVM address.
 */
export function encodeOracleCall(call: OracleCall, target: CallTarget): Result<Hex, CallFailure> {
  if (call.function === 'commitRoot') {
    return ok(ENCODERS.commitRoot([call.source, call.firstNonce, call.count, call.root]));
  }
  const { message, proof } = call;
  if (message.destination !== target.domain || message.destinationBridge !== target.bridge.address32) {
    return fail('WRONG_BRIDGE', 'the message is for another bridge');
  }
  const orderId = messageIdOf(message);
  if (call.function === 'cancelOrder') return ok(ENCODERS.cancelOrder([orderId, proof]));
  if (call.function !== executionOf(message))
    return fail('WrongAssetHome', `${call.function} does not execute the message`);
  if (!isAddress32(message.recipient, 20)) return fail('InvalidRecipient', 'the recipient is no EVM address');
  const recipient = formatEvmAddress(message.recipient);
  if (call.function === 'releaseTokens') return ok(ENCODERS.releaseTokens([orderId, recipient, proof]));
  const remote = remoteOf(target.bridge, message.source);
  if (!remote) return fail('UnknownRemote', `domain ${message.source} is not connected`);
  const amount = toLocalAmount(message.wireAmount, remote.token.decimals, remote.wireDecimals);
  return ok(ENCODERS.mintTokens([orderId, recipient, amount, proof]));
}

/** The functions of OracleCall, by the selector in their calldata. */
const BY_SELECTOR: ReadonlyMap<string, OracleCall['function']> = new Map(
  FUNCTIONS.map((name) => [selectorOf(name), name]),
);

/** What a transaction left on chain: the bridge's events, and the orders that executeMany skipped. */
export interface Effects {
  readonly events: readonly BridgeEvent[];
  readonly skipped: readonly SkippedOrder[];
}

/** Whether a successful execution of `calldata` on the bridge left its effect. Throws RangeError when it is cut off. */
export function hasEffect(calldata: string, { events, skipped }: Effects): boolean {
  if (calldata.startsWith(EXECUTE_MANY)) {
    const packed = decodePackedOrders(bridgeAbi.decodeFunctionData('executeMany', calldata)[0]);
    // Which lane's message an id belongs to is not in the call, so an order is known by its reference and recipient.
    return packed.ok && (skipped.length > 0 || events.some((event) => packed.value.orders.some(effectOfOrder(event))));
  }
  return events.some(effectOf(calldata));
}

/** Recognises the order of executeMany that `event` executed or cancelled. */
const effectOfOrder =
  (event: BridgeEvent) =>
  (order: PackedOrder): boolean => {
    if (order.function !== 'cancelOrder') {
      const { function: use, reference, recipient, wireAmount } = order;
      return (
        event.type === 'executed' &&
        event.operation === use &&
        event.reference === reference &&
        event.recipient === recipient &&
        event.wireAmount === wireAmount
      );
    }
    if (event.type !== 'message' || event.message.kind !== KIND.cancel) return false;
    return event.message.recipient === order.sender && event.message.wireAmount === order.wireAmount;
  };

/** Recognises the event of a successful execution of a single call. */
function effectOf(calldata: string): (event: BridgeEvent) => boolean {
  const name = BY_SELECTOR.get(calldata.slice(0, 10));
  switch (name) {
    case 'commitRoot': {
      const [source, firstNonce, count, root] = firstWords(calldata, 4);
      return (event) =>
        event.type === 'rootCommitted' &&
        event.source === Number(source) &&
        event.firstNonce === BigInt(firstNonce as Hex) &&
        event.count === Number(count) &&
        event.root === root;
    }
    case 'mintTokens':
    case 'releaseTokens': {
      const [orderId] = firstWords(calldata, 1);
      return (event) => event.type === 'executed' && event.operation === name && event.messageId === orderId;
    }
    case 'cancelOrder': {
      const [orderId] = firstWords(calldata, 1);
      return (event) =>
        event.type === 'message' && event.message.kind === KIND.cancel && event.message.reference === orderId;
    }
    default:
      return () => false;
  }
}

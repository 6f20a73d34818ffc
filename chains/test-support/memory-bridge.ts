import {
  type BridgeEvent,
  cancelOf,
  type Domain,
  type EventPosition,
  type ExecutionCode,
  executionOf,
  type Hex,
  KIND,
  type Message,
  messageIdOf,
  type Status,
  unpackProof,
  verifyInclusion,
} from '@causeway/protocol';
import type { LimitSide, OracleCall } from '../src/provider/provider.ts';

/** A bridge contract's state. There is one copy per block, so that a reorganisation can go back. */
export interface BridgeState {
  readonly outbound: Map<Domain, bigint>;
  readonly inbound: Map<Domain, bigint>;
  readonly outstanding: Map<Domain, bigint>;
  readonly supply: Map<Domain, bigint>;
  readonly roots: Map<string, Hex>;
  readonly statuses: Map<string, Status>;
  /** Local units, by `holdingKey`. */
  readonly balances: Map<string, bigint>;
  /** Local units of payments that failed, by `holdingKey`. */
  readonly credits: Map<string, bigint>;
  /** The next sequence of an account's transactions, by its address. */
  readonly sequences: Map<string, number>;
  /** Number of transactions that the oracle has made. */
  anchor: number;
}

export const emptyState = (): BridgeState => ({
  outbound: new Map(),
  inbound: new Map(),
  outstanding: new Map(),
  supply: new Map(),
  roots: new Map(),
  statuses: new Map(),
  balances: new Map(),
  credits: new Map(),
  sequences: new Map(),
  anchor: 0,
});

/** Available wire units of a limit; absent means no limit. */
export interface MemoryLimit {
  available: bigint;
  capacity: bigint;
  minAmount?: bigint;
  maxAmount?: bigint;
  refillPerSecond?: bigint;
}

/** Settings of the contract that stay the same in all blocks. */
export interface BridgeSettings {
  readonly domain: Domain;
  outboundPaused: boolean;
  inboundPaused: boolean;
  /** Local units of the canonical asset, or of the bridged token of `home`, for wire units of it. */
  toLocal(wireAmount: bigint): bigint;
  readonly limits: Map<string, MemoryLimit>;
  /** Remotes that are paused alone. */
  readonly pausedRemotes: Set<Domain>;
  /** Delivery fee of a lock or burn by its remote, local units. */
  readonly fees: Map<Domain, bigint>;
  /** Recipients whose payment fails and is credited. */
  readonly refusing: Set<Hex>;
  /** Recipients that can never be paid, with the error's name. */
  readonly unpayable: Map<Hex, Refused['code']>;
}

/** A contract's refusal, by its error name. */
export class Refused extends Error {
  readonly code: ExecutionCode;
  constructor(code: ExecutionCode) {
    super(code);
    this.code = code;
  }
}

export const rootKey = (source: Domain, firstNonce: bigint, count: number) => `${source}/${firstNonce}/${count}`;
export const statusKey = (source: Domain, nonce: bigint) => `${source}/${nonce}`;
export const limitKey = (source: Domain, side: LimitSide) => `${source}/${side}`;

export const holdingKey = (owner: Hex, home: Domain) => `${owner}/${home}`;

export const add = <K>(map: Map<K, bigint>, key: K, amount: bigint) => map.set(key, (map.get(key) ?? 0n) + amount);

/** Emits a lock or burn: takes its nonce and moves its amount. */
export function emit(state: BridgeState, message: Message, at: EventPosition): BridgeEvent {
  add(state.outbound, message.destination, 1n);
  if (message.kind === KIND.lock) add(state.outstanding, message.destination, message.wireAmount);
  if (message.kind === KIND.burn) add(state.supply, message.destination, -message.wireAmount);
  return { type: 'message', messageId: messageIdOf(message), message, at };
}

/** Runs one oracle call on `state` like the contract. Throws Refused with the contract's error name. */
export function applyCall(
  state: BridgeState,
  settings: BridgeSettings,
  call: OracleCall,
  at: EventPosition,
): BridgeEvent {
  if (call.function === 'commitRoot') {
    const { source, firstNonce, count, root } = call;
    if ((state.inbound.get(source) ?? 0n) !== firstNonce) throw new Refused('NonceGap');
    if (count < 1) throw new Refused('EmptyBatch');
    state.inbound.set(source, firstNonce + BigInt(count));
    state.roots.set(rootKey(source, firstNonce, count), root);
    return { type: 'rootCommitted', source, firstNonce, count, root, at };
  }
  const { message } = call;
  const messageId = messageIdOf(message);
  requireProven(state, call.function, message, messageId, call.proof);
  const key = statusKey(message.source, message.nonce);
  const status = state.statuses.get(key) ?? 'none';
  if (status === 'executed') throw new Refused('AlreadyExecuted');
  if (status === 'cancelled') throw new Refused('AlreadyCancelled');
  if (call.function === 'cancelOrder') {
    if (message.kind === KIND.cancel) throw new Refused('InvalidKind');
    state.statuses.set(key, 'cancelled');
    return emit(state, cancelOf(message, state.outbound.get(message.source) ?? 0n), at);
  }
  if (status === 'replaced') throw new Refused('OrderReplaced');
  if (settings.inboundPaused) throw new Refused('InboundPaused');
  if (settings.pausedRemotes.has(message.source)) throw new Refused('RemotePaused');
  if (call.function !== executionOf(message)) throw new Refused('WrongAssetHome');
  const unpayable = settings.unpayable.get(message.recipient);
  if (unpayable) throw new Refused(unpayable);
  draw(settings, message);
  state.statuses.set(key, 'executed');
  add(
    call.function === 'mintTokens' ? state.supply : state.outstanding,
    message.source,
    signed(call.function, message),
  );
  const { recipient, wireAmount, reference } = message;
  const credited = settings.refusing.has(recipient);
  const home = call.function === 'mintTokens' ? message.assetHome : settings.domain;
  add(credited ? state.credits : state.balances, holdingKey(recipient, home), settings.toLocal(wireAmount));
  return { type: 'executed', operation: call.function, messageId, recipient, wireAmount, reference, credited, at };
}

const signed = (name: 'mintTokens' | 'releaseTokens', { wireAmount }: Message) =>
  name === 'mintTokens' ? wireAmount : -wireAmount;

function draw({ limits }: BridgeSettings, message: Message): void {
  const side = executionOf(message) === 'mintTokens' ? 'bridged' : 'canonical';
  const limit = limits.get(limitKey(message.source, side));
  if (!limit) return;
  if (message.wireAmount > limit.available) throw new Refused('RateLimited');
}

function requireProven(
  state: BridgeState,
  use: 'mintTokens' | 'releaseTokens' | 'cancelOrder',
  message: Message,
  messageId: Hex,
  packed: Hex,
): void {
  const proof = unpackProof(use, packed);
  if (!proof.ok) throw new Refused('MalformedProof');
  const { source, nonce, firstNonce, count, siblings } = proof.value;
  if (source !== message.source || nonce !== message.nonce) throw new Refused('MessageIdMismatch');
  const root = state.roots.get(rootKey(source, firstNonce, count));
  if (!root) throw new Refused('UnknownRoot');
  if (!verifyInclusion(root, messageId, siblings)) throw new Refused('InvalidProof');
}

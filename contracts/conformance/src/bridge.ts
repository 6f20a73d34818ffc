import assert from 'node:assert/strict';
import {
  type Batch,
  type Domain,
  type Hex,
  KIND,
  type Message,
  messageIdOf,
  packProof,
  type Status,
  ZERO_32,
} from '@causeway/protocol';
import type {
  Actor,
  Arguments,
  Asset,
  BridgeUnderTest,
  Call,
  Caller,
  Currency,
  Event,
  EventName,
  Events,
  FunctionName,
  Interval,
  Kind,
  Lane,
  MaybePromise,
  Outcome,
  Place,
  Side,
} from './bridge-under-test.ts';
import {
  batchOf,
  type Committed,
  inboundMessage,
  intervalOf,
  messageAt,
  outboundMessage,
  type ParametersAfterParty,
} from './messages.ts';
import { Sending } from './sending.ts';
import { LIMITS, type Limits, ORACLE, type Oracle, REMOTE, type Remote, THERE } from './setting.ts';

export * from './messages.ts';

/** Options of a lock or a burn. */
export interface SendOptions {
  readonly wireAmount: bigint;
  readonly to?: Remote;
  readonly recipient?: Hex;
  readonly by?: Hex;
  /** The delivery fee that the caller agrees to; none when absent. */
  readonly fee?: bigint;
  /** With either field, the function "with reference" is called. */
  readonly reference?: Hex;
  readonly refundAddress?: Hex;
}

/** A bridge of one kind with honest callers' calls and the suites' assertions. */
export class Bridge extends Sending<Call, Event> {
  readonly kind: Kind;
  #deployed: BridgeUnderTest | undefined;

  constructor(kind: Kind) {
    super();
    this.kind = kind;
  }

  /** The kind's own bridge. */
  get under(): BridgeUnderTest {
    assert(this.#deployed !== undefined, 'a bridge is there only in tests and their hooks');
    return this.#deployed;
  }

  set under(deployed: BridgeUnderTest) {
    this.#deployed = deployed;
  }

  get word(): Hex {
    return this.under.word;
  }

  get here(): Domain {
    return this.under.domain;
  }

  /** Local units of the canonical asset per wire unit. */
  get unit(): bigint {
    return this.under.unit;
  }

  /** Local units per wire unit of the bridged token of `remote`. */
  unitOf({ wireDecimals }: Remote): bigint {
    return this.kind.bridgedUnit(wireDecimals);
  }

  actor(name: Actor): Hex {
    return this.under.actor(name);
  }

  get user(): Hex {
    return this.actor('user');
  }

  protected send(call: Call): MaybePromise<Outcome> {
    return this.under.send(call);
  }

  /** Sends a call that must succeed and emit only `name` with these fields. */
  async emits<Name extends EventName>(call: Call, name: Name, fields: Events[Name]): Promise<void> {
    assert.deepEqual(await this.run(call), [{ name, fields }]);
  }

  /** Sends a call that must fail with any error of the protocol. */
  async refusesAny(call: Call): Promise<void> {
    const outcome = await this.under.send(call);
    assert(
      'refused' in outcome,
      `${call.name} should be refused: ${'failed' in outcome ? outcome.failed : 'it succeeded'}`,
    );
  }

  /** Sends `call` from each caller, who must be refused with `name`. */
  async refusesCallers(call: Call, callers: readonly Caller[], name: string): Promise<void> {
    for (const by of callers) await this.refuses({ ...call, by }, name);
  }

  /** The callers that an admin's call must refuse. */
  get notAdmins(): readonly Caller[] {
    return [this.actor('stranger'), this.actor('guardian'), this.user, ORACLE];
  }

  /** The callers that an oracle's call must refuse. */
  get notOracles(): readonly Caller[] {
    return [this.actor('stranger'), this.actor('guardian'), this.actor('admin')];
  }

  // Calls.

  lock(options: SendOptions): Call<'lockTokens' | 'lockTokensWithReference'> {
    const { wireAmount, to = REMOTE, recipient = THERE, by = this.user, fee = 0n } = options;
    const args = { destinationChain: to.domain, recipient, amount: wireAmount * this.unit, fee };
    if (!isReferred(options)) return { name: 'lockTokens', args, by };
    return { name: 'lockTokensWithReference', args: { ...args, ...referred(options, by) }, by };
  }

  /** Burns the bridged token of `to`. */
  burn(options: SendOptions): Call<'burnTokens' | 'burnTokensWithReference'> {
    const { wireAmount, to = REMOTE, recipient = THERE, by = this.user, fee = 0n } = options;
    const args = { amount: wireAmount * this.unitOf(to), returnChain: to.domain, returnAddress: recipient, fee };
    if (!isReferred(options)) return { name: 'burnTokens', args, by };
    return { name: 'burnTokensWithReference', args: { ...args, ...referred(options, by) }, by };
  }

  commitRoot(interval: Interval): Call<'commitRoot'> {
    return { name: 'commitRoot', args: interval, by: ORACLE };
  }

  /** Mints message `index` of `committed`. */
  mint(committed: Committed, index: number, remote = REMOTE): Call<'mintTokens'> {
    const { recipient, wireAmount } = messageAt(committed, index);
    const amount = wireAmount * this.unitOf(remote);
    return {
      name: 'mintTokens',
      args: { ...execution('mintTokens', committed, index), recipient, amount },
      by: ORACLE,
    };
  }

  release(committed: Committed, index: number): Call<'releaseTokens'> {
    const { recipient } = messageAt(committed, index);
    return { name: 'releaseTokens', args: { ...execution('releaseTokens', committed, index), recipient }, by: ORACLE };
  }

  cancel(committed: Committed, index: number): Call<'cancelOrder'> {
    return { name: 'cancelOrder', args: execution('cancelOrder', committed, index), by: ORACLE };
  }

  replaceRoot(interval: Interval, changed: readonly bigint[]): Call<'replaceRoot'> {
    return this.#admin('replaceRoot', { ...interval, changed });
  }

  setRemote(remote: Remote): Call<'setRemote'> {
    return this.#admin('setRemote', remote);
  }

  openRemote({ domain }: Remote): Call<'openRemote'> {
    return this.#admin('openRemote', { domain });
  }

  setLimits({ domain }: Remote, side: Side, limits: Limits): Call<'setLimits'> {
    return this.#admin('setLimits', { domain, side, limits });
  }

  setOracle(oracle: Oracle): Call<'setOracle'> {
    return this.#admin('setOracle', oracle);
  }

  setGuardian(guardian: Hex): Call<'setGuardian'> {
    return this.#admin('setGuardian', { guardian });
  }

  proposeAdmin(admin: Hex | null): Call<'proposeAdmin'> {
    return this.#admin('proposeAdmin', { admin });
  }

  acceptAdmin(by: Hex): Call<'acceptAdmin'> {
    return { name: 'acceptAdmin', args: {}, by };
  }

  pause(name: 'pauseOutbound' | 'pauseInbound' | 'unpauseOutbound' | 'unpauseInbound', by?: Caller): Call {
    return { name, args: {}, by: by ?? this.actor(name.startsWith('un') ? 'admin' : 'guardian') };
  }

  pauseRemote({ domain }: Remote, by: Caller = this.actor('guardian')): Call<'pauseRemote'> {
    return { name: 'pauseRemote', args: { remote: domain }, by };
  }

  unpauseRemote({ domain }: Remote): Call<'unpauseRemote'> {
    return this.#admin('unpauseRemote', { remote: domain });
  }

  setFee({ domain }: Remote, fee: bigint, by: Caller = this.actor('guardian')): Call<'setFee'> {
    return { name: 'setFee', args: { remote: domain, fee }, by };
  }

  collectFees(to: Hex, { domain }: Remote = REMOTE): Call<'collectFees'> {
    return this.#admin('collectFees', { remote: domain, to });
  }

  claim(currency: Currency, by: Hex, to: Hex): Call<'claim'> {
    return { name: 'claim', args: { currency, to }, by };
  }

  #admin<Name extends FunctionName>(name: Name, args: Arguments[Name]) {
    return { name, args, by: this.actor('admin') } as unknown as Call<Name>;
  }

  /** Registers and opens a remote. */
  async register(remote: Remote, limits = LIMITS): Promise<void> {
    await this.run(
      this.setRemote(remote),
      this.setLimits(remote, 'canonical', limits),
      this.setLimits(remote, 'bridged', limits),
      this.openRemote(remote),
    );
  }

  // Messages.

  /** The next message of this bridge from the user, with default values for all other fields. */
  outbound(...args: ParametersAfterParty<typeof outboundMessage>): Message {
    return outboundMessage(this, ...args);
  }

  /** A message from the remote to the user. */
  inbound(...args: ParametersAfterParty<typeof inboundMessage>): Message {
    return inboundMessage(this, ...args);
  }

  /** Commits messages of a remote under its next nonces. */
  async commit(messages: readonly Message[], remote = REMOTE): Promise<Committed> {
    const first = (await this.lane(remote)).nextInboundNonce;
    const numbered = messages.map((message, index) => ({ ...message, nonce: first + BigInt(index) }));
    return this.commitAs(numbered, first, remote);
  }

  /** Commits messages unchanged. */
  async commitAs(messages: readonly Message[], firstNonce: bigint, remote = REMOTE): Promise<Committed> {
    const committed = batchOf(messages, firstNonce);
    await this.run(this.commitRoot(intervalOf(committed, remote)));
    return committed;
  }

  /** Commits five messages with the given one in the middle, so that its proof has siblings on several levels. */
  commitAround(message: Message, remote = REMOTE): Promise<Committed> {
    const filler = this.inbound(KIND.lock, {}, remote);
    return this.commit([filler, filler, message, filler, filler], remote);
  }

  /** Mints `wireAmount` of a remote's token to `owner`, who can receive it afterwards. */
  async giveBridged(wireAmount: bigint, owner = this.user, remote = REMOTE): Promise<void> {
    await this.under.prepare(remote.domain, owner);
    const message = this.inbound(KIND.lock, { wireAmount, recipient: owner }, remote);
    await this.run(this.mint(await this.commitAround(message, remote), 2, remote));
  }

  // State.

  async lane(remote = REMOTE): Promise<Lane> {
    return this.under.lane(remote.domain);
  }

  async outstanding(remote = REMOTE): Promise<bigint> {
    return (await this.lane(remote)).outstanding;
  }

  /** The remaining wire units of a side's bucket. */
  async level(side: Side, remote = REMOTE): Promise<bigint> {
    return (await this.under.limits(remote.domain, side)).available;
  }

  async statusOf(nonce: bigint, remote = REMOTE): Promise<Status> {
    return this.under.status(remote.domain, nonce);
  }

  async statusesOf(nonces: readonly bigint[], remote = REMOTE): Promise<Status[]> {
    const statuses: Status[] = [];
    for (const nonce of nonces) statuses.push(await this.statusOf(nonce, remote));
    return statuses;
  }

  async rootOf(firstNonce: bigint, count: number, remote = REMOTE): Promise<Hex | undefined> {
    return this.under.root(remote.domain, firstNonce, count);
  }

  /** The balance of `owner` in a remote's bridged token, wire units. */
  async bridgedBalance(owner = this.user, remote = REMOTE): Promise<bigint> {
    return (await this.under.balance(remote.domain, owner)) / this.unitOf(remote);
  }

  /** Supply of a remote's bridged token, wire units. */
  async bridgedSupply(remote = REMOTE): Promise<bigint> {
    return (await this.under.supply(remote.domain)) / this.unitOf(remote);
  }
}

const isReferred = ({ reference, refundAddress }: SendOptions): boolean =>
  reference !== undefined || refundAddress !== undefined;
const referred = ({ reference = ZERO_32, refundAddress }: SendOptions, by: Hex) => ({
  reference,
  refundAddress: refundAddress ?? by,
});

const placeOf = ({ source, nonce }: Message, { firstNonce, count }: Batch): Place => ({
  source,
  nonce,
  firstNonce,
  count,
});

function execution(use: Parameters<typeof packProof>[0], committed: Committed, index: number) {
  const message = messageAt(committed, index);
  const { batch } = committed;
  return { orderId: messageIdOf(message), proof: packProof(use, message, batch), place: placeOf(message, batch) };
}

/** `call` with some arguments replaced. */
export const withArgs = <Name extends FunctionName>(call: Call<Name>, args: Partial<Arguments[Name]>): Call<Name> =>
  ({ ...call, args: { ...call.args, ...args } }) as Call<Name>;

/** The event fields of an executed message that was paid. */
export const executionFields = ({ recipient, wireAmount, reference, ...message }: Message) => ({
  messageId: messageIdOf({ recipient, wireAmount, reference, ...message }),
  ...{ recipient, wireAmount, reference },
  credited: false,
});

/** What a kind deploys for an asset. */
interface Deploying<Deployed> {
  deploy(asset: Asset): MaybePromise<Deployed>;
}
const deployments = new WeakMap<object, Map<string, Promise<unknown>>>();

/** What `kind` deploys for this asset, at most once per process. */
export function deployed<Deployed>(kind: Deploying<Deployed>, asset: Asset): Promise<Deployed> {
  const known = deployments.get(kind) ?? new Map<string, Promise<unknown>>();
  deployments.set(kind, known);
  const key = JSON.stringify(asset);
  const one = (known.get(key) as Promise<Deployed> | undefined) ?? Promise.resolve(kind.deploy(asset));
  known.set(key, one);
  return one;
}

/** A bridge that is restored for every test of the suite. */
export function useBridge(kind: Kind, asset: Asset = 'native'): Bridge {
  const bridge = new Bridge(kind);
  before(async () => {
    bridge.under = await deployed(kind, asset);
  });
  beforeEach(() => bridge.under.restore());
  return bridge;
}

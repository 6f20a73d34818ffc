import assert from 'node:assert/strict';
import { cancelOf, executionOf, type Hex, KIND, type Message, messageIdOf, type ProofFor } from '@causeway/protocol';
import { Random } from '@causeway/protocol/test-support/random';
import {
  type Bridge,
  batchOf,
  type Committed,
  executionFields,
  intervalOf,
  messageFields,
  withArgs,
} from './bridge.ts';
import type { Asset, Call, Currency, Event, Side } from './bridge-under-test.ts';
import { Bucket } from './bucket.ts';
import { flipBit } from './bytes.ts';
import { Credits } from './credits.ts';
import { FarSide } from './far-side.ts';
import { FarUsers } from './far-users.ts';
import { executeMany, sorted } from './packed.ts';
import { Pauses } from './pauses.ts';
import { type Limits, OTHER, type Remote } from './setting.ts';

export const BUCKET = 2_000_000n;
export const REFILL = 5_000n;
const MAX_AMOUNT = 1_000_000n;
const PLAY_LIMITS: Limits = { minAmount: 1n, maxAmount: MAX_AMOUNT, capacity: BUCKET, refillPerSecond: REFILL };
/** Every sender's initial balance in the canonical asset, wire units. */
const PURSE = 1_000n * MAX_AMOUNT;
/** Largest delivery fee, and every sender's initial coins for fees; smallest units of the native coin. */
const MAX_FEE = 1_000n;
const COINS = 10n ** 9n;

/** An honest remote, and a completely compromised one. */
export const PEER: Remote = { ...OTHER, domain: 555 };
export const EVIL: Remote = { ...OTHER, domain: 666 };

/** A committed message and its index in its batch. */
interface Order {
  readonly committed: Committed;
  readonly index: number;
  readonly message: Message;
}

/**
 * Acts on a bridge and on a model of its remote like users, an honest oracle and attackers. Every call that the
 * protocol allows must succeed, and every other call must be refused with the right reason.
 */
export class Players {
  readonly bridge: Bridge;
  readonly far: FarSide;
  /** Messages from this bridge to the remote, by nonce. */
  readonly sent: Message[] = [];
  /** The fate of the remote's messages on this bridge, by nonce. */
  readonly closed = new Map<bigint, 'executed' | 'cancelled'>();
  /** Wire units drawn from PEER's buckets on this bridge. */
  readonly drawn = { canonical: 0n, bridged: 0n };
  /** Failed payments that nobody has claimed. */
  readonly credits: Readonly<Record<Side, Credits>>;
  lockedToEvil = 0n;
  /** Delivery fees that were paid and not collected. */
  fees = 0n;
  collected = 0n;
  readonly isNative: boolean;
  takenByEvil = 0n;
  readonly start: bigint;
  now: bigint;
  readonly #senders: readonly Hex[];
  /** Refuses every payment. */
  readonly #refuser: Hex;
  /** Refuses the bridged token, where an account can. */
  readonly #picky: Hex;
  readonly #thief: Hex;
  readonly #treasury: Hex;
  readonly #committed: Committed[] = [];
  #evilNonce = 0n;
  readonly #random: Random;
  readonly #pauses: Pauses;
  #fee = 0n;
  readonly #buckets: Readonly<Record<Side, Bucket>>;
  readonly #farUsers: FarUsers;

  private constructor(bridge: Bridge, seed: number, now: bigint, asset: Asset) {
    this.bridge = bridge;
    this.isNative = asset === 'native';
    this.#random = new Random(seed);
    this.#pauses = new Pauses(bridge, PEER, this.#random);
    this.far = new FarSide(PEER.domain, PEER.bridge, bridge.here, bridge.word);
    this.credits = { canonical: new Credits(bridge, 'canonical'), bridged: new Credits(bridge, PEER.domain) };
    this.start = now;
    this.now = now;
    this.#buckets = { canonical: new Bucket(BUCKET, REFILL, now), bridged: new Bucket(BUCKET, REFILL, now) };
    this.#senders = ['alice', 'bob'].map((name) => bridge.under.account(name));
    this.#refuser = bridge.under.account('refuser');
    this.#picky = bridge.under.account('picky');
    this.#thief = bridge.under.account('thief');
    this.#treasury = bridge.under.account('treasury');
    const recipients = [...this.#senders, this.#refuser, this.#picky];
    this.#farUsers = new FarUsers(this.far, this.sent, recipients, this.#random, () => this.#amount());
  }

  /** Registers the remotes and prepares the accounts of the players. */
  static async meet(bridge: Bridge, seed: number, asset: Asset = 'native'): Promise<Players> {
    const players = new Players(bridge, seed, await bridge.under.time(), asset);
    await bridge.register(PEER, PLAY_LIMITS);
    await bridge.register(EVIL, PLAY_LIMITS);
    await players.#prepare();
    return players;
  }

  async #prepare(): Promise<void> {
    const { under, kind, unit } = this.bridge;
    for (const holder of [...this.#senders, this.#picky, this.#thief, this.#treasury])
      for (const currency of CURRENCIES) await under.prepare(currency, holder);
    for (const sender of this.#senders) {
      await under.give(sender, PURSE * unit);
      await under.giveCoins(sender, COINS);
    }
    await under.block('canonical', this.#refuser);
    if (kind.mintsCanFail) for (const holder of [this.#refuser, this.#picky]) await under.block(PEER.domain, holder);
  }

  /** One action of one player. */
  step(): Promise<void> {
    return this.#random.pick([
      () => this.#lock(),
      () => this.#lock(),
      () => this.#burn(),
      () => this.#farUsers.lock(),
      () => this.#farUsers.lock(),
      () => this.#farUsers.burn(),
      () => this.#commit(),
      () => this.#commit(),
      () => this.#execute(this.#anyOrder()),
      () => this.#execute(this.#anyOrder()),
      () => this.#execute(this.#anyOrder()),
      () => this.#cancel(this.#anyOrder()),
      ...(this.bridge.kind.packsOrders ? [() => this.#executeMany(this.#anyOrder())] : []),
      () => this.#farUsers.execute(),
      () => this.#farUsers.execute(),
      () => this.#farUsers.cancel(),
      () => this.#forge(this.#anyOrder()),
      () => this.#lockToEvil(),
      () => this.#evilRelease(),
      () => this.#claim(),
      () => this.#pauses.switchDirection(),
      () => this.#setFee(),
      () => this.#collectFees(),
      () => this.#pauses.switchRemote(),
      () => this.#pass(BigInt(1 + this.#random.below(1_000))),
    ])();
  }

  /** Ends every open order, as I7 demands once everything is live. Refunds create new orders. */
  async drain(): Promise<void> {
    await this.#pauses.end();
    for (const message of this.sent) if (!this.far.isClosed(message)) this.far.execute(message);
    while (this.#uncommitted() > 0) await this.#commit();
    for (const committed of this.#committed)
      for (const [index, message] of committed.messages.entries()) {
        if (this.closed.has(message.nonce)) continue;
        await this.#pass(1_000n);
        await this.#execute({ committed, index, message });
      }
  }

  get committedCount(): number {
    return this.far.sent.length - this.#uncommitted();
  }

  async #setFee(): Promise<void> {
    this.#fee = BigInt(this.#random.below(Number(MAX_FEE)));
    await this.bridge.run(this.bridge.setFee(PEER, this.#fee));
  }

  async #collectFees(): Promise<void> {
    const { bridge } = this;
    const before = await bridge.under.coins(this.#treasury);
    await bridge.run(bridge.collectFees(this.#treasury, PEER));
    assert.equal((await bridge.under.coins(this.#treasury)) - before, this.fees);
    this.collected += this.fees;
    this.fees = 0n;
  }

  async #lock(): Promise<void> {
    const by = this.#random.pick(this.#senders);
    const wireAmount = this.#amount();
    const message = { ...this.bridge.outbound(KIND.lock, this.#nonce, wireAmount, PEER), sender: by };
    await this.#send(this.bridge.lock({ wireAmount, by, to: PEER, fee: this.#fee }), message);
  }

  async #burn(): Promise<void> {
    const by = this.#random.pick(this.#senders);
    const balance = await this.bridge.bridgedBalance(by, PEER);
    if (balance === 0n) return;
    const wireAmount = 1n + (BigInt(this.#random.below(1_000_000)) % (balance < MAX_AMOUNT ? balance : MAX_AMOUNT));
    const message = { ...this.bridge.outbound(KIND.burn, this.#nonce, wireAmount, PEER), sender: by };
    await this.#send(this.bridge.burn({ wireAmount, by, to: PEER, fee: this.#fee }), message);
  }

  /** Sends an outbound call. It must emit `message`, or be refused because outbound or the remote is paused. */
  async #send(call: Call, message: Message): Promise<void> {
    const pause = this.#pauses.ofSending ?? this.#pauses.ofRemote;
    if (pause !== undefined) return this.bridge.refuses(call, pause);
    await this.bridge.emits(call, message.kind === KIND.lock ? 'TokensLocked' : 'TokensBurned', messageFields(message));
    this.sent.push(message);
    this.fees += this.#fee;
  }

  get #nonce(): bigint {
    return BigInt(this.sent.length);
  }

  /** Commits a batch of the remote's messages. */
  async #commit(): Promise<void> {
    const open = this.#uncommitted();
    if (open === 0) return;
    const first = this.far.sent.length - open;
    const messages = this.far.sent.slice(first, first + 1 + this.#random.below(Math.min(open, 8)));
    const committed = batchOf(messages, BigInt(first));
    await this.bridge.run(this.bridge.commitRoot(intervalOf(committed, PEER)));
    this.#committed.push(committed);
  }

  #uncommitted(): number {
    const committed = this.#committed.reduce((sum, { batch }) => sum + batch.count, 0);
    return this.far.sent.length - committed;
  }

  #callOf({ committed, index, message }: Order): Call<'mintTokens'> | Call<'releaseTokens'> {
    return this.#sideOf(message) === 'canonical'
      ? this.bridge.release(committed, index)
      : this.bridge.mint(committed, index, PEER);
  }

  /** The remote's bucket that executing `message` on this bridge draws on. */
  #sideOf({ assetHome }: Message): Side {
    return assetHome === this.bridge.here ? 'canonical' : 'bridged';
  }

  /** Executes an order. A closed one must be refused as closed, an open one only while it has to wait. */
  async #execute(order: Order | undefined): Promise<void> {
    if (order === undefined) return;
    const { message } = order;
    const call = this.#callOf(order);
    const refusal = this.#refusalOf(message);
    if (refusal !== undefined) return this.bridge.refuses(call, refusal);
    assert.deepEqual(await this.bridge.run(call), [this.#executed(message)]);
  }

  /** Notes that `message` is executed. Returns the event that says so. */
  #executed(message: Message): Event {
    const side = this.#sideOf(message);
    const credited = this.#unpayable(side).includes(message.recipient);
    this.closed.set(message.nonce, 'executed');
    this.drawn[side] += message.wireAmount;
    this.#buckets[side].draw(message.wireAmount, this.now);
    if (credited) this.credits[side].add(message.recipient, message.wireAmount);
    const name = side === 'canonical' ? 'TokensReleased' : 'TokensMinted';
    return { name, fields: { ...executionFields(message), credited } };
  }

  #unpayable(side: Side): readonly Hex[] {
    if (side === 'canonical') return [this.#refuser];
    return this.bridge.kind.mintsCanFail ? [this.#refuser, this.#picky] : [];
  }

  /** The reason why executing `message` must be refused now; undefined when it must succeed. */
  #refusalOf(message: Message): string | undefined {
    return this.#pauses.ofExecuting ?? this.#closedAs(message) ?? this.#limited(message);
  }

  #limited(message: Message): string | undefined {
    const level = this.#buckets[this.#sideOf(message)].level(this.now);
    return level < message.wireAmount ? 'RateLimited' : undefined;
  }

  #closedAs({ nonce }: Message): string | undefined {
    const closed = this.closed.get(nonce);
    return closed && (closed === 'executed' ? 'AlreadyExecuted' : 'AlreadyCancelled');
  }

  async #cancel(order: Order | undefined): Promise<void> {
    if (order === undefined) return;
    const { committed, index, message } = order;
    const call = this.bridge.cancel(committed, index);
    const refusal = message.kind === KIND.cancel ? 'InvalidKind' : this.#closedAs(message);
    if (refusal !== undefined) return this.bridge.refuses(call, refusal);
    assert.deepEqual(await this.bridge.run(call), [this.#cancelled(message)]);
  }

  /** Notes that `message` is cancelled. Returns the event that says so. */
  #cancelled(message: Message): Event {
    const cancel = cancelOf(message, this.#nonce);
    this.sent.push(cancel);
    this.closed.set(message.nonce, 'cancelled');
    return { name: 'OrderCancelled', fields: messageFields(cancel) };
  }

  /** Executes and cancels consecutive orders from `order` on in one call. What its own function refuses is skipped. */
  async #executeMany(order: Order | undefined): Promise<void> {
    if (order === undefined) return;
    const { committed, index } = order;
    const messages = committed.messages.slice(index, index + 1 + this.#random.below(6));
    const uses = messages.map((message): ProofFor => {
      const cancels = message.kind !== KIND.cancel && this.#random.below(4) === 0;
      return cancels ? 'cancelOrder' : executionOf(message);
    });
    const call = executeMany(committed, index, uses);
    const pays = messages.some((message, at) => uses[at] !== 'cancelOrder' && this.#closedAs(message) === undefined);
    const pause = pays ? this.#pauses.ofExecuting : undefined;
    if (pause !== undefined) return this.bridge.refuses(call, pause);
    const expected = messages.map((message, at): Event => {
      const cancels = uses[at] === 'cancelOrder';
      const reason = this.#closedAs(message) ?? (cancels ? undefined : this.#limited(message));
      if (reason !== undefined) return { name: 'OrderSkipped', fields: { messageId: messageIdOf(message), reason } };
      return cancels ? this.#cancelled(message) : this.#executed(message);
    });
    assert.deepEqual(sorted(await this.bridge.run(call)), sorted(expected));
  }

  /** I3: the right call with one wrong argument, or one wrong bit in its proof. */
  async #forge(order: Order | undefined): Promise<void> {
    if (order === undefined) return;
    const call = this.#callOf(order);
    const { orderId, proof } = call.args;
    const forged: Partial<Call<'mintTokens'>['args']>[] = [
      { orderId: flipBit(orderId, this.#random.below(256)) },
      { proof: flipBit(proof, this.#random.below((proof.length - 2) * 4)) },
      { recipient: this.#thief },
    ];
    if ('amount' in call.args) forged.push({ amount: call.args.amount + 1n + BigInt(this.#random.below(1_000)) });
    await this.bridge.refusesAny(withArgs(call as Call<'mintTokens'>, this.#random.pick(forged)));
  }

  async #lockToEvil(): Promise<void> {
    const wireAmount = this.#amount();
    const call = this.bridge.lock({ wireAmount, by: this.#senders[0] as Hex, to: EVIL });
    if (this.#pauses.ofSending !== undefined) return this.bridge.refuses(call, this.#pauses.ofSending);
    await this.bridge.run(call);
    this.lockedToEvil += wireAmount;
  }

  /** The compromised remote commits any message, and takes as much as it can. */
  async #evilRelease(): Promise<void> {
    const { bridge } = this;
    const wireAmount = this.#amount();
    const nonce = this.#evilNonce++;
    const message = bridge.inbound(KIND.burn, { recipient: this.#thief, wireAmount, nonce }, EVIL);
    const outcome = await bridge.under.send(bridge.release(await bridge.commitAs([message], nonce, EVIL), 0));
    if (!('events' in outcome)) return;
    const [event] = outcome.events;
    if (event?.name === 'TokensReleased' && event.fields.credited) this.credits.canonical.add(this.#thief, wireAmount);
    this.takenByEvil += wireAmount;
  }

  async #claim(): Promise<void> {
    const creditor = this.#random.pick([...this.#senders, this.#refuser, this.#picky, this.#thief]);
    const { bridge, credits } = this;
    await credits.canonical.claim(creditor, this.#treasury, bridge.unit);
    if (bridge.kind.mintsCanFail) await credits.bridged.claim(creditor, this.#treasury, bridge.unitOf(PEER));
  }

  async #pass(seconds: bigint): Promise<void> {
    await this.bridge.under.pass(seconds);
    this.now += seconds;
  }

  #anyOrder(): Order | undefined {
    if (this.#committed.length === 0) return undefined;
    const committed = this.#random.pick(this.#committed);
    const index = this.#random.below(committed.messages.length);
    return { committed, index, message: committed.messages[index] as Message };
  }

  /** Small amounts and ones near the limit. */
  #amount(): bigint {
    return 1n + BigInt(this.#random.below(this.#random.below(2) === 0 ? 1_000 : Number(MAX_AMOUNT)));
  }
}

const CURRENCIES: readonly Currency[] = ['canonical', PEER.domain];

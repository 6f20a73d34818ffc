import assert from 'node:assert/strict';
import { buildBatch, cancelOf, type Hex, KIND, type Message, messageIdOf } from '@causeway/protocol';
import { Bucket } from '../../../test-support/bucket.ts';
import { flipBit } from '../../../test-support/bytes.ts';
import { FarSide } from '../../../test-support/far-side.ts';
import { Random } from '../../../test-support/random.ts';
import { type Address, addressOf, wordOf } from './addresses.ts';
import { type Bridge, intervalOf, messageFields } from './bridge.ts';
import { type Call, withArgs } from './call.ts';
import { type Committed, type Side, unitOf } from './calls.ts';
import { keyOf } from './keys.ts';
import { claim, refuseDeposits, refuseResource } from './recipients.ts';
import { GUARDIAN, HERE, type Limits, OTHER, REMOTE, type Remote, THERE, USER } from './setting.ts';
import { transfer } from './tokens.ts';

export const BUCKET = 2_000_000n;
export const REFILL = 5_000n;
const MAX_AMOUNT = 1_000_000n;
export const PLAY_LIMITS: Limits = { minAmount: 1n, maxAmount: MAX_AMOUNT, capacity: BUCKET, refillPerSecond: REFILL };
/** A completely compromised remote. */
export const EVIL: Remote = { ...OTHER, domain: 666 };
/** Every actor's initial balance in the canonical asset, wire units. */
const PURSE = 1_000n * MAX_AMOUNT;

const THIEF = keyOf('thief');
const TREASURY = keyOf('treasury');
/** The third refuses every deposit, the fourth refuses the bridged token. */
export const ACTORS = ['alice', 'bob', 'refuser', 'picky'].map(keyOf);
const [, , REFUSER, PICKY] = ACTORS as [Address, Address, Address, Address];

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
  /** Amounts drawn from REMOTE's buckets on this bridge. */
  readonly drawn = { canonical: 0n, bridged: 0n };
  lockedToEvil = 0n;
  takenByEvil = 0n;
  readonly start: bigint;
  readonly #committed: Committed[] = [];
  readonly #token: Address;
  #evilNonce = 0n;
  readonly #random: Random;
  #paused = { inbound: false, outbound: false };
  readonly #buckets: Readonly<Record<Side, Bucket>>;

  constructor(bridge: Bridge, seed: number) {
    this.bridge = bridge;
    this.#random = new Random(seed);
    this.far = new FarSide(REMOTE.domain, REMOTE.bridge, HERE, bridge.word);
    const { chain } = bridge;
    this.start = chain.time;
    this.#buckets = {
      canonical: new Bucket(BUCKET, REFILL, this.start),
      bridged: new Bucket(BUCKET, REFILL, this.start),
    };
    bridge.register(REMOTE, PLAY_LIMITS);
    bridge.register(EVIL, PLAY_LIMITS);
    this.#token = bridge.tokenOf(REMOTE);
    for (const actor of ACTORS) transfer(chain, USER, actor, bridge.canonical, PURSE * bridge.unit);
    refuseDeposits(chain, REFUSER);
    refuseResource(chain, PICKY, this.#token);
  }

  /** One action of one player. */
  step(): void {
    this.#random.pick([
      () => this.lock(),
      () => this.lock(),
      () => this.burn(),
      () => this.#farLock(),
      () => this.#farLock(),
      () => this.#farBurn(),
      () => this.commit(),
      () => this.commit(),
      () => this.#execute(this.#anyOrder()),
      () => this.#execute(this.#anyOrder()),
      () => this.#execute(this.#anyOrder()),
      () => this.#cancel(this.#anyOrder()),
      () => this.#farExecute(),
      () => this.#farExecute(),
      () => this.#farCancel(),
      () => this.#forge(this.#anyOrder()),
      () => this.#lockToEvil(),
      () => this.#evilRelease(),
      () => this.#claim(),
      () => this.#pause(),
      () => this.#pass(BigInt(1 + this.#random.below(1_000))),
    ])();
  }

  /** Ends every open order, as I7 demands once everything is live. Refunds create new orders. */
  drain(): void {
    const { calls } = this.bridge;
    this.bridge.run(calls.pause('unpause_inbound'), calls.pause('unpause_outbound'));
    this.#paused = { inbound: false, outbound: false };
    for (const message of this.sent) if (!this.far.isClosed(message)) this.far.execute(message);
    while (this.#uncommitted() > 0) this.commit();
    for (const committed of this.#committed)
      for (const [index, message] of committed.messages.entries()) {
        if (this.closed.has(message.nonce)) continue;
        this.#pass(1_000n);
        this.#execute({ committed, index, message });
      }
  }

  lock(): void {
    const sender = this.#random.pick(ACTORS);
    const wireAmount = this.#amount();
    const { bridge } = this;
    this.#send(bridge.calls.lock({ amount: wireAmount * bridge.unit, sender }), {
      ...bridge.outbound(KIND.lock, this.#nonce, wireAmount),
      sender: wordOf(sender),
    });
  }

  burn(): void {
    const { bridge } = this;
    const sender = this.#random.pick(ACTORS);
    const balance = bridge.bridgedBalance(sender);
    if (balance === 0n) return;
    const wireAmount = 1n + (BigInt(this.#random.below(1_000_000)) % (balance < MAX_AMOUNT ? balance : MAX_AMOUNT));
    this.#send(bridge.calls.burn({ amount: wireAmount * unitOf(REMOTE), sender }), {
      ...bridge.outbound(KIND.burn, this.#nonce, wireAmount),
      sender: wordOf(sender),
    });
  }

  /** Commits a batch of the remote's messages. */
  commit(): void {
    const open = this.#uncommitted();
    if (open === 0) return;
    const first = this.far.sent.length - open;
    const messages = this.far.sent.slice(first, first + 1 + this.#random.below(Math.min(open, 8)));
    const committed = { messages, batch: buildBatch(BigInt(first), messages.map(messageIdOf)) };
    this.bridge.run(this.bridge.calls.commitRoot(intervalOf(committed)));
    this.#committed.push(committed);
  }

  get committedCount(): number {
    return this.far.sent.length - this.#uncommitted();
  }

  #uncommitted(): number {
    const committed = this.#committed.reduce((sum, { batch }) => sum + batch.count, 0);
    return this.far.sent.length - committed;
  }

  get #nonce(): bigint {
    return BigInt(this.sent.length);
  }

  /** Sends an outbound call. It must emit `message`, or be refused because outbound is paused. */
  #send(call: Call, message: Message): void {
    if (this.#paused.outbound) {
      this.bridge.refuse(call, 'OutboundPaused');
      return;
    }
    const [event] = this.bridge.run(call).emitted;
    assert.deepEqual(event?.data, messageFields(message));
    this.sent.push(message);
  }

  #callOf({ committed, index, message }: Order): Call {
    const { calls } = this.bridge;
    return message.assetHome === HERE ? calls.release(committed, index) : calls.mint(committed, index);
  }

  /** Executes an order. A closed one must be refused as closed, an open one only while it has to wait. */
  #execute(order: Order | undefined): void {
    if (order === undefined) return;
    const { bridge } = this;
    const { message } = order;
    const call = this.#callOf(order);
    const refusal = this.#refusalOf(message);
    if (refusal !== undefined) {
      bridge.refuse(call, refusal);
      return;
    }
    const { recipient, wireAmount, reference } = message;
    const unpayable = call.name === 'release_tokens' ? [REFUSER] : [REFUSER, PICKY];
    const credited = unpayable.includes(addressOf(recipient));
    const { emitted } = bridge.run(call);
    assert.deepEqual(emitted[0]?.data, { messageId: messageIdOf(message), recipient, wireAmount, reference, credited });
    this.closed.set(message.nonce, 'executed');
    const side = sideOf(message);
    this.drawn[side] += wireAmount;
    this.#buckets[side].draw(wireAmount, bridge.chain.time);
  }

  /** The reason why executing `message` must be refused now; undefined when it must succeed. */
  #refusalOf(message: Message): string | undefined {
    if (this.#paused.inbound) return 'InboundPaused';
    const closed = this.closed.get(message.nonce);
    if (closed !== undefined) return closed === 'executed' ? 'AlreadyExecuted' : 'AlreadyCancelled';
    const level = this.#buckets[sideOf(message)].level(this.bridge.chain.time);
    return level < message.wireAmount ? 'RateLimited' : undefined;
  }

  #cancel(order: Order | undefined): void {
    if (order === undefined) return;
    const { bridge } = this;
    const { committed, index, message } = order;
    const call = bridge.calls.cancel(committed, index);
    const closed = this.closed.get(message.nonce);
    if (message.kind === KIND.cancel) bridge.refuse(call, 'InvalidKind');
    else if (closed !== undefined) bridge.refuse(call, closed === 'executed' ? 'AlreadyExecuted' : 'AlreadyCancelled');
    else {
      const cancel = cancelOf(message, this.#nonce);
      assert.deepEqual(bridge.run(call).emitted[0]?.data, messageFields(cancel));
      this.sent.push(cancel);
      this.closed.set(message.nonce, 'cancelled');
    }
  }

  /** I3: the right call with one wrong argument, or one wrong bit in its proof. */
  #forge(order: Order | undefined): void {
    if (order === undefined) return;
    const call = this.#callOf(order);
    const { orderId, proof, amount } = call.args as { orderId: Hex; proof: Hex; amount?: bigint };
    const bit = this.#random.below((proof.length - 2) * 4);
    const forged = this.#random.pick([
      { orderId: flipBit(orderId, this.#random.below(256)) },
      { proof: flipBit(proof, bit) },
      { recipient: THIEF },
      ...(amount === undefined ? [] : [{ amount: amount + 1n + BigInt(this.#random.below(1_000)) }]),
    ]);
    this.bridge.refuseAny(withArgs(call, forged));
  }

  #farLock(): void {
    this.far.lock({ ...this.#farFields(), wireAmount: this.#amount() });
  }

  #farBurn(): void {
    const { supply } = this.far;
    if (supply === 0n) return;
    this.far.burn({ ...this.#farFields(), wireAmount: 1n + (this.#amount() % supply) });
  }

  #farFields(): Pick<Message, 'sender' | 'recipient' | 'reference'> {
    const reference: Hex = `0x${this.#random
      .below(2 ** 32)
      .toString(16)
      .padStart(64, '0')}`;
    return { sender: THERE, recipient: wordOf(this.#random.pick(ACTORS)), reference };
  }

  #farOpen(): Message | undefined {
    const open = this.sent.filter((message) => !this.far.isClosed(message));
    return open.length === 0 ? undefined : this.#random.pick(open);
  }

  #farExecute(): void {
    const message = this.#farOpen();
    if (message !== undefined) this.far.execute(message);
  }

  #farCancel(): void {
    const message = this.#farOpen();
    if (message !== undefined && message.kind !== KIND.cancel) this.far.cancel(message);
  }

  #lockToEvil(): void {
    const { bridge } = this;
    const [sender] = ACTORS as [Address];
    const wireAmount = this.#amount();
    const call = bridge.calls.lock({ amount: wireAmount * bridge.unit, sender, to: EVIL });
    if (this.#paused.outbound) {
      bridge.refuse(call, 'OutboundPaused');
      return;
    }
    bridge.run(call);
    this.lockedToEvil += wireAmount;
  }

  /** The compromised remote commits any message, and takes as much as it can. */
  #evilRelease(): void {
    const { bridge } = this;
    const recipient = wordOf(THIEF);
    const wireAmount = this.#amount();
    const message = { ...bridge.inbound(KIND.burn, { recipient, wireAmount }, EVIL), nonce: this.#evilNonce++ };
    const call = bridge.calls.release(bridge.commitAs([message], message.nonce, EVIL), 0);
    if (bridge.succeeds(call)) this.takenByEvil += wireAmount;
  }

  #claim(): void {
    const { bridge } = this;
    const { chain, canonical } = bridge;
    const creditor = this.#random.pick([...ACTORS, THIEF]);
    for (const resource of [canonical, this.#token]) {
      const credit = bridge.credit(creditor, resource);
      const before = chain.balance(TREASURY, resource);
      // Claiming one unit more than the credit fails; claiming all of it succeeds.
      assert.notEqual(claim(bridge, creditor, resource, credit + 1n, TREASURY).error, undefined);
      if (credit === 0n) continue;
      assert.equal(claim(bridge, creditor, resource, credit, TREASURY).error, undefined);
      assert.equal(chain.balance(TREASURY, resource) - before, credit);
    }
  }

  #pause(): void {
    const direction = this.#random.pick(['inbound', 'outbound'] as const);
    const on = this.#random.below(3) === 0;
    const name = `${on ? 'pause' : 'unpause'}_${direction}` as const;
    this.bridge.run(this.bridge.calls.pause(name, on ? GUARDIAN : undefined));
    this.#paused[direction] = on;
  }

  #pass(seconds: bigint): void {
    this.bridge.chain.setTime(this.bridge.chain.time + seconds);
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

/** The remote's bucket that executing `message` on this bridge draws on. */
const sideOf = ({ assetHome }: Message): Side => (assetHome === HERE ? 'canonical' : 'bridged');

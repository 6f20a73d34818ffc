import assert from 'node:assert/strict';
import { buildBatch, cancelOf, type Hex, KIND, type Message, messageIdOf } from '@causeway/protocol';
import type { Address } from '@solana/kit';
import { Bucket } from '../../../test-support/bucket.ts';
import { flipBit } from '../../../test-support/bytes.ts';
import { FarSide } from '../../../test-support/far-side.ts';
import { Random } from '../../../test-support/random.ts';
import { addressOf, tokenAccountOf, wordOf } from './addresses.ts';
import { type Bridge, intervalOf, messageFields } from './bridge.ts';
import { type Call, instructionOf, withArgs } from './call.ts';
import type { Committed } from './calls.ts';
import { keyOf } from './keys.ts';
import { GUARDIAN, HERE, type Limits, OTHER, REMOTE, type Remote, THERE } from './setting.ts';
import { tokenBalance } from './tokens.ts';

export const BUCKET = 2_000_000n;
export const REFILL = 5_000n;
const MAX_AMOUNT = 1_000_000n;
export const PLAY_LIMITS: Limits = { minAmount: 1n, maxAmount: MAX_AMOUNT, capacity: BUCKET, refillPerSecond: REFILL };
/** A completely compromised remote. */
export const EVIL: Remote = { ...OTHER, domain: 666 };

const THIEF = keyOf('thief');
const TREASURY = keyOf('treasury');
/** The third has no token account, the fourth has frozen ones, and the fifth is executable. */
export const ACTORS = ['alice', 'bob', 'carol', 'frozen', 'executable'].map(keyOf);
const [, , BARE, FROZEN, EXECUTABLE] = ACTORS as [Address, Address, Address, Address, Address];

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
  readonly #mint: Address;
  #evilNonce = 0n;
  readonly #random: Random;
  #paused = { inbound: false, outbound: false };
  readonly #buckets: Readonly<Record<'canonical' | 'bridged', Bucket>>;

  constructor(bridge: Bridge, seed: number) {
    this.bridge = bridge;
    this.#random = new Random(seed);
    this.#mint = bridge.calls.mintOf(REMOTE);
    this.far = new FarSide(REMOTE.domain, REMOTE.bridge, HERE, bridge.word);
    this.start = bridge.chain.time;
    this.#buckets = {
      canonical: new Bucket(BUCKET, REFILL, this.start),
      bridged: new Bucket(BUCKET, REFILL, this.start),
    };
    const { chain } = bridge;
    bridge.register(REMOTE, PLAY_LIMITS);
    bridge.register(EVIL, PLAY_LIMITS);
    for (const actor of ACTORS) {
      if (actor !== EXECUTABLE) bridge.fund(actor);
      for (const mint of [this.#mint, bridge.asset.mint])
        if (mint !== undefined && actor !== BARE) bridge.giveTokens(actor, 0n, mint, actor === FROZEN);
    }
    chain.put(EXECUTABLE, chain.account(bridge.program));
    bridge.fund(TREASURY);
    for (const mint of [this.#mint, bridge.asset.mint]) if (mint !== undefined) bridge.giveTokens(TREASURY, 0n, mint);
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
      () => this.#pass(BigInt(this.#random.below(1_000))),
    ])();
  }

  /** Ends every open order, as I7 demands once everything is live. Refunds create new orders. */
  drain(): void {
    for (const direction of ['Inbound', 'Outbound'] as const)
      this.bridge.run(this.bridge.calls.pause(`unpause${direction}`));
    this.#paused = { inbound: false, outbound: false };
    for (const message of this.sent) if (!this.far.isClosed(message)) this.far.execute(message);
    while (this.#uncommitted() > 0) this.commit();
    for (const committed of this.#committed)
      for (const [index, message] of committed.messages.entries()) {
        this.#pass(100_000n);
        if (!this.closed.has(message.nonce)) this.#execute({ committed, index, message });
      }
  }

  lock(): void {
    const { bridge } = this;
    const sender = this.#random.pick(ACTORS.filter((actor) => actor !== FROZEN && actor !== EXECUTABLE));
    const wireAmount = this.#amount();
    const amount = wireAmount * bridge.unit;
    if (bridge.asset.mint !== undefined) bridge.giveTokens(sender, amount);
    this.#send(bridge.calls.lock({ amount, sender }), {
      ...bridge.outbound(KIND.lock, this.#nonce, wireAmount),
      sender: wordOf(sender),
    });
    if (bridge.asset.mint !== undefined && sender === BARE)
      bridge.chain.put(tokenAccountOf(bridge.asset.mint, BARE), undefined);
  }

  burn(): void {
    const { bridge } = this;
    const sender = this.#random.pick(ACTORS.filter((actor) => actor !== FROZEN));
    const balance = tokenBalance(bridge.chain, tokenAccountOf(this.#mint, sender));
    if (balance === 0n) return;
    const amount = 1n + (BigInt(this.#random.below(1_000_000)) % (balance < MAX_AMOUNT ? balance : MAX_AMOUNT));
    this.#send(bridge.calls.burn({ amount, sender }), {
      ...bridge.outbound(KIND.burn, this.#nonce, amount),
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
    const [event] = this.bridge.run(call).events;
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
    const { data } = bridge.run(call).events[0] ?? assert.fail('no event');
    const recipient = addressOf(message.recipient);
    const unpayable = call.name === 'releaseTokens' && bridge.asset.mint === undefined ? [EXECUTABLE] : [BARE, FROZEN];
    const { wireAmount, reference } = message;
    const credited = unpayable.includes(recipient);
    assert.deepEqual(data, { messageId: messageIdOf(message), recipient, wireAmount, reference, credited });
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
    if (message.kind === KIND.cancel) {
      bridge.refuse(call, 'InvalidKind');
      return;
    }
    const closed = this.closed.get(message.nonce);
    if (closed !== undefined) {
      bridge.refuse(call, closed === 'executed' ? 'AlreadyExecuted' : 'AlreadyCancelled');
      return;
    }
    const cancel = cancelOf(message, this.#nonce);
    assert.deepEqual(bridge.run(call).events[0]?.data, messageFields(cancel));
    this.sent.push(cancel);
    this.closed.set(message.nonce, 'cancelled');
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
    const amount = wireAmount * bridge.unit;
    if (bridge.asset.mint !== undefined) bridge.giveTokens(sender, amount);
    const call = bridge.calls.lock({ amount, sender, to: EVIL });
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
    const call = bridge.calls.release(bridge.commitAs([message], message.nonce, EVIL), 0, EVIL);
    if (bridge.chain.send([instructionOf(bridge.program, call)]).error === undefined) this.takenByEvil += wireAmount;
  }

  #claim(): void {
    const { bridge } = this;
    const { chain, calls, asset } = bridge;
    const creditor = this.#random.pick([...ACTORS, THIEF]);
    for (const remote of [undefined, REMOTE]) {
      const mint = remote === undefined ? asset.mint : this.#mint;
      const credit = bridge.credit(creditor, mint);
      const to = mint === undefined ? TREASURY : tokenAccountOf(mint, TREASURY);
      const call = calls.claim(creditor, to, remote);
      if (credit === 0n) {
        bridge.refuse(call, 'NothingToClaim');
        continue;
      }
      const balance = () => (mint === undefined ? chain.lamports(to) : tokenBalance(chain, to));
      const before = balance();
      bridge.run(call);
      assert.equal(balance() - before, credit);
    }
  }

  #pause(): void {
    const direction = this.#random.pick(['inbound', 'outbound'] as const);
    const on = this.#random.below(3) === 0;
    const name = `${on ? 'pause' : 'unpause'}${direction === 'inbound' ? 'Inbound' : 'Outbound'}` as const;
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
const sideOf = ({ assetHome }: Message): 'canonical' | 'bridged' => (assetHome === HERE ? 'canonical' : 'bridged');

import assert from 'node:assert/strict';
import {
  type Domain,
  encodeTerms,
  FALLBACK,
  type Hex,
  KIND,
  keccak256,
  TERMS_VERSION,
  type Terms,
  termsIdOf,
  ZERO_32,
} from '@causeway/protocol';
import { Bridge, deployed } from './bridge.ts';
import type { Asset, MaybePromise } from './bridge-under-test.ts';
import { Sending } from './sending.ts';
import { REMOTE, THERE } from './setting.ts';
import type {
  SettlerCall,
  SettlerEvent,
  SettlerEventName,
  SettlerEvents,
  SettlerKind,
  SettlerOutcome,
  SettlerUnderTest,
  SwapAsset,
  SwapState,
} from './settler-under-test.ts';

/** Wire units of assetIn in the terms of tests. */
export const WIRE_IN = 200_000n;
/** Wire units of their finishFee. */
export const WIRE_FEE = 4_000n;
/** A little, wire units: what an account may hold also where accounts have a smallest balance. */
export const LITTLE = 1_000n;
/** Local units of assetOut in the terms of tests. */
export const QUOTED = 2_000_003n;
export const LEAST = 1_900_000n;
/** The solver's own time, and the time until the deadline; seconds. */
export const EXCLUSIVE = 600n;
export const OPEN = 1_207n;
/** What every solver has of assetOut. */
const PURSE = 1_000n * QUOTED;

/** A swap of a test. */
export interface Swap {
  readonly terms: Terms;
  readonly encoded: Hex;
  readonly id: Hex;
}

/** What comes to a vault: a bridge delivery of `wireAmount`, by default what the terms ask for. */
export interface Delivery {
  readonly asset?: 'canonical' | 'bridged';
  readonly wireAmount?: bigint;
}

/** Terms that return home by the lane to REMOTE. */
export const HOME: Partial<Terms> = { fallback: FALLBACK.home, home: REMOTE.domain, homeAddress: THERE };

export const swapOf = (terms: Terms): Swap => {
  const encoded = encodeTerms(terms);
  return { terms, encoded, id: termsIdOf(encoded) };
};

/** The terms of a swap with a byte too few, and with one too many. */
export const otherLengths = ({ encoded }: Swap): readonly Hex[] => [encoded.slice(0, -2) as Hex, `${encoded}00`];

/** A settler of one kind with honest calls and the assertions of its suites. */
export class Settler extends Sending<SettlerCall, SettlerEvent> {
  readonly kind: SettlerKind;
  readonly bridge: Bridge;
  #deployed: SettlerUnderTest | undefined;
  #salts = 0;

  constructor(kind: SettlerKind) {
    super();
    this.kind = kind;
    this.bridge = new Bridge(kind.bridge);
  }

  get under(): SettlerUnderTest {
    assert(this.#deployed !== undefined, 'a settler is there only in tests and their hooks');
    return this.#deployed;
  }

  set under(deployed: SettlerUnderTest) {
    this.#deployed = deployed;
    this.bridge.under = deployed.bridge;
  }

  protected send(call: SettlerCall): MaybePromise<SettlerOutcome> {
    return this.under.send(call);
  }

  account(name: string): Hex {
    return this.bridge.under.account(name);
  }

  /** The recipient of every swap. */
  get recipient(): Hex {
    return this.account('recipient');
  }

  /** The solver of every swap's terms. */
  get solver(): Hex {
    return this.account('solver');
  }

  /** Has what a solver has, and no role. */
  get stranger(): Hex {
    return this.account('stranger');
  }

  /** Local units per wire unit of an asset that the bridge delivers. */
  unitOf(asset: 'canonical' | 'bridged'): bigint {
    return asset === 'canonical' ? this.bridge.unit : this.bridge.unitOf(REMOTE);
  }

  /** Gives solver and stranger what swaps ask for, and all accounts what they need to be paid; once. */
  async prepare(): Promise<void> {
    if (prepared.has(this.under)) return;
    prepared.add(this.under);
    for (const account of [this.solver, this.stranger]) {
      await this.under.give('wanted', account, PURSE);
      await this.under.give('native', account, PURSE);
    }
    for (const account of [this.recipient, this.solver, this.stranger, this.account('elsewhere')])
      for (const asset of ['canonical', 'bridged', 'wanted', 'native'] as const)
        await this.under.give(asset, account, 1n);
    await this.under.checkpoint();
  }

  /** A new swap of `assetIn` for `assetOut`. Its time starts now. */
  async swap(
    fields: Partial<Terms> = {},
    assetIn: 'canonical' | 'bridged' = 'bridged',
    assetOut: SwapAsset = 'wanted',
  ): Promise<Swap> {
    const now = await this.bridge.under.time();
    const unit = this.unitOf(assetIn);
    return swapOf({
      version: TERMS_VERSION,
      domain: this.bridge.here,
      settler: this.under.word,
      assetIn: this.under.asset(assetIn),
      amountIn: WIRE_IN * unit,
      assetOut: this.under.asset(assetOut),
      quotedOut: QUOTED,
      minOut: LEAST,
      recipient: this.recipient,
      solver: this.solver,
      exclusiveUntil: now + EXCLUSIVE,
      deadline: now + OPEN,
      fallback: FALLBACK.token,
      home: 0,
      homeAddress: ZERO_32,
      finishFee: WIRE_FEE * unit,
      salt: keccak256(`0x${(this.#salts++).toString(16).padStart(8, '0')}`),
      ...fields,
    });
  }

  // Calls.

  fill({ encoded: terms }: Swap, by = this.solver, maxOut = QUOTED, offer = maxOut): SettlerCall<'fill'> {
    return { name: 'fill', args: { terms, maxOut, offer }, by };
  }

  settle({ encoded: terms }: Swap, by = this.stranger): SettlerCall<'settle'> {
    return { name: 'settle', args: { terms }, by };
  }

  settleLess({ encoded: terms }: Swap, least: bigint, by = this.solver): SettlerCall<'settleLess'> {
    return { name: 'settleLess', args: { terms, least }, by };
  }

  fillAndSettle(
    { encoded: terms }: Swap,
    by = this.solver,
    maxOut = QUOTED,
    offer = maxOut,
  ): SettlerCall<'fillAndSettle'> {
    return { name: 'fillAndSettle', args: { terms, maxOut, offer }, by };
  }

  giveBack({ encoded: terms }: Swap, fee = 0n, by = this.stranger): SettlerCall<'giveBack'> {
    return { name: 'giveBack', args: { terms, fee }, by };
  }

  withdraw(
    { encoded: terms, terms: { assetIn } }: Swap,
    { by = this.recipient, to = this.recipient, asset = assetIn }: { by?: Hex; to?: Hex; asset?: Hex } = {},
  ): SettlerCall<'withdraw'> {
    return { name: 'withdraw', args: { terms, asset, to }, by };
  }

  sweep({ encoded: terms, terms: { assetIn } }: Swap, asset = assetIn, by = this.stranger): SettlerCall<'sweep'> {
    return { name: 'sweep', args: { terms, asset }, by };
  }

  collect({ encoded: terms }: Swap, by = this.stranger): SettlerCall<'collect'> {
    return { name: 'collect', args: { terms }, by };
  }

  // Time and deliveries.

  /** Lets time pass until `time`. */
  async until(time: bigint): Promise<void> {
    await this.bridge.under.pass(time - (await this.bridge.under.time()));
  }

  /** The bridge delivers to the vault of the swap, under the swap's id. */
  async deliver({ id }: Swap, { asset = 'bridged', wireAmount = WIRE_IN }: Delivery = {}): Promise<void> {
    const { bridge } = this;
    const recipient = await this.under.vaultOf(id);
    // Enough for the releases of a test.
    if (asset === 'canonical' && (await bridge.outstanding()) < wireAmount) {
      const fee = await bridge.under.fee(REMOTE.domain);
      await bridge.run(bridge.lock({ wireAmount: 2n * WIRE_IN, fee }));
    }
    const kind = asset === 'canonical' ? KIND.burn : KIND.lock;
    const committed = await bridge.commit([bridge.inbound(kind, { recipient, wireAmount, reference: id })]);
    await bridge.run(asset === 'canonical' ? bridge.release(committed, 0) : bridge.mint(committed, 0));
    await this.under.delivered(committed, 0);
  }

  // Assertions.

  /** Sends a call that must succeed and emit only this event of the settler. */
  async emits<Name extends SettlerEventName>(
    call: SettlerCall,
    name: Name,
    fields: SettlerEvents[Name],
  ): Promise<void> {
    assert.deepEqual(await this.run(call), [{ name, fields }]);
  }

  async assertState({ id }: Swap, state: SwapState, solver: Hex | null = null): Promise<void> {
    assert.deepEqual(await this.under.swap(id), { state, solver });
  }

  async assertHeld({ id }: Swap, amount: bigint, asset: SwapAsset = 'bridged'): Promise<void> {
    assert.equal(await this.under.held(asset, id), amount);
  }

  /** Runs `act`, which must change the balances of these accounts by these amounts, and leave the settler nothing. */
  async moves(act: () => Promise<unknown>, changes: readonly (readonly [SwapAsset, Hex, bigint])[]): Promise<void> {
    const balances = () => Promise.all(changes.map(([asset, holder]) => this.under.balance(asset, holder)));
    const before = await balances();
    await act();
    const after = await balances();
    assert.deepEqual(
      after.map((balance, index) => balance - (before[index] as bigint)),
      changes.map(([, , change]) => change),
    );
    await this.assertOwnsNothing();
  }

  /** W3: whatever happened, the settler itself has nothing. */
  async assertOwnsNothing(): Promise<void> {
    for (const asset of ['canonical', 'bridged', 'native', 'wanted'] as const)
      assert.equal(await this.under.own(asset), 0n, `W3: ${asset}`);
  }
}

/** The domain of an event Returned that stayed on this chain. */
export const HERE: Domain = 0;

/** The settlers whose accounts have what the suites give them. */
const prepared = new WeakSet<SettlerUnderTest>();

/** A settler that is restored for every test of the suite, with prepared accounts. */
export function useSettler(kind: SettlerKind, asset: Asset = 'native'): Settler {
  const settler = new Settler(kind);
  before(async () => {
    settler.under = await deployed(kind, asset);
    await settler.prepare();
  });
  beforeEach(() => settler.under.restore());
  return settler;
}

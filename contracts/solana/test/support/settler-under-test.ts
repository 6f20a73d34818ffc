// The settler on Solana as a kind of chain of the conformance suites.
import { decodeTerms, type Hex, ZERO_32 } from '@causeway/protocol';
import type { Address } from '@solana/kit';
import type { Asset } from '../../../conformance/src/bridge-under-test.ts';
import { REMOTE } from '../../../conformance/src/setting.ts';
import type {
  SettlerCall,
  SettlerEvent,
  SettlerKind,
  SettlerOutcome,
  SettlerUnderTest,
  SwapAsset,
  SwapState,
} from '../../../conformance/src/settler-under-test.ts';
import { addressOf, tokenAccountOf, wordOf } from './addresses.ts';
import { Bridge } from './bridge.ts';
import type { Call } from './call.ts';
import { SYSTEM_PROGRAM } from './chain.ts';
import { SETTLER } from './idl.ts';
import { keyOf } from './keys.ts';
import { Settler, type SettlerEventOf } from './settler.ts';
import { mintAccount } from './tokens.ts';
import { SOLANA, SolanaUnderTest } from './under-test.ts';

/**
 * The suites are about rules of all chains, and move little: their accounts cost next to no rent. What rent changes is
 * tested by itself.
 */
const LAMPORTS_PER_BYTE = 1n;
const WANTED = keyOf('wanted mint');

/** The mint of each asset; undefined for SOL. */
type Mints = Readonly<Record<SwapAsset, Address | undefined>>;

class SolanaSettler implements SettlerUnderTest {
  readonly bridge: SolanaUnderTest;
  readonly word: Hex;
  readonly #settler: Settler;
  readonly #mints: Mints;

  constructor(settler: Settler) {
    const { bridge } = settler;
    this.#settler = settler;
    this.bridge = new SolanaUnderTest(bridge);
    this.word = wordOf(settler.address);
    const bridged = bridge.calls.mintOf(REMOTE);
    this.#mints = { canonical: bridge.asset.mint, bridged, native: undefined, wanted: WANTED };
    bridge.chain.put(WANTED, mintAccount(bridge.chain, { decimals: 6 }));
    bridge.chain.checkpoint();
  }

  restore(): void {
    this.bridge.restore();
  }

  checkpoint(): void {
    this.#settler.bridge.chain.checkpoint();
  }

  send(call: SettlerCall): SettlerOutcome {
    const native = this.#native(call);
    const receipt =
      'offer' in call.args
        ? this.#offering(call.args, addressOf(call.by), () => this.#settler.attempt(native))
        : this.#settler.attempt(native);
    if (receipt.events !== undefined) return { events: receipt.events.map((event) => this.#event(event)) };
    const refused = receipt.code === undefined ? undefined : SETTLER.errorName(receipt.code);
    return refused === undefined ? { failed: receipt.error ?? '' } : { refused };
  }

  #native(call: SettlerCall): Call {
    const by = addressOf(call.by);
    const { terms } = call.args;
    switch (call.name) {
      case 'fill':
      case 'fillAndSettle':
        return this.#settler[call.name](terms, call.args.maxOut, by);
      case 'settle':
        return this.#settler.settle(terms, by);
      case 'collect':
        return this.#settler.collect(terms);
      case 'settleLess':
        return this.#settler.settleLess(terms, call.args.least, by);
      case 'giveBack':
        return this.#settler.giveBack(terms, call.args.fee, by);
      case 'withdraw': {
        const { asset, to } = call.args;
        // Whoever withdraws a token makes the account that gets it.
        if (asset !== ZERO_32) this.#open(addressOf(asset), addressOf(to));
        return this.#settler.withdraw(terms, asset, addressOf(to), by);
      }
      case 'sweep':
        return this.#settler.sweep(terms, call.args.asset);
    }
  }

  /** Lets a solver with no more than `offer` of assetOut fill: nobody approves anything on Solana. */
  #offering<T>({ terms, maxOut, offer }: { terms: Hex; maxOut: bigint; offer: bigint }, by: Address, act: () => T): T {
    const decoded = decodeTerms(terms);
    if (offer >= maxOut || !decoded.ok) return act();
    const { assetOut } = decoded.value;
    const asset = (Object.keys(this.#mints) as SwapAsset[]).find((each) => this.asset(each) === assetOut) as SwapAsset;
    const rest = this.balance(asset, wordOf(by)) - offer;
    this.give(asset, wordOf(by), -rest);
    const result = act();
    this.give(asset, wordOf(by), rest);
    return result;
  }

  #event(event: SettlerEventOf): SettlerEvent {
    if (event.of === 'bridge') return this.bridge.eventOf(event);
    const { settler, ...fields } = event.data;
    if (settler !== this.#settler.address) throw new Error(`an event of the settler ${settler}`);
    const words = Object.entries(fields).map(([field, value]) => {
      if (field === 'to') return [field, this.bridge.ownerOf(value as Address)];
      return [field, field === 'solver' || field === 'asset' ? wordOf(value as Address) : value];
    });
    const name = `${event.name[0]?.toUpperCase()}${event.name.slice(1)}`;
    return { name, fields: Object.fromEntries(words) } as unknown as SettlerEvent;
  }

  swap(id: Hex) {
    const slot = this.#settler.read(id);
    if (slot === undefined) return { state: 'none' as const, solver: null };
    const { solver } = slot;
    return { state: slot.stage as SwapState, solver: solver === SYSTEM_PROGRAM ? null : wordOf(solver as Address) };
  }

  /** The vault, with token accounts: who delivers to a recipient makes them. */
  vaultOf(id: Hex): Hex {
    const vault = this.#settler.vault(id);
    for (const mint of [this.#mints.canonical, this.#mints.bridged]) if (mint !== undefined) this.#open(mint, vault);
    return wordOf(vault);
  }

  delivered(): void {}

  asset(asset: SwapAsset): Hex {
    const mint = this.#mints[asset];
    return mint === undefined ? ZERO_32 : wordOf(mint);
  }

  balance(asset: SwapAsset, holder: Hex): bigint {
    return this.#settler.balance(this.asset(asset), addressOf(holder));
  }

  held(asset: SwapAsset, id: Hex): bigint {
    return this.#settler.held(id, this.asset(asset));
  }

  own(asset: SwapAsset): bigint {
    return this.balance(asset, this.word);
  }

  give(asset: SwapAsset, holder: Hex, amount: bigint): void {
    const mint = this.#mints[asset];
    const { bridge } = this.#settler;
    const balance = this.balance(asset, holder) + amount;
    if (mint === undefined) bridge.fund(addressOf(holder), balance);
    else bridge.giveTokens(addressOf(holder), balance, mint);
  }

  /** A frozen token account and an executable wallet cannot be paid. */
  block(asset: SwapAsset, holder: Hex, isBlocked: boolean): void {
    const mint = this.#mints[asset];
    const { bridge } = this.#settler;
    const address = addressOf(holder);
    if (mint !== undefined) {
      bridge.giveTokens(address, this.balance(asset, holder), mint, isBlocked);
      return;
    }
    const lamports = bridge.chain.lamports(address);
    const program = bridge.chain.account(bridge.program);
    if (!isBlocked) bridge.fund(address, lamports);
    else if (program !== undefined) bridge.chain.put(address, { ...program, lamports });
  }

  #open(mint: Address, owner: Address): void {
    const { bridge } = this.#settler;
    if (bridge.chain.account(tokenAccountOf(mint, owner)) === undefined) bridge.giveTokens(owner, 0n, mint);
  }
}

export const SOLANA_SETTLER: SettlerKind = {
  name: 'Solana',
  bridge: SOLANA,
  addressLength: 32,
  takesGifts: true,
  coinIsToken: false,
  creditsVaults: true,
  deploy: (asset: Asset) =>
    new SolanaSettler(
      new Settler(Bridge.deploy({ ...(asset === 'native' ? {} : asset), lamportsPerByte: LAMPORTS_PER_BYTE })),
    ),
};

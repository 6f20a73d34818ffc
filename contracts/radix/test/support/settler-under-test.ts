// The settler on Radix as a kind of chain of the conformance suites.
import { ADDRESS_LENGTH, decodeTerms, fromAddress32, type Hex, type Terms, ZERO_32 } from '@causeway/protocol';
import type { Asset } from '../../../conformance/src/bridge-under-test.ts';
import type { Committed } from '../../../conformance/src/messages.ts';
import type {
  SettlerCall,
  SettlerEvent,
  SettlerKind,
  SettlerOutcome,
  SettlerUnderTest,
  SwapAsset,
  SwapState,
} from '../../../conformance/src/settler-under-test.ts';
import { type Address, addressOf, addressOfNode, wordOf, XRD } from './addresses.ts';
import { Bridge } from './bridge.ts';
import { unitOf } from './calls.ts';
import { sharedChain } from './chain.ts';
import { allowResource, refuseResource } from './recipients.ts';
import { refusalOf } from './refusal.ts';
import { REMOTE, STRANGER, USER } from './setting.ts';
import { Settler, type SettlerMethodCall } from './settler.ts';
import { createToken, fund, transfer } from './tokens.ts';
import { DECIMALS } from './types.ts';
import { eventOf, RADIX, RadixUnderTest } from './under-test.ts';

/** What the engine's refusal means where the caller has no proof of the owner of the account that the call is for. */
const NOT_OWNER: Readonly<Partial<Record<SettlerCall['name'], string>>> = {
  fill: 'NotSolver',
  fillAndSettle: 'NotSolver',
  settleLess: 'NotFiller',
  withdraw: 'NotRecipient',
};

class RadixSettler implements SettlerUnderTest {
  readonly bridge: RadixUnderTest;
  readonly word: Hex;
  readonly #settler: Settler;
  readonly #assets: Readonly<Record<SwapAsset, Address>>;

  constructor(settler: Settler, wanted: Address) {
    const { bridge } = settler;
    this.#settler = settler;
    this.bridge = new RadixUnderTest(bridge);
    this.word = wordOf(settler.address);
    this.#assets = { canonical: bridge.canonical, bridged: bridge.tokenOf(REMOTE), native: XRD, wanted };
  }

  checkpoint(): void {
    this.#settler.bridge.chain.checkpoint();
  }

  restore(): void {
    this.bridge.restore();
  }

  send(call: SettlerCall): SettlerOutcome {
    const native = this.#tryNative(call);
    if (native === undefined) return { failed: 'no address of this network' };
    const receipt = this.#settler.attempt([native], [], [addressOf(call.by)]);
    if (receipt.error === undefined) {
      const own = this.#settler.eventsOf(receipt).map(({ name, data }) => ({ name, fields: data }));
      const bridges = this.#settler.bridge.eventsOf(receipt).map(eventOf);
      return { events: [...own, ...bridges] as unknown as SettlerEvent[] };
    }
    const refusal = refusalOf(receipt.error);
    if (refusal.kind === 'error') return { refused: refusal.name };
    const notOwner = receipt.error.includes('AssertAccessRuleFailed') ? NOT_OWNER[call.name] : undefined;
    return notOwner === undefined ? { failed: receipt.error } : { refused: notOwner };
  }

  /** Undefined where an argument is no address of this network. */
  #tryNative(call: SettlerCall): SettlerMethodCall | undefined {
    try {
      return this.#native(call);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #native(call: SettlerCall): SettlerMethodCall {
    const by = addressOf(call.by);
    const { terms } = call.args;
    const decoded = decodeTerms(terms);
    const fields = decoded.ok ? decoded.value : undefined;
    const recipient = accountIn(fields);
    switch (call.name) {
      case 'fill':
      case 'fillAndSettle': {
        const { maxOut, offer } = call.args;
        const resource = this.#known(fields?.assetOut ?? ZERO_32);
        const name = call.name === 'fill' ? 'fill' : 'fill_and_settle';
        return { name, args: { terms, maxOut, recipient, solver: by }, by, bucket: { resource, amount: offer } };
      }
      case 'settle':
        return { name: 'settle', args: { terms } };
      case 'settleLess':
        return { name: 'settle_less', args: { terms, least: call.args.least } };
      case 'giveBack':
        return {
          ...{ name: 'give_back', args: { terms, recipient }, by },
          bucket: { resource: XRD, amount: call.args.fee },
        };
      case 'withdraw': {
        const { asset, to } = call.args;
        return { name: 'withdraw', args: { terms, asset: this.#known(asset), recipient, to: addressOf(to) } };
      }
      case 'sweep':
        return { name: 'sweep', args: { terms, asset: this.#known(call.args.asset), recipient } };
      case 'collect':
        throw new RangeError('nothing is ever credited to a vault');
    }
  }

  /** The resource of a word in terms; any other where it is none of the test's. */
  #known(word: Hex): Address {
    return Object.values(this.#assets).find((asset) => lowOf(wordOf(asset)) === lowOf(word)) ?? this.#assets.wanted;
  }

  swap(id: Hex) {
    const swap = this.#settler.swap(id);
    if (swap === null) return { state: 'none' as const, solver: null };
    return { state: swap.state as SwapState, solver: swap.solver === null ? null : wordOf(swap.solver) };
  }

  vaultOf(): Hex {
    return wordOf(this.#settler.account);
  }

  delivered(committed: Committed, index: number): void {
    const { error } = this.#settler.attempt([this.#settler.deliver(committed, index)]);
    if (error !== undefined) throw new Error(error);
  }

  asset(asset: SwapAsset): Hex {
    return wordOf(this.#assets[asset]);
  }

  balance(asset: SwapAsset, holder: Hex): bigint {
    return this.#settler.bridge.chain.balance(addressOf(holder), this.#assets[asset]);
  }

  held(asset: SwapAsset, id: Hex): bigint {
    return this.#settler.held(id, this.#assets[asset]);
  }

  /** The account is empty where everything that came was delivered. */
  own(asset: SwapAsset): bigint {
    return this.#settler.bridge.chain.balance(this.#settler.account, this.#assets[asset]);
  }

  give(asset: SwapAsset, holder: Hex, amount: bigint): void {
    const { bridge } = this.#settler;
    const { chain } = bridge;
    const to = addressOf(holder);
    const unit = unitOf(REMOTE);
    if (asset === 'bridged') bridge.giveBridged((amount + unit - 1n) / unit, to);
    else if (this.#assets[asset] === XRD) fund(chain, to, amount);
    else transfer(chain, USER, to, this.#assets[asset], amount);
  }

  block(asset: SwapAsset, holder: Hex, isBlocked: boolean): void {
    const { chain } = this.#settler.bridge;
    if (isBlocked) refuseResource(chain, addressOf(holder), this.#assets[asset]);
    else allowResource(chain, addressOf(holder), this.#assets[asset]);
  }
}

const lowOf = (word: Hex): string => word.slice(-2 * ADDRESS_LENGTH.radix);

/** The account that terms name, whatever their pad is; any other where they name none. */
function accountIn(terms: Terms | undefined): Address {
  const word: Hex = `0x0000${lowOf(terms?.recipient ?? ZERO_32)}`;
  try {
    const address = addressOfNode(fromAddress32(word, ADDRESS_LENGTH.radix));
    return address.startsWith('account_') ? address : STRANGER;
  } catch {
    return STRANGER;
  }
}

export const RADIX_SETTLER: SettlerKind = {
  name: 'Radix',
  bridge: RADIX,
  addressLength: ADDRESS_LENGTH.radix,
  takesGifts: false,
  coinIsToken: true,
  creditsVaults: false,
  deploy(asset: Asset) {
    const chain = sharedChain;
    chain.restore();
    // A suite's local unit is the smallest of every resource here.
    const bridge = Bridge.instantiate(chain, asset === 'native' ? XRD : createToken(chain, USER, DECIMALS));
    bridge.register(REMOTE);
    const settler = new RadixSettler(Settler.instantiate(bridge), createToken(chain, USER, DECIMALS));
    chain.checkpoint();
    return settler;
  },
};

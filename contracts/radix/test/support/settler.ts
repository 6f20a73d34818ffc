// Settlers of the committed blueprint, and their calls.
import assert from 'node:assert/strict';
import { encodeMessage, FALLBACK, type Hex, type Message, type Terms, ZERO_32 } from '@causeway/protocol';
import type { Committed } from '../../../conformance/src/messages.ts';
import { type Address, wordOf, XRD } from './addresses.ts';
import type { Bridge, BridgeEvent } from './bridge.ts';
import { unitOf } from './calls.ts';
import type { Chain, Receipt } from './chain.ts';
import { keyOf } from './keys.ts';
import { publish, SETTLER, SETTLER_BLUEPRINT } from './package.ts';
import { decodeSbor } from './sbor.ts';
import { HERE, REMOTE } from './setting.ts';
import { decimalText, type Fields, manifestText, type Struct, type Type, type Value } from './types.ts';

const FILL: Struct = { terms: 'bytes', maxOut: 'decimal', tokens: 'bucket', recipient: 'address', solver: 'address' };

/** Every method of the blueprint, with its arguments in order. */
export const SETTLER_METHODS = {
  deliver: { message: 'bytes', firstNonce: 'u64', count: 'u32', siblings: { list: 'word' } },
  fill: FILL,
  settle: { terms: 'bytes' },
  settle_less: { terms: 'bytes', least: 'decimal' },
  fill_and_settle: FILL,
  give_back: { terms: 'bytes', recipient: 'address', fee: 'bucket' },
  withdraw: { terms: 'bytes', asset: 'address', recipient: 'address', to: 'address' },
  sweep: { terms: 'bytes', asset: 'address', recipient: 'address' },
  configuration: {},
  swap: { id: 'word' },
  held: { id: 'word', asset: 'word' },
} as const satisfies Readonly<Record<string, Struct>>;
export type SettlerMethod = keyof typeof SETTLER_METHODS;

const SWAP: Type = {
  option: { struct: { state: { variants: ['filled', 'settled', 'returned'] }, solver: { option: 'address' } } },
};

/** Every event of the blueprint, with its fields in order. */
export const SETTLER_EVENTS: Readonly<Record<string, Struct>> = {
  Delivered: { id: 'word', messageId: 'word', asset: 'word', amount: 'decimal' },
  Filled: { id: 'word', solver: 'word', out: 'decimal' },
  Settled: { id: 'word', to: 'word', amount: 'decimal' },
  Returned: { id: 'word', amount: 'decimal', home: 'u32' },
  Swept: { id: 'word', asset: 'word', to: 'word', amount: 'decimal' },
};

/** A call of a settler's method. */
export interface SettlerMethodCall {
  readonly name: SettlerMethod;
  readonly args: Fields;
  /** The account that signs, pays the call's bucket and takes what the call returns. */
  readonly by?: Address;
  /** What the bucket holds, units of 10^-18. */
  readonly bucket?: { readonly resource: Address; readonly amount: bigint };
}

/** Who fills and who gets the swaps of `termsOf`. */
export const [SOLVER, RECIPIENT] = [keyOf('solver'), keyOf('recipient')];
/** Wire units that they take in, and units of 10^-18 XRD that they pay out. */
export const [WIRE, OUT] = [1_000n, 5_000n];

/** Terms of a swap of REMOTE's token for XRD, from now on. */
export const termsOf = ({ address, bridge }: Settler): Terms => ({
  version: 1,
  domain: HERE,
  settler: wordOf(address),
  assetIn: wordOf(bridge.tokenOf(REMOTE)),
  amountIn: WIRE * unitOf(REMOTE),
  assetOut: ZERO_32,
  quotedOut: OUT,
  minOut: OUT,
  recipient: wordOf(RECIPIENT),
  solver: wordOf(SOLVER),
  exclusiveUntil: bridge.chain.time + 600n,
  deadline: bridge.chain.time + 1_200n,
  fallback: FALLBACK.token,
  home: 0,
  homeAddress: ZERO_32,
  finishFee: 0n,
  salt: ZERO_32,
});

/** A fill of such terms, encoded. */
export const fillOf = (
  name: 'fill' | 'fill_and_settle',
  terms: Hex,
  { by = SOLVER, solver = by, resource = XRD }: { by?: Address; solver?: Address; resource?: Address } = {},
): SettlerMethodCall => ({
  ...{ name, args: { terms, maxOut: OUT, recipient: RECIPIENT, solver }, by },
  bucket: { resource, amount: OUT },
});

/** The recipient's withdrawal of `asset` to its own account. */
export const withdrawOf = (terms: Hex, asset: Address, to = RECIPIENT): SettlerMethodCall => ({
  ...{ name: 'withdraw', args: { terms, asset, recipient: RECIPIENT, to }, by: RECIPIENT },
});

const packages = new Map<Chain, Address>();
/** The address of the settler's package on that chain. */
export function settlerPackageOn(chain: Chain): Address {
  const known = packages.get(chain) ?? publish(chain, SETTLER);
  packages.set(chain, known);
  return known;
}

/** An instantiated settler. */
export class Settler {
  readonly bridge: Bridge;
  readonly address: Address;
  /** The recipient of every order. */
  readonly account: Address;

  private constructor(bridge: Bridge, address: Address) {
    this.bridge = bridge;
    this.address = address;
    const [, account] = Object.values(
      this.#read('configuration', {}, { struct: { bridge: 'address', account: 'address' } }) as Fields,
    );
    this.account = account as Address;
  }

  static instantiate(bridge: Bridge): Settler {
    const { chain } = bridge;
    const made = chain.execute(
      [
        `CALL_FUNCTION Address("${settlerPackageOn(chain)}") "${SETTLER_BLUEPRINT}" "instantiate" Address("${bridge.address}") Enum<0u8>();`,
      ],
      [],
    );
    assert.equal(made.error, undefined);
    return new Settler(bridge, decodeSbor(made.outputs[0] as Uint8Array, 'address') as Address);
  }

  /** The call that moves message `index` of `committed` to the store of its reference. */
  deliver({ messages, batch }: Committed, index: number): SettlerMethodCall {
    const message = messages[index] as Message;
    const { firstNonce, count } = batch;
    const siblings = batch.proofOf(message.nonce);
    return { name: 'deliver', args: { message: encodeMessage(message), firstNonce, count, siblings } };
  }

  /** Sends calls in one transaction, after further instructions. */
  attempt(
    calls: readonly SettlerMethodCall[],
    before: readonly string[] = [],
    signers: readonly Address[] = [],
  ): Receipt {
    const own = calls.flatMap(({ by }) => (by === undefined ? [] : [by]));
    return this.bridge.chain.execute([...before, ...this.instructionsOf(calls)], [...signers, ...own]);
  }

  /** The instructions of a manifest for `calls`. */
  instructionsOf(calls: readonly SettlerMethodCall[]): string[] {
    return calls.flatMap(({ name, args, by, bucket }, index) => {
      const texts = Object.entries(SETTLER_METHODS[name]).map(([field, type]) =>
        manifestText(type === 'bucket' ? `${field} ${index}` : (args[field] as Value), type as Type),
      );
      const field = Object.entries(SETTLER_METHODS[name]).find(([, type]) => type === 'bucket')?.[0];
      const call = `CALL_METHOD Address("${this.address}") "${name}" ${texts.join(' ')};`;
      if (bucket === undefined) return [call];
      const { resource, amount } = bucket;
      return [
        ...(amount === 0n
          ? []
          : [`CALL_METHOD Address("${by}") "withdraw" Address("${resource}") Decimal("${decimalText(amount)}");`]),
        `TAKE_ALL_FROM_WORKTOP Address("${resource}") Bucket("${field} ${index}");`,
        call,
        `CALL_METHOD Address("${by}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
      ];
    });
  }

  /** Events of the settler. */
  eventsOf({ events }: Receipt): BridgeEvent[] {
    return events
      .filter(({ emitter, name }) => emitter === this.address && name in SETTLER_EVENTS)
      .map(({ name, data }) => ({ name, data: decodeSbor(data, { struct: SETTLER_EVENTS[name] ?? {} }) as Fields }));
  }

  swap(id: Hex): { readonly state: string; readonly solver: Address | null } | null {
    return this.#read('swap', { id }, SWAP) as { state: string; solver: Address | null } | null;
  }

  /** What the swap's store has, units of 10^-18. */
  held(id: Hex, asset: Address): bigint {
    return this.#read('held', { id, asset: wordOf(asset) }, 'decimal') as bigint;
  }

  #read(name: SettlerMethod, args: Fields, returns: Type): Value {
    const { error, outputs } = this.bridge.chain.preview(this.instructionsOf([{ name, args }]));
    assert.equal(error, undefined);
    return decodeSbor(outputs[0] as Uint8Array, returns);
  }
}

import type { Deployment } from '@causeway/chains';
import { type Failure, fail, formatDecimal, ok, parseDecimal, type Result } from '@causeway/protocol';
import type { DevnetChain } from '../chains.ts';
import type { Offer } from './pour.ts';
import { openTap, type Tap } from './tap.ts';

/** A request for coins or tokens. */
export interface GiftRequest {
  /** Address on the network, or on every network whose addresses have this form. */
  readonly address: string;
  /** One network; every network of the address when absent. */
  readonly network?: string | undefined;
  /** Symbol of one asset; the coin and every test token when absent. */
  readonly token?: string | undefined;
  /** Decimal amount of each asset, whole units; the usual ones when absent. */
  readonly amount?: string | undefined;
}

/** What an address got. */
export interface Gift {
  readonly network: string;
  readonly token: string;
  /** Decimal, whole units. */
  readonly amount: string;
  readonly transaction: string;
}

/** An asset of a network that the faucet gives, amounts in whole units. */
export interface Offered {
  readonly token: string;
  readonly usual: string;
  readonly most: string;
}

/** Why a gift is not given. */
type GiftFailure = Failure<'CHAIN_SILENT' | 'INVALID_ADDRESS' | 'INVALID_AMOUNT' | 'NETWORK_UNKNOWN' | 'TOKEN_UNKNOWN'>;

/** How long a chain may take for a gift, milliseconds. */
const POUR_MS = 30_000;

type Order = { readonly tap: Tap; readonly offer: Offer; readonly to: string; readonly units: bigint };

/** Gives coins and test tokens of the devnet's chains to any address. */
export class Faucet {
  readonly #taps: readonly Tap[];
  readonly #timeoutMs: number;

  /** `timeoutMs`: how long a chain may take for a gift, milliseconds. */
  constructor(taps: readonly Tap[], timeoutMs = POUR_MS) {
    this.#taps = taps;
    this.#timeoutMs = timeoutMs;
  }

  static async open(chains: readonly DevnetChain[], deployments: readonly Deployment[]): Promise<Faucet> {
    return new Faucet(
      await Promise.all(chains.map((chain, index) => openTap(chain, deployments[index] as Deployment))),
    );
  }

  /** What the faucet has, by network. */
  offers(): Readonly<Record<string, readonly Offered[]>> {
    const told = ({ symbol, usual, most }: Offer) => ({ token: symbol, usual: String(usual), most: String(most) });
    return Object.fromEntries(this.#taps.map(({ network, offers }) => [network, offers.map(told)]));
  }

  /**
   * Gives what `request` asks for and resolves once it is on the chains. Fails with NETWORK_UNKNOWN, TOKEN_UNKNOWN,
   * INVALID_ADDRESS or INVALID_AMOUNT, before anything is given, and with CHAIN_SILENT when a chain does not take its
   * gift in time, while others may have.
   */
  async give(request: GiftRequest): Promise<Result<readonly Gift[], GiftFailure>> {
    const orders = this.#ordersOf(request);
    if (!orders.ok) return orders;
    const poured = await Promise.all(orders.value.map((order) => this.#pour(order)));
    const silent = orders.value.filter((_order, at) => poured[at] === undefined);
    const gifts = poured.filter((gift) => gift !== undefined);
    if (silent.length === 0) return ok(gifts);
    const missing = silent.map(({ tap, offer }) => `${offer.symbol} on ${tap.network}`).join(', ');
    const given = gifts.map(({ network, token }) => `${token} on ${network}`).join(', ');
    const told = `no answer within ${this.#timeoutMs / 1_000} s for ${missing}; given: ${given || 'nothing'}`;
    return fail('CHAIN_SILENT', told);
  }

  /** Undefined when the chain does not answer in time. */
  async #pour(order: Order): Promise<Gift | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), this.#timeoutMs);
    });
    try {
      return await Promise.race([pour(order), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #ordersOf({ address, network, token, amount }: GiftRequest): Result<readonly Order[], GiftFailure> {
    const named = this.#taps.filter((tap) => network === undefined || tap.network === network.toLowerCase());
    if (named.length === 0) {
      const names = this.#taps.map((tap) => tap.network).join(', ');
      return fail('NETWORK_UNKNOWN', `${network} is no local network: this faucet has coins of ${names} only`);
    }
    const taps = named.flatMap((tap) => {
      const to = tap.parse(address.trim());
      return to === null ? [] : [{ tap, to }];
    });
    if (taps.length === 0) return fail('INVALID_ADDRESS', `${address} is no address of ${network ?? 'these networks'}`);
    const wanted = token?.toUpperCase();
    const offered = taps.flatMap(({ tap, to }) =>
      tap.offers.filter(({ symbol }) => wanted === undefined || symbol === wanted).map((offer) => ({ tap, to, offer })),
    );
    if (offered.length === 0) {
      const symbols = [...new Set(taps.flatMap(({ tap }) => tap.offers.map(({ symbol }) => symbol)))];
      return fail('TOKEN_UNKNOWN', `${token} is not given there: the faucet has ${symbols.join(', ')}`);
    }
    const orders: Order[] = [];
    for (const { tap, to, offer } of offered) {
      const units = unitsOf(offer, amount);
      if (!units.ok) return units;
      orders.push({ tap, to, offer, units: units.value });
    }
    return ok(orders);
  }
}

async function pour({ tap, offer, to, units }: Order): Promise<Gift> {
  const transaction = await tap.pour(offer, to, units);
  return { network: tap.network, token: offer.symbol, amount: formatDecimal(units, offer.decimals), transaction };
}

function unitsOf({ symbol, decimals, usual, most }: Offer, amount: string | undefined): Result<bigint, GiftFailure> {
  const one = 10n ** BigInt(decimals);
  if (amount === undefined) return ok(usual * one);
  const units = parseDecimal(amount, decimals);
  if (units.ok && units.value > 0n && units.value <= most * one) return units;
  return fail('INVALID_AMOUNT', `${amount}: give a decimal amount of at most ${most} ${symbol}`);
}

import type { ChainProvider, KeyHandle } from '@causeway/chains';
import type { Causeway } from '@causeway/client';
import { formatDecimal } from '@causeway/protocol';
import { type Clock, PeriodicTask } from '@causeway/runtime';
import type { Desk } from './desk.ts';
import type { Lane } from './lanes.ts';
import type { Metrics } from './metrics.ts';
import { boundsFor, leastPaying, offeredRate, RATE_DECIMALS } from './pricing.ts';
import type { Treasury } from './treasury.ts';
import type { Worth } from './worth.ts';

/** Why a lane is not on offer. */
export type StopReason =
  | 'PRICE_STALE'
  | 'CHAIN_DOWN'
  | 'LANE_PAUSED'
  | 'INVENTORY_LOW'
  | 'DELIVERY_LATE'
  | 'GAS_TOO_DEAR';

/** An offer as the API takes it. */
interface Offer {
  readonly from: string;
  readonly to: string;
  readonly rate: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly validSeconds: number;
  readonly solverAddress: string;
}

/** Whether a lane is on offer. */
export interface LaneState {
  readonly lane: string;
  readonly offered: boolean;
  /** Why it is not; null while it is. */
  readonly reason: StopReason | null;
  readonly rate: string | null;
  readonly maxAmount: string | null;
}

export interface OffersDeps {
  readonly client: Causeway;
  readonly lanes: readonly Lane[];
  readonly deskOf: (lane: Lane) => Desk;
  readonly keyOf: (lane: Lane) => KeyHandle;
  readonly treasury: Treasury;
  readonly worth: Worth;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly everyMs: number;
  readonly validSeconds: number;
  readonly chainDownSeconds: number;
  readonly lateAfterSeconds: number;
  readonly onFailure: (error: unknown) => void;
}

/** Digits of a rate after its point that are offered: a change below them is none. */
const RATE_DIGITS = 10;

/** Offers what the inventory and the prices allow, and nothing of a lane for which something is wrong. */
export class Offers {
  readonly #deps: OffersDeps;
  readonly #task: PeriodicTask;
  #states: readonly LaneState[] = [];
  #sent = '';
  #sentAtMs = 0;
  /** The newest block of each chain as it was read last. */
  readonly #heads = new Map<
    ChainProvider,
    { readonly number: number; readonly timeMs: number; readonly readAtMs: number }
  >();

  constructor(deps: OffersDeps) {
    this.#deps = deps;
    this.#task = new PeriodicTask(() => this.#turn(), { clock: deps.clock, onFailure: deps.onFailure });
  }

  get lanes(): readonly LaneState[] {
    return this.#states;
  }

  start(): void {
    this.#task.repeat(0);
  }

  /** Withdraws all offers. */
  async stop(): Promise<void> {
    await this.#task.stop();
    if (this.#sent !== '' && this.#sent !== '[]') await this.#put([]).catch(this.#deps.onFailure);
  }

  async #turn(): Promise<void> {
    this.#task.repeat(this.#deps.everyMs);
    const { lanes, clock, validSeconds, metrics } = this.#deps;
    const decided = await Promise.all(lanes.map((lane) => this.#offerOf(lane)));
    this.#states = decided.map(({ lane, offer }) => ({
      lane: lane.name,
      offered: typeof offer !== 'string',
      reason: typeof offer === 'string' ? offer : null,
      rate: typeof offer === 'string' ? null : offer.rate,
      maxAmount: typeof offer === 'string' ? null : offer.maxAmount,
    }));
    for (const { lane, offered } of this.#states) metrics.offered.set({ lane }, offered ? 1 : 0);
    const offers = decided.flatMap(({ offer }) => (typeof offer === 'string' ? [] : [offer]));
    const isOld = clock.now() - this.#sentAtMs >= (validSeconds * 1_000) / 2;
    if (JSON.stringify(offers) === this.#sent && (!isOld || offers.length === 0)) return;
    await this.#put(offers);
  }

  async #put(offers: readonly Offer[]): Promise<void> {
    const { client, clock } = this.#deps;
    const { response } = await client.http.PUT('/api/v1/offers', { body: { offers: [...offers] } });
    if (!response.ok) throw new Error(`PUT /api/v1/offers answers ${response.status}`);
    this.#sent = JSON.stringify(offers);
    this.#sentAtMs = clock.now();
  }

  async #offerOf(lane: Lane): Promise<{ readonly lane: Lane; readonly offer: Offer | StopReason }> {
    const { worth, treasury, keyOf, deskOf, validSeconds, clock, lateAfterSeconds, metrics } = this.#deps;
    const stop = (offer: StopReason) => ({ lane, offer });
    const market = await worth.rateOf(lane);
    if (market === null) return stop('PRICE_STALE');
    const [head, source] = await Promise.all([this.#headOf(lane.destination), this.#headOf(lane.source)]);
    if (head === null || source === null) return stop('CHAIN_DOWN');
    const [outbound, inbound] = await Promise.all([lane.source.paused(), lane.destination.paused()]);
    if (!outbound.ok || !inbound.ok) return stop('CHAIN_DOWN');
    if (outbound.value.outbound || inbound.value.inbound) return stop('LANE_PAUSED');
    const late = clock.now() - lateAfterSeconds * 1_000;
    const isLate = deskOf(lane).swaps.some(
      (known) => known.lane === lane && known.row.early && !known.hasArrived && known.row.changedAtMs < late,
    );
    if (isLate) return stop('DELIVERY_LATE');
    const key = keyOf(lane);
    const available = await treasury.available(lane.destination, key, lane.output, head);
    if (!available.ok) return stop('CHAIN_DOWN');
    const { output, input } = lane;
    const inventory = Number(formatDecimal(available.value > 0n ? available.value : 0n, output.decimals));
    metrics.inventory.set({ chain: lane.destination.name, asset: output.symbol }, inventory);
    const exact = offeredRate(market, lane.spreadBps);
    const step = 10n ** BigInt(RATE_DECIMALS - RATE_DIGITS);
    const rate = exact >= step ? exact - (exact % step) : exact;
    const decimals = { input: input.decimals, output: output.decimals };
    const gas = await worth.gasOf(lane, lane.early !== null);
    if (gas === null) return stop('PRICE_STALE');
    // Nobody would fill a swap whose spread does not pay for it.
    const least = leastPaying({ market, leastSpreadBps: lane.leastSpreadBps, gas, decimals }, lane.spreadBps);
    if (least === null || least > lane.bounds.maxAmount) return stop('GAS_TOO_DEAR');
    const configured = least > lane.bounds.minAmount ? { ...lane.bounds, minAmount: least } : lane.bounds;
    const bounds = rate > 0n ? boundsFor(configured, available.value, rate, decimals) : null;
    if (bounds === null) return stop('INVENTORY_LOW');
    // The API takes whole wire units.
    const unit = 10n ** BigInt(input.decimals - input.wireDecimals);
    const inWords = (wire: bigint) => formatDecimal(wire, input.wireDecimals);
    return {
      lane,
      offer: {
        ...{ from: lane.from, to: lane.to, rate: formatDecimal(rate, RATE_DECIMALS) },
        ...{ minAmount: inWords((bounds.minAmount + unit - 1n) / unit), maxAmount: inWords(bounds.maxAmount / unit) },
        ...{ validSeconds, solverAddress: key.address },
      },
    };
  }

  /** Number of the newest block; null when the chain is down. It is read once in a third of the time until that. */
  async #headOf(provider: ChainProvider): Promise<number | null> {
    const { clock, chainDownSeconds } = this.#deps;
    const now = clock.now();
    let known = this.#heads.get(provider);
    if (!known || now - known.readAtMs > (chainDownSeconds * 1_000) / 3) {
      const head = await provider.head();
      if (head.ok) {
        known = { number: head.value.number, timeMs: head.value.timeMs, readAtMs: now };
        this.#heads.set(provider, known);
      }
    }
    const oldestMs = now - chainDownSeconds * 1_000;
    // A chain that is final at once has a new state with each transaction, and none while nobody sends one.
    const isAlive = known && (known.timeMs >= oldestMs || provider.finalityRule === 'atOnce');
    return known && isAlive && known.readAtMs >= oldestMs ? known.number : null;
  }
}

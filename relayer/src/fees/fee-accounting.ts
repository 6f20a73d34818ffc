import { type KeyIdentity, kindOf, type ReadFailure } from '@causeway/chains';
import type { Share } from '@causeway/outbox';
import { type Domain, formatDecimal, type Hex, KIND, ok, parseDecimal, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type {
  ChainViewRepository,
  DeliveryFeeRepository,
  OracleRecordRepository,
  OrderRepository,
  OrderRow,
} from '@causeway/storage';
import type { Bridge, Bridges, NamedBridge } from '../bridges.ts';
import type { Metrics } from '../metrics.ts';
import type { ViewChange } from '../view/view-change.ts';

export interface BooksDeps {
  /** All bridges of one chain. */
  readonly here: readonly [Bridge, ...Bridge[]];
  /** Of every chain, for their names. */
  readonly bridges: Bridges<NamedBridge>;
  /** Pays for the oracle's transactions on this chain. */
  readonly payer: KeyIdentity;
  /** Coins below which its balance is an alarm. */
  readonly payerMinimum: number | undefined;
  readonly oracleRecord: Pick<OracleRecordRepository, 'notePayer'>;
  readonly deliveryFees: DeliveryFeeRepository;
  readonly view: Pick<ChainViewRepository, 'message'>;
  readonly orders: Pick<OrderRepository, 'credited'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly metrics: Metrics;
}

/** A credit of `holder`, of the asset of `home`. `open`: it was seen that it can be claimed, or has just been made. */
interface Credit {
  readonly bridge: Bridge;
  readonly holder: Hex;
  readonly home: Domain;
  readonly open: boolean;
}

/** Decimals of a configured number of coins. */
const COIN_DECIMALS = 12;

/** Newest credits that a process searches for, and the number that one reading has. */
const MOST_CREDITS = 1_000;
const CREDITS_AT_ONCE = 10;

/** What deliveries on one chain cost, what locks and burns on it bring in, and what its payer has left. */
export class FeeAccounting {
  readonly #deps: BooksDeps;
  /** The delivery fees that were read last, by family and remote. */
  readonly #fees = new Map<string, bigint>();
  /** Credits that may still be claimed, those that were looked at last at the end; undefined before the first look. */
  #credits: Map<string, Credit> | undefined;
  #isPayerNoted = false;

  constructor(deps: BooksDeps) {
    this.#deps = deps;
  }

  /** Reads the payer's balance, the delivery fees towards all remotes, and some credits. Fails as the reads do. */
  async read(): Promise<Result<undefined, ReadFailure>> {
    const { here, bridges, payer, deliveryFees, clock, metrics } = this.#deps;
    const [{ provider }] = here;
    const { decimals } = kindOf(provider.kind).coin;
    await this.#notePayer(decimals);
    const balance = await provider.wallet.holding(payer.address, { address: null, decimals });
    if (!balance.ok) return balance;
    metrics.payerBalance.set({ chain: provider.name }, coins(provider.kind, balance.value));
    for (const bridge of here) {
      const { family, domain } = bridge.provider;
      for (const remote of bridges.remotesOf(bridge)) {
        const destination = remote.provider.domain;
        const atMs = clock.now();
        const fee = await bridge.provider.fee(destination);
        if (!fee.ok) return fee;
        this.#fees.set(`${family}/${destination}`, fee.value);
        await deliveryFees.note({ family, source: domain, destination }, fee.value, atMs);
        const lane = this.#lane(family, domain, destination);
        metrics.deliveryFee.set(lane, coins(provider.kind, fee.value));
        // A lane without income must be there to be compared with its cost.
        metrics.laneIncome.inc({ ...lane, chain: provider.name }, 0);
      }
    }
    return this.#readCredits();
  }

  /** Lets whoever reads the database know whose balance to look at. */
  async #notePayer(decimals: number): Promise<void> {
    if (this.#isPayerNoted) return;
    const { here, payer, payerMinimum, oracleRecord } = this.#deps;
    const coins = payerMinimum?.toFixed(Math.min(decimals, COIN_DECIMALS));
    const minimum = coins === undefined ? undefined : parseDecimal(coins, decimals);
    await oracleRecord.notePayer({
      domain: here[0].provider.domain,
      address: payer.address,
      minimum: minimum?.ok ? minimum.value : null,
    });
    this.#isPayerNoted = true;
  }

  /** A payment of `order` here failed and was credited. */
  credited(order: OrderRow): void {
    const { here, metrics } = this.#deps;
    metrics.credits.inc({ chain: here[0].provider.name });
    if (this.#credits) this.#keep(this.#credits, order, true);
  }

  /** Whether the credits that were not looked at for longest were claimed. */
  async #readCredits(): Promise<Result<undefined, ReadFailure>> {
    const { here, orders, metrics } = this.#deps;
    const [{ provider }] = here;
    if (!this.#credits) {
      const known = new Map<string, Credit>();
      for (const bridge of here) {
        const { family, domain } = bridge.provider;
        for (const order of await orders.credited(family, domain, MOST_CREDITS)) this.#keep(known, order, false);
      }
      this.#credits = known;
    }
    for (const [key, credit] of [...this.#credits].slice(0, CREDITS_AT_ONCE)) {
      const { provider } = credit.bridge;
      const left = await provider.claimable(provider.formatAddress(credit.holder), credit.home);
      if (!left.ok) return left;
      this.#credits.delete(key);
      if (left.value > 0n) this.#credits.set(key, { ...credit, open: true });
      else if (credit.open) metrics.claims.inc({ chain: provider.name });
    }
    metrics.unclaimed.set({ chain: provider.name }, [...this.#credits.values()].filter(({ open }) => open).length);
    return ok(undefined);
  }

  #keep(credits: Map<string, Credit>, order: OrderRow, open: boolean): void {
    const { family, assetHome: home, recipient, sender, refundTransaction } = order;
    const holder = refundTransaction === null ? recipient : sender;
    const bridge = this.#deps.here.find(({ provider }) => provider.family === family);
    if (bridge && holder) credits.set(`${family}/${holder}/${home}`, { bridge, holder, home, open });
  }

  /** Counts the fees of locks and burns that became final, each as it was read last. */
  async earned({ family, domain, final }: Pick<ViewChange, 'family' | 'domain' | 'final'>): Promise<void> {
    if (final.length === 0) return;
    if (this.#fees.size === 0) await this.read();
    if ([...this.#fees.values()].every((fee) => fee === 0n)) return;
    const { here, view, metrics } = this.#deps;
    for (const id of new Set(final)) {
      const message = (await view.message(id))?.message;
      if (message === undefined || message.kind === KIND.cancel) continue;
      const fee = this.#fees.get(`${family}/${message.destination}`) ?? 0n;
      const lane = { ...this.#lane(family, domain, message.destination), chain: here[0].provider.name };
      metrics.laneIncome.inc(lane, coins(here[0].provider.kind, fee));
    }
  }

  /** Counts what a transaction here cost each lane. */
  spent(shares: readonly Share[]): void {
    const { here, metrics } = this.#deps;
    const [{ provider }] = here;
    for (const { family, source, destination, work, cost, rent } of shares) {
      const lane = { ...this.#lane(family, source, destination), chain: provider.name, work };
      // A payment to the payer itself can exceed what its transaction cost.
      metrics.laneCost.inc(lane, Math.max(0, coins(provider.kind, cost)));
      if (work === 'delivery' && rent > 0n) metrics.newAccounts.inc({ chain: provider.name });
    }
  }

  #lane(family: string, source: Domain, destination: Domain) {
    const nameOf = (domain: Domain) => this.#deps.bridges.get(family, domain)?.provider.name ?? String(domain);
    return { family, source: nameOf(source), destination: nameOf(destination) };
  }
}

/** Smallest units of a kind's native coin as coins. */
const coins = (kind: Bridge['provider']['kind'], amount: bigint): number =>
  Number(formatDecimal(amount, kindOf(kind).coin.decimals));

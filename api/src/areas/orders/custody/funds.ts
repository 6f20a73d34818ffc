import { type ChainKind, formatDecimal, type Hex, toLocalAmount } from '@causeway/protocol';
import type { OrderRepository, OrderRow } from '@causeway/storage';
import type { RouteAmount } from '../../../bridge/amount.ts';
import { chainProblem } from '../../../bridge/chain-problem.ts';
import type { Route } from '../../../bridge/route.ts';
import type { Answer } from '../../../http/errors.ts';
import { refuse } from '../errors.ts';

/**
 * Local units of the native coin that a wallet must keep in addition to its locks, by kind of chain. Solana: the rent
 * exemption of the account itself, 890,880 lamports, and the fees of its locks. Radix: the 5 XRD that a lock reserves
 * for its fee before it withdraws its amount, and the fees of other locks. On EVM chains the fee varies too much to be
 * predicted before the lock is signed.
 */
const NATIVE_RESERVE: Readonly<Record<ChainKind, bigint>> = { evm: 0n, solana: 2_000_000n, radix: 10n * 10n ** 18n };

type Owing = Pick<OrderRepository, 'owed'>;

/** Refuses orders that a custodial wallet cannot pay together with its earlier orders. */
export class WalletFunds {
  readonly #orders: Owing;
  /** Amounts of orders that are being created, under unique keys. */
  readonly #claims = new Map<symbol, { readonly account: string; readonly localAmount: bigint }>();

  constructor(orders: Owing) {
    this.#orders = orders;
  }

  /**
   * Runs `create` when the balance covers the amount, all orders of the wallet whose lock is not seen yet, and the
   * wallet's reserve; otherwise fails with INSUFFICIENT_BALANCE and the missing amount. Concurrent claims count each
   * other, including those that end meanwhile.
   */
  async claim(
    route: Route,
    sender: Hex,
    { localAmount }: RouteAmount,
    create: () => Promise<Answer<OrderRow>>,
  ): Promise<Answer<OrderRow>> {
    const account = [route.asset.family, route.source.name, route.asset.symbol, sender].join(' ');
    const before = new Map(this.#claims);
    const [balance, owed] = await Promise.all([
      route.sourceProvider.balance(route.sourceProvider.formatAddress(sender), route.asset.home.deployment.domain),
      this.#owed(route, sender),
    ]);
    if (!balance.ok) return chainProblem(balance.error, route.source);
    let held = owed;
    for (const claim of new Map([...before, ...this.#claims]).values())
      if (claim.account === account) held += claim.localAmount;
    held += route.fromToken.address === null ? NATIVE_RESERVE[route.source.deployment.kind] : 0n;
    const available = balance.value > held ? balance.value - held : 0n;
    if (available < localAmount) return missing(route, localAmount, available);
    const key = Symbol(account);
    this.#claims.set(key, { account, localAmount });
    try {
      return await create();
    } finally {
      this.#claims.delete(key);
    }
  }

  /** Local units of the wallet's orders whose lock is not seen yet. */
  async #owed(route: Route, sender: Hex): Promise<bigint> {
    const { family, home, wireDecimals } = route.asset;
    const source = route.source.deployment.domain;
    const owed = await this.#orders.owed({ family, source, assetHome: home.deployment.domain, sender });
    return toLocalAmount(owed, route.fromToken.decimals, wireDecimals);
  }
}

function missing({ fromToken, source }: Route, needed: bigint, available: bigint) {
  const amount = (units: bigint) => formatDecimal(units, fromToken.decimals);
  const facts = {
    hasSufficientBalance: false,
    required: amount(needed),
    available: amount(available),
    missing: amount(needed - available),
    token: fromToken.symbol,
  };
  const message = `your wallet on ${source.name} lacks ${facts.missing} ${facts.token}: ${facts.available} of ${facts.required} are free`;
  return refuse('INSUFFICIENT_BALANCE', message, { facts });
}

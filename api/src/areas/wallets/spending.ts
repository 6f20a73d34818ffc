import type { AssetRecord, Network } from '@causeway/chains';
import { formatDecimal } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { Quantity } from '@causeway/storage';
import type { Asset, Catalogue } from '../../bridge/catalogue.ts';
import type { Caller } from '../../http/callers/callers.ts';
import { isRecent } from '../../http/callers/recent.ts';
import { type Refusal, refuse as refuseAnywhere } from '../../http/errors/errors.ts';
import { refuseFrozen } from '../../http/errors/frozen.ts';
import { iso } from '../../http/requests/times.ts';
import { refuse } from './errors.ts';
import type { Spend, Spender, SpendRefused } from './rules/spends.ts';
import type { WalletNetworks } from './wallet-networks.ts';

/** What an avatar may spend of the chains' own coins within a day unless it is configured, whole units by symbol. */
export const DAILY_AMOUNTS: Readonly<Record<string, string>> = { ETH: '10', POL: '50000', SOL: '200', XRD: '1000000' };

const DAY_SECONDS = 86_400;

/**
 * What may leave an avatar's custodial wallets within a day. Amounts are decimals in whole units; null is any amount.
 */
export interface SendLimits {
  readonly perDay: number;
  readonly amounts: Readonly<Record<string, string | null>>;
  /** Of each asset that `amounts` does not name. */
  readonly otherAmount: string | null;
  /** The part of a limit that needs no recent password. */
  readonly withoutPassword: number;
}

/** An amount of a token, in its local units. */
export interface TokenAmount {
  readonly token: AssetRecord;
  /** What the token stands for, if orders move it. */
  readonly bridged: Asset | undefined;
  readonly localAmount: bigint;
}

export interface SpendingDeps {
  readonly catalogue: Catalogue;
  readonly places: WalletNetworks;
  readonly limits: SendLimits;
  readonly clock: Clock;
}

/** A plain decimal as a quantity with the decimals that it has. */
export function quantityOf(decimal: string): Quantity {
  const [whole = '', fraction = ''] = decimal.split('.');
  return { units: BigInt(whole + fraction), decimals: fraction.length };
}

/** A quantity as a plain decimal in whole units. */
export const decimalOf = ({ units, decimals }: Quantity): string => formatDecimal(units, decimals);

/** Who spends when `caller` does. An agent has no password, whatever its credential is. */
export function spenderOf(caller: Caller, nowMs: number): Spender {
  const { credential, agentId } = caller;
  if (agentId !== null) return { kind: 'agent', id: agentId, credential };
  if (credential.kind === 'apiKey') return { kind: 'apiKey', id: credential.id, credential };
  return { kind: isRecent(caller, nowMs) ? 'recent' : 'session', id: credential.id, credential };
}

/** What sends and orders draw on the limits of a day, and the refusals of those limits in words. */
export class Spending {
  readonly #deps: SpendingDeps;
  /**
   * The configured limits by symbol in lower case: another spelling of a symbol must not leave its asset with a higher
   * default. Later ones are the configuration's own.
   */
  readonly #configured: ReadonlyMap<string, string | null>;

  constructor(deps: SpendingDeps) {
    this.#deps = deps;
    this.#configured = new Map(
      Object.entries(deps.limits.amounts).map(([symbol, limit]) => [symbol.toLowerCase(), limit]),
    );
  }

  get limits(): SendLimits {
    return this.#deps.limits;
  }

  /** Every asset that can leave a wallet, under the name of its limit. */
  assets(): readonly string[] {
    const { catalogue, places, limits } = this.#deps;
    const coins = catalogue.networks.flatMap((network) => places.coinOf(network)?.symbol ?? []);
    const bridged = catalogue.assets.map(({ symbol }) => symbol);
    const names = new Map<string, string>();
    for (const name of [...bridged, ...coins, ...Object.keys(limits.amounts)]) {
      const key = name.toLowerCase();
      if (!names.has(key)) names.set(key, name);
    }
    return [...names.values()].toSorted();
  }

  /** The name of an asset's limit: one for all spellings of its symbol. */
  #nameOf(symbol: string): string {
    const key = symbol.toLowerCase();
    return this.assets().find((name) => name.toLowerCase() === key) ?? symbol;
  }

  /** The service's limit of a day; null: any amount. */
  limitOf(asset: string): Quantity | null {
    const own = this.#configured.get(asset.toLowerCase());
    const limit = own === undefined ? this.#deps.limits.otherAmount : own;
    return limit === null ? null : quantityOf(limit);
  }

  /** A send of a wallet. */
  ofSend(caller: Caller, walletId: string, amount: TokenAmount): Spend {
    return this.#spend(caller, walletId, [this.#leaving('send', amount)]);
  }

  /** An order that a wallet on `network` pays, and its delivery fee in smallest units of the network's coin. */
  ofOrder(caller: Caller, walletId: string, amount: TokenAmount, network: Network, fee: bigint): Spend {
    const coin = this.#deps.places.coinOf(network);
    if (!coin) throw new Error(`no wallet is on ${network.name}`);
    const paid = { token: coin, bridged: this.bridged(coin, network), localAmount: fee };
    return this.#spend(caller, walletId, [this.#leaving('order', amount), this.#leaving('fee', paid)]);
  }

  /** What orders move as this token; undefined when no bridge takes it from the network. */
  bridged({ address }: AssetRecord, network: Network): Asset | undefined {
    const { catalogue } = this.#deps;
    return catalogue.assets.find((each) => catalogue.token(each, network)?.address === address);
  }

  #spend(caller: Caller, walletId: string, leaving: Spend['leaving']): Spend {
    const { limits, clock } = this.#deps;
    return {
      ...{ avatarId: caller.avatarId, walletId, leaving, spender: spenderOf(caller, clock.now()) },
      sendsPerDay: limits.perDay,
      partWithoutPassword: Math.round(limits.withoutPassword * 1_000_000),
    };
  }

  /** A bridged token draws on the limit of its canonical asset, unless the configuration names the token itself. */
  #leaving(kind: Spend['leaving'][number]['kind'], { token, bridged, localAmount }: TokenAmount) {
    const { symbol, decimals } = token;
    const isNamed = this.#configured.has(symbol.toLowerCase());
    const asset = this.#nameOf(isNamed ? symbol : (bridged?.symbol ?? symbol));
    return { kind, asset, amount: { units: localAmount, decimals }, limit: this.limitOf(asset) };
  }

  /** The refusal of a spend that would break a rule. */
  refusal(refused: SpendRefused): Refusal {
    if (refused.code === 'WALLET_GONE') return refuse('WALLET_NOT_FOUND', 'the wallet was deleted meanwhile');
    if (refused.code === 'FROZEN') return refuseFrozen(refused.frozen);
    if (refused.code === 'CREDENTIAL_ENDED') return refuseAnywhere('UNAUTHENTICATED', 'the token ended meanwhile');
    if (refused.code === 'TOO_MANY') {
      const message = `you may send ${this.limits.perDay} transfers a day`;
      return refuse('SEND_LIMIT_EXCEEDED', message, { retryAfter: this.#secondsUntil(refused.freeAtMs) });
    }
    const [most, used, { asset }] = [decimalOf(refused.most), decimalOf(refused.used), refused];
    if (refused.code === 'NEEDS_APPROVAL') {
      const how = 'the owner gives it with PUT /api/Wallet/avatar/{avatarId}/allowances or `causeway agent allow`';
      const message = `without a password you may spend ${most} ${asset} a day, and have spent ${used}: ${how}`;
      return refuse('APPROVAL_NEEDED', message, { facts: { asset, allowance: most, used } });
    }
    if (refused.code === 'NEEDS_PASSWORD') {
      const message = `${most} ${asset} a day need no recent password, and ${used} are spent so: POST /api/avatar/reauthenticate`;
      return refuseAnywhere('REAUTHENTICATION_REQUIRED', message, { facts: { asset, withoutPassword: most, used } });
    }
    const { of, freeAtMs } = refused;
    const who = of === 'wallet' ? 'this wallet may spend' : 'you may spend';
    const when = freeAtMs === null ? 'so much never leaves at once' : `there is room again at ${iso(freeAtMs)}`;
    return refuse(
      'SEND_LIMIT_EXCEEDED',
      `${who} ${most} ${asset} a day by sends, orders and fees, and ${used} are spent: ${when}`,
      {
        facts: { asset, of, limit: most, used, freeAt: freeAtMs === null ? null : iso(freeAtMs) },
        retryAfter: freeAtMs === null ? DAY_SECONDS : this.#secondsUntil(freeAtMs),
      },
    );
  }

  #secondsUntil(atMs: number): number {
    return Math.max(1, Math.ceil((atMs - this.#deps.clock.now()) / 1_000));
  }
}

import { formatDecimal, ok, parseDecimal } from '@causeway/protocol';
import type { IdempotentTransfer, Page, PlatformStorage, TransferRow, WalletRow } from '@causeway/storage';
import { exactAmount } from '../../bridge/amount.ts';
import { chainProblem } from '../../bridge/chain-problem.ts';
import { isSpendable, UNSPENDABLE } from '../../bridge/spendable.ts';
import type { Answer } from '../../http/errors.ts';
import { refuse } from './errors.ts';
import { assetsOf, type ConnectedPlace, connected, type WalletAsset, type WalletPlaces } from './places.ts';
import type { SendRequest } from './schemas.ts';
import type { WalletService } from './service.ts';

/** The period of the limits, milliseconds. */
const DAY_MS = 86_400_000;
/** Amounts are stored as unsigned 128-bit numbers. */
const MAX_AMOUNT = (1n << 128n) - 1n;

/** What an avatar may send within a day. */
export interface SendLimits {
  readonly perDay: number;
  /** Whole units by symbol; an asset without a limit may be sent in any amount. */
  readonly amounts: Readonly<Record<string, string>>;
}

export interface WalletTransfersDeps {
  readonly storage: Pick<PlatformStorage, 'wallets'>;
  readonly service: WalletService;
  readonly places: WalletPlaces;
  readonly limits: SendLimits;
  readonly clock: () => number;
}

/** A requested transfer, with the body as sent, which has the exact digits of the amount. */
export interface TransferRequest {
  readonly avatarId: string;
  readonly walletId: string;
  readonly body: SendRequest;
  readonly rawBody: string;
  readonly idempotent?: IdempotentTransfer | undefined;
}

/** Plain transfers from custodial wallets. The custodian signs and sends them, see transfer-worker.ts. */
export class WalletTransfers {
  readonly #deps: WalletTransfersDeps;

  constructor(deps: WalletTransfersDeps) {
    this.#deps = deps;
  }

  /** Stores a transfer, which will be sent even if this process ends now. */
  async request({ avatarId, walletId, body, rawBody, idempotent }: TransferRequest): Promise<Answer<TransferRow>> {
    const wallet = await this.#deps.service.get(avatarId, walletId);
    if (!wallet.ok) return wallet;
    if (wallet.value.seedIndex === null) {
      return refuse('WALLET_NOT_CUSTODIAL', 'send from it with the wallet that holds its key');
    }
    const place = await this.#deps.places.of(wallet.value.providerType);
    const chain = place.ok ? connected(place.value) : place;
    if (!chain.ok) return chain;
    const asset = findAsset(chain.value, body.token);
    if (!asset.ok) return asset;
    const amount = localAmount(body, rawBody, asset.value);
    if (!amount.ok) return amount;
    const to = recipientOf(chain.value, body.toAddress);
    if (!to.ok) return to;
    const payable = await checkFunds(wallet.value, chain.value, asset.value, amount.value);
    if (!payable.ok) return payable;
    return this.#store(wallet.value, chain.value, {
      asset: asset.value,
      amount: amount.value,
      to: to.value,
      idempotent,
    });
  }

  async #store(
    wallet: WalletRow,
    { provider }: ConnectedPlace,
    {
      asset: { asset },
      amount,
      to,
      idempotent,
    }: {
      readonly asset: WalletAsset;
      readonly amount: bigint;
      readonly to: string;
      readonly idempotent: IdempotentTransfer | undefined;
    },
  ): Promise<Answer<TransferRow>> {
    const { limits, clock, storage } = this.#deps;
    const limit = limits.amounts[asset.symbol];
    const maxAmount = limit === undefined ? undefined : parseDecimal(limit, asset.decimals);
    const stored = await storage.wallets.transfers.request(
      {
        walletId: wallet.id,
        avatarId: wallet.avatarId,
        domain: provider.domain,
        family: provider.family,
        from: wallet.address,
        to,
        symbol: asset.symbol,
        token: asset.address,
        decimals: asset.decimals,
        amount,
      },
      {
        sinceMs: clock() - DAY_MS,
        maxCount: limits.perDay,
        ...(maxAmount?.ok === true && { maxAmount: maxAmount.value }),
      },
      idempotent,
    );
    if (stored.ok) return stored;
    const { error } = stored;
    if (error.code === 'WALLET_GONE') return refuse('WALLET_NOT_FOUND', 'the wallet was deleted meanwhile');
    const message =
      error.code === 'TOO_MANY'
        ? `you may send ${limits.perDay} transfers a day`
        : `you may send ${limit} ${asset.symbol} a day, and have sent ${formatDecimal(error.sent, asset.decimals)}`;
    return refuse('SEND_LIMIT_EXCEEDED', message, { retryAfter: 3_600 });
  }

  async get(avatarId: string, walletId: string, transferId: string): Promise<Answer<TransferRow>> {
    const wallet = await this.#deps.service.get(avatarId, walletId, true);
    if (!wallet.ok) return wallet;
    const row = await this.#deps.storage.wallets.transfers.get(transferId.toLowerCase());
    return row?.walletId === wallet.value.id
      ? ok(row)
      : refuse('TRANSFER_NOT_FOUND', `transfer ${transferId} does not exist`);
  }

  /** One page of a wallet's transfers, newest first. */
  async list(wallet: WalletRow, after: string | null, limit: number): Promise<Page<TransferRow>> {
    return this.#deps.storage.wallets.transfers.list(wallet.id, after, limit);
  }
}

function findAsset(place: ConnectedPlace, token: string | undefined): Answer<WalletAsset> {
  const assets = assetsOf(place);
  const wanted = token?.toLowerCase();
  const found = assets.find(({ asset, form }) =>
    wanted === undefined
      ? form === 'native'
      : asset.symbol.toLowerCase() === wanted || asset.address?.toLowerCase() === wanted,
  );
  if (found) return ok(found);
  const facts = { assets: assets.map(({ asset }) => asset.symbol) };
  return refuse('ASSET_UNKNOWN', `${token} is no asset on ${place.network.name} that is known here`, { facts });
}

function localAmount({ amount }: SendRequest, rawBody: string, { asset }: WalletAsset): Answer<bigint> {
  const decimal = exactAmount(amount, rawBody);
  if (!decimal.ok) return decimal;
  const units = parseDecimal(decimal.value, asset.decimals);
  if (!units.ok) return refuse('INVALID_AMOUNT', units.error.message);
  if (units.value <= 0n || units.value > MAX_AMOUNT) {
    return refuse('INVALID_AMOUNT', 'the amount must be more than zero and below 2^128 units');
  }
  return units;
}

function recipientOf({ provider, network }: ConnectedPlace, given: string): Answer<string> {
  const parsed = provider.parseAddress(given.trim());
  if (!parsed.ok) return refuse('INVALID_ADDRESS', `toAddress: ${parsed.error.message}`);
  if (!isSpendable(network, parsed.value)) {
    return refuse('INVALID_ADDRESS', `toAddress is ${UNSPENDABLE}; to cross a bridge, create an order`);
  }
  return ok(provider.formatAddress(parsed.value));
}

/** Refuses an amount that the wallet does not hold beside the reserve for fees. */
async function checkFunds(
  { address }: WalletRow,
  { provider, network }: ConnectedPlace,
  { asset, form }: WalletAsset,
  amount: bigint,
): Promise<Answer<void>> {
  const held = await provider.wallet.holding(address, asset);
  if (!held.ok) return chainProblem(held.error, network);
  const reserve = form === 'native' ? provider.wallet.reserve : 0n;
  const free = held.value > reserve ? held.value - reserve : 0n;
  if (free >= amount) return ok(undefined);
  const text = (units: bigint) => formatDecimal(units, asset.decimals);
  const facts = { required: text(amount), available: text(free), missing: text(amount - free), token: asset.symbol };
  return refuse('INSUFFICIENT_BALANCE', `the wallet lacks ${facts.missing} ${asset.symbol}`, { facts });
}

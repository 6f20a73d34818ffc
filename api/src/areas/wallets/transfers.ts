import type { AssetRecord } from '@causeway/chains';
import { formatDecimal, ok, parseDecimal } from '@causeway/protocol';
import type { NewAudit, PlatformStorage, TransferRow, WalletRow } from '@causeway/storage';
import type { Asset } from '../../bridge/catalogue.ts';
import { chainProblem } from '../../bridge/chain-problem.ts';
import { holdingOf } from '../../bridge/holding.ts';
import { isSpendable, UNSPENDABLE } from '../../bridge/spendable.ts';
import type { Caller } from '../../http/callers/callers.ts';
import type { Answer, Refusal } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';
import type { Funds } from './rules/funds.ts';
import type { IdempotentTransfer } from './rules/transfers.ts';
import type { WithWallets } from './rules/wallet-storage.ts';
import type { SendRequest } from './schemas.ts';
import type { WalletService } from './service.ts';
import type { Spending } from './spending.ts';
import { assetsOf, type ConnectedPlace, connected, type WalletAsset, type WalletNetworks } from './wallet-networks.ts';

/** Amounts are stored as unsigned 128-bit numbers. */
const MAX_AMOUNT = (1n << 128n) - 1n;

export interface WalletTransfersDeps {
  readonly storage: Pick<WithWallets, 'wallets' | 'events'>;
  readonly service: WalletService;
  readonly places: WalletNetworks;
  readonly spending: Spending;
}

/** A requested transfer of the caller, with the body as sent, which has the exact digits of the amount. */
export interface TransferRequest {
  readonly caller: Caller;
  readonly walletId: string;
  readonly body: SendRequest;
  readonly idempotent?: IdempotentTransfer | undefined;
  /** Recorded with the transfer. */
  readonly audit?: NewAudit;
}

/** Plain transfers from custodial wallets. The custodian signs and sends them, see transfer-worker.ts. */
export class WalletTransfers {
  /** Reads without rights: routes check the caller's first. */
  readonly rows: Pick<PlatformStorage['wallets']['transfers'], 'list'>;
  readonly #deps: WalletTransfersDeps;

  constructor(deps: WalletTransfersDeps) {
    this.#deps = deps;
    this.rows = deps.storage.wallets.transfers;
  }

  /** Stores a transfer, which will be sent even if this process ends now. */
  async request(wanted: TransferRequest): Promise<Answer<TransferRow>> {
    const { caller, walletId, body, idempotent, audit } = wanted;
    const wallet = await this.#deps.service.get(caller.avatarId, walletId);
    if (!wallet.ok) return wallet;
    if (wallet.value.seedIndex === null) {
      return refuse('WALLET_NOT_CUSTODIAL', 'send from it with the wallet that holds its key');
    }
    const place = await this.#deps.places.of(wallet.value.providerType);
    const chain = place.ok ? connected(place.value) : place;
    if (!chain.ok) return chain;
    const asset = findAsset(chain.value, body.token);
    if (!asset.ok) return asset;
    const amount = localAmount(body, asset.value);
    if (!amount.ok) return amount;
    const to = recipientOf(chain.value, body.toAddress);
    if (!to.ok) return to;
    const bridged = this.#deps.spending.bridged(asset.value.asset, chain.value.network);
    const funds = await this.#funds(wallet.value, chain.value, asset.value, bridged);
    if (!funds.ok) return funds;
    if (amount.value > funds.value.free) return lack(asset.value.asset, amount.value, funds.value.free);
    return this.#store(caller, wallet.value, chain.value, {
      asset: asset.value,
      bridged,
      amount: amount.value,
      to: to.value,
      funds: funds.value,
      idempotent,
      audit,
    });
  }

  async #store(
    caller: Caller,
    wallet: WalletRow,
    { provider }: ConnectedPlace,
    {
      asset: { asset },
      bridged,
      amount,
      to,
      funds,
      idempotent,
      audit,
    }: {
      readonly asset: WalletAsset;
      readonly bridged: Asset | undefined;
      readonly amount: bigint;
      readonly to: string;
      readonly funds: Funds;
      readonly idempotent: IdempotentTransfer | undefined;
      readonly audit: NewAudit | undefined;
    },
  ): Promise<Answer<TransferRow>> {
    const { spending, storage } = this.#deps;
    const spend = spending.ofSend(caller, wallet.id, { token: asset, bridged, localAmount: amount });
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
      { spend, funds },
      idempotent,
      audit && {
        ...audit,
        facts: { walletId: wallet.id, to, amount: formatDecimal(amount, asset.decimals), token: asset.symbol },
      },
    );
    if (stored.ok) return stored;
    const { error } = stored;
    return error.code === 'FUNDS_RESERVED' ? lack(asset, amount, funds.free - error.reserved) : spending.refusal(error);
  }

  /** What the wallet can spend of the asset: its balance without the reserve for fees. */
  async #funds(
    { address }: WalletRow,
    { provider, network }: ConnectedPlace,
    { asset, form }: WalletAsset,
    bridged: Asset | undefined,
  ): Promise<Answer<Funds>> {
    const { storage } = this.#deps;
    const asOf = await storage.events.latest();
    const held = await provider.wallet.holding(address, asset);
    const sender = provider.parseAddress(address);
    if (!held.ok) return chainProblem(held.error, network);
    if (!sender.ok) return chainProblem(sender.error, network);
    const reserve = form === 'native' ? provider.wallet.reserve : 0n;
    const free = held.value > reserve ? held.value - reserve : 0n;
    return ok({ holding: holdingOf(network, { address, sender: sender.value }, asset, bridged), free, asOf });
  }

  async get(avatarId: string, walletId: string, transferId: string): Promise<Answer<TransferRow>> {
    const wallet = await this.#deps.service.get(avatarId, walletId, true);
    if (!wallet.ok) return wallet;
    const row = await this.#deps.storage.wallets.transfers.get(transferId.toLowerCase());
    return row?.walletId === wallet.value.id
      ? ok(row)
      : refuse('TRANSFER_NOT_FOUND', `transfer ${transferId} does not exist`);
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

function localAmount({ amount }: SendRequest, { asset }: WalletAsset): Answer<bigint> {
  const units = parseDecimal(amount.trim(), asset.decimals);
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

/** Refuses an amount of which only `free` local units are not reserved for fees, or owed to orders and transfers. */
function lack({ symbol, decimals }: AssetRecord, amount: bigint, free: bigint): Refusal {
  const available = free > 0n ? free : 0n;
  const text = (units: bigint) => formatDecimal(units, decimals);
  const facts = {
    required: text(amount),
    available: text(available),
    missing: text(amount - available),
    token: symbol,
  };
  return refuse('INSUFFICIENT_BALANCE', `the wallet lacks ${facts.missing} ${symbol}`, { facts });
}

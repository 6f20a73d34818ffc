import { formatDecimal } from '@causeway/protocol';
import type { OrderRow, TransferRow, WalletRow } from '@causeway/storage';
import { iso, isoOrNull } from '../../http/requests/times.ts';
import type { TransferView, WalletOrderView, WalletView } from './schemas.ts';

/** An order of a wallet's history. */
export interface WalletOrder {
  readonly order: OrderRow;
  readonly role: 'sender' | 'recipient';
}

/** A wallet as its owner sees it; `network` is that of its type here, null without one. */
export const walletView = (row: WalletRow, network: string | null): WalletView => ({
  id: row.id,
  walletId: row.id,
  avatarId: row.avatarId,
  name: row.name,
  description: row.description,
  walletProviderType: row.providerType,
  providerType: row.providerType,
  network,
  walletAddress: row.address,
  publicKey: row.publicKey,
  isDefaultWallet: row.isDefault,
  custodial: row.seedIndex !== null,
  verified: row.verified,
  createdAt: iso(row.createdAtMs),
  updatedAt: iso(row.updatedAtMs),
  deletedAt: isoOrNull(row.hiddenAtMs),
  frozenAt: isoOrNull(row.frozenAtMs),
  frozenBy: row.frozenBy,
  frozenReason: row.frozenReason,
  version: row.version,
});

/** A transfer as its owner sees it. */
export const transferView = (row: TransferRow): TransferView => ({
  transferId: row.id,
  walletId: row.walletId,
  status: row.state,
  fromAddress: row.from,
  toAddress: row.to,
  token: row.symbol,
  tokenAddress: row.token,
  amount: formatDecimal(row.amount, row.decimals),
  transaction: row.transaction,
  failureCode: row.failureCode,
  failureMessage: row.failureMessage,
  isFinished: row.state === 'completed' || row.state === 'failed',
  createdAt: iso(row.createdAtMs),
  updatedAt: iso(row.updatedAtMs),
  version: row.version,
});

/** An order in a wallet's history. */
export const walletOrderView = ({ order, role }: WalletOrder): WalletOrderView => ({
  orderId: order.id,
  role,
  status: order.state,
  createdAt: iso(order.createdAtMs),
  completedAt: isoOrNull(order.completedAtMs),
});

import type { AccessTable } from '../../http/access.ts';

const READ = { callers: 'wallets:read', resource: { avatar: 'avatarId' }, agents: true } as const;
const WRITE = { callers: 'wallets:write', resource: { avatar: 'avatarId' }, agents: true } as const;

/** Who may call the operations under /api/Wallet. */
export const WALLET_ACCESS = {
  createWallet: WRITE,
  listWallets: READ,
  getWallet: READ,
  getDefaultWallet: READ,
  setDefaultWallet: WRITE,
  challengeWallet: WRITE,
  verifyWallet: WRITE,
  deleteWallet: WRITE,
  restoreWallet: WRITE,
  getWalletBalance: READ,
  listWalletOrders: READ,
  sendFromWallet: WRITE,
  listWalletTransfers: READ,
  getWalletTransfer: READ,
  exportWallet: { ...WRITE, agents: false },
} as const satisfies AccessTable;

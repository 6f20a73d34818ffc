import type { AccessTable } from '../../http/access.ts';

const READ = { callers: 'wallets:read', resource: { avatar: 'avatarId' }, agents: true } as const;
/** An admin changes nobody else's wallets but for limits. */
const WRITE = {
  callers: 'wallets:write',
  resource: { avatar: 'avatarId' },
  agents: true,
  admins: 'asOthers',
} as const;

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
  getSpendingLimits: READ,
  setAvatarLimit: { callers: 'admin', resource: { avatar: 'avatarId' }, agents: false, recent: true },
  setWalletLimit: { ...WRITE, recent: true },
  setAllowance: { ...WRITE, recent: true },
  exportWallet: { ...WRITE, agents: false },
} as const satisfies AccessTable;

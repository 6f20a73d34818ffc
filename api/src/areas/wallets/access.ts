import type { AccessTable } from '../../http/callers/access.ts';

const READ = { callers: 'wallets:read', resource: { avatar: 'avatarId' }, agents: true } as const;
const WRITE = { callers: 'wallets:write', resource: { avatar: 'avatarId' }, agents: true } as const;

/** No admin changes a wallet of somebody else; freezes and the limits of an avatar are for admins, too. */
const OWN = { ...WRITE, admins: 'asOthers' } as const;

/** The owner of an agent guards its wallets, too: the service checks who acts on whom. */
const GUARD = { callers: 'wallets:write', resource: 'private', whileFrozen: 'sessions' } as const;

/** Who may call the operations under /api/Wallet. */
export const WALLET_ACCESS = {
  createWallet: OWN,
  listWallets: READ,
  getWallet: READ,
  getDefaultWallet: READ,
  setDefaultWallet: OWN,
  challengeWallet: OWN,
  verifyWallet: OWN,
  deleteWallet: OWN,
  restoreWallet: OWN,
  freezeWallet: { ...GUARD, agents: true },
  thawWallet: { ...GUARD, agents: false, recent: true },
  getWalletBalance: READ,
  listWalletOrders: READ,
  sendFromWallet: OWN,
  listWalletTransfers: READ,
  getWalletTransfer: READ,
  getSpendingLimits: READ,
  setAvatarLimit: { callers: 'admin', resource: { avatar: 'avatarId' }, agents: false, recent: true },
  setWalletLimit: { ...OWN, recent: true },
  setAllowance: { ...OWN, recent: true },
  exportWallet: { ...OWN, agents: false },
} as const satisfies AccessTable;

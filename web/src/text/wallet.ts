import type { WalletTransfer } from '@causeway/client';
import type { States } from '../parts/state.tsx';

export const wallet = {
  title: 'Wallet',
  all: 'All wallets',
  notFound: 'No wallet of yours has this id.',
  about: 'What it is',
  name: 'Name',
  address: 'Address',
  network: 'Network',
  noNetwork: 'no network of this service',
  keys: 'Keys',
  custodial: 'the service holds them',
  proved: 'yours, proved',
  unproved: 'yours, not proved',
  since: 'Since',
  holds: 'Holds',
  isDefault: 'Orders without an address are paid to it.',
  makeDefault: 'Let orders without an address be paid to it',
  send: 'Send on its chain',
  sendButton: 'Send',
  asset: 'Asset',
  amount: 'Amount',
  to: 'Recipient',
  toHelp: (network: string) => `An address on ${network}. To another chain, use Send at the top.`,
  transfers: 'Transfers',
  noTransfers: 'Nothing was sent from it on its chain.',
  verify: 'Prove that it is yours',
  verifyHelp: 'Sign a text with the wallet’s key. Nothing is sent, and nothing is paid.',
  signHere: 'Sign with a wallet of this browser',
  askChallenge: 'Show a text to sign elsewhere',
  challenge: 'Sign this text as it is. It is accepted until',
  copy: 'Copy the text',
  signature: 'Signature',
  prove: 'Prove it',
  export: 'Take its keys with you',
  exportHelp: 'Who has them has everything that it holds. They are shown once, for a minute.',
  what: 'Which',
  password: 'Your password',
  exportButton: 'Show it',
  secret: 'Your secret.',
  secretHelp: 'It disappears after a minute. Give it to nobody.',
  explain: {
    WALLET_REJECTED: 'You said no in your wallet. Nothing was signed.',
    WALLET_OTHER_ACCOUNT: 'No wallet of this browser gives this page the account with this address. Choose it there.',
    WALLET_FAILED: 'Your wallet could not sign the text.',
    INVALID_SIGNATURE: 'The signature is not of this wallet’s key.',
  } as Readonly<Record<string, string>>,
} as const;

/** What can be exported, and its words. */
export const exported: readonly (readonly [what: 'privateKey' | 'recoveryPhrase', word: string])[] = [
  ['privateKey', 'the key of this wallet'],
  ['recoveryPhrase', 'the recovery phrase of all your wallets'],
];

/** The states of a transfer in a word and its mark. */
export const transferStates: States<WalletTransfer['status']> = {
  requested: ['asked for', 'busy'],
  sent: ['sent to the chain', 'busy'],
  included: ['in a block', 'busy'],
  completed: ['final', 'good'],
  failed: ['failed', 'bad'],
};

import type { Wallet } from '@causeway/client';
import { Option } from 'commander';
import type { Column, Fields } from '../../lib/client/output.ts';
import { providerTypeArgument, TYPE_NAMES, typeName } from '../../lib/client/wallet-reference.ts';

/** The argument that names a wallet. */
export const WALLET_ARGUMENT = ['<wallet>', 'id, address or name of the wallet'] as const;

/** The option that names a provider type. */
export function typeOption(): Option {
  const option = new Option('--type <type>', 'provider type').argParser(providerTypeArgument);
  // Numbers are accepted too.
  option.argChoices = [...TYPE_NAMES];
  return option;
}

/** What makes a wallet special, in words. */
const marksOf = ({ isDefaultWallet, network, custodial, verified, deletedAt }: Wallet): string =>
  [
    ...(isDefaultWallet ? ['default'] : []),
    ...(network === null ? ['no network here'] : []),
    ...(custodial ? [] : [verified ? 'yours' : 'not verified']),
    ...(deletedAt === null ? [] : ['deleted']),
  ].join(', ');

export const WALLET_COLUMNS: readonly Column<Wallet>[] = [
  { title: 'WALLET', of: ({ id }) => id },
  { title: 'TYPE', of: ({ providerType }) => typeName(providerType) },
  { title: 'NAME', of: ({ name }) => name },
  { title: 'ADDRESS', of: ({ walletAddress }) => walletAddress },
  { title: '', of: (wallet) => marksOf(wallet) || ' ' },
];

/** The note for a wallet whose chain the service does not connect. */
const NO_NETWORK = 'none of this service, which neither shows nor sends what arrives there';

export const walletFields = (wallet: Wallet): Fields => [
  ['wallet', wallet.id],
  ['type', typeName(wallet.providerType)],
  ['name', wallet.name],
  ['address', wallet.walletAddress],
  ['public key', wallet.publicKey],
  ['default', wallet.isDefaultWallet],
  ['key held by', wallet.custodial ? 'the service' : `you${wallet.verified ? '' : ' (not verified)'}`],
  ['network', wallet.network ?? NO_NETWORK],
];

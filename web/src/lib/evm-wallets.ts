import type { components } from '@causeway/client';

/** A transaction as an order gives it for signing. */
type EvmTransaction = components['schemas']['EvmTransaction'];

/** A wallet of the browser (EIP-1193). */
interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

/** A wallet that announced itself (EIP-6963). */
export interface EvmWallet {
  /** Identifies the wallet on this page. */
  readonly uuid: string;
  /** Its name, by itself: foreign text. */
  readonly name: string;
  readonly provider: Provider;
}

/** Milliseconds in which wallets announce themselves. */
const ANNOUNCE_MS = 300;

/** A wallet did not do what the page asked of it; `code` is one of the page’s words. */
export class WalletError extends Error {
  readonly code: 'WALLET_REJECTED' | 'WALLET_WRONG_NETWORK' | 'WALLET_FAILED' | 'WALLET_OTHER_ACCOUNT';

  constructor(code: WalletError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The wallets of this browser. */
export async function findWallets(): Promise<readonly EvmWallet[]> {
  const found = new Map<string, EvmWallet>();
  const onAnnounce = (event: Event) => {
    const { info, provider } = (
      event as CustomEvent<{ info?: { uuid?: unknown; name?: unknown }; provider?: Provider }>
    ).detail;
    if (typeof info?.uuid === 'string' && typeof info.name === 'string' && provider)
      found.set(info.uuid, { uuid: info.uuid, name: info.name, provider });
  };
  addEventListener('eip6963:announceProvider', onAnnounce);
  dispatchEvent(new Event('eip6963:requestProvider'));
  await new Promise((resolve) => setTimeout(resolve, ANNOUNCE_MS));
  removeEventListener('eip6963:announceProvider', onAnnounce);
  return [...found.values()];
}

/** The result of a call, or a WalletError: 4001 is the user's no, 4902 a network that the wallet does not know. */
async function ask(wallet: EvmWallet, method: string, params: readonly unknown[] = []): Promise<unknown> {
  try {
    return await wallet.provider.request({ method, params });
  } catch (error) {
    const { code, message = String(error) } = (error ?? {}) as { readonly code?: unknown; readonly message?: string };
    if (code === 4001) throw new WalletError('WALLET_REJECTED', message);
    throw new WalletError(code === 4902 ? 'WALLET_WRONG_NETWORK' : 'WALLET_FAILED', message);
  }
}

/** The account that the wallet lets the page use. */
export async function accountOf(wallet: EvmWallet): Promise<string> {
  const accounts = await ask(wallet, 'eth_requestAccounts');
  const account = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof account !== 'string') throw new WalletError('WALLET_REJECTED', 'the wallet gives no account');
  return account;
}

const hex = (decimal: string): string => `0x${BigInt(decimal).toString(16)}`;

/** Lets the wallet sign and send a transaction of an order, on its network. Returns the transaction's hash. */
export async function send(wallet: EvmWallet, account: string, transaction: EvmTransaction): Promise<string> {
  const chainId = hex(transaction.chainId);
  if ((await ask(wallet, 'eth_chainId')) !== chainId) {
    await ask(wallet, 'wallet_switchEthereumChain', [{ chainId }]);
    if ((await ask(wallet, 'eth_chainId')) !== chainId)
      throw new WalletError('WALLET_WRONG_NETWORK', `the wallet is not on the network ${transaction.chainId}`);
  }
  const { from = account, to, data, value } = transaction;
  if (from.toLowerCase() !== account.toLowerCase())
    throw new WalletError('WALLET_OTHER_ACCOUNT', `the order is to be locked by ${from}`);
  return String(await ask(wallet, 'eth_sendTransaction', [{ from, to, data, value: hex(value) }]));
}

/**
 * The signature of a text (`personal_sign`, hexadecimal) by the first wallet that lets the page use the account with
 * this address. Throws WalletError, `WALLET_OTHER_ACCOUNT` when none does.
 */
export async function signText(wallets: readonly EvmWallet[], address: string, text: string): Promise<string> {
  for (const wallet of wallets) {
    const account = await accountOf(wallet);
    if (account.toLowerCase() !== address.toLowerCase()) continue;
    const bytes = [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0'));
    return String(await ask(wallet, 'personal_sign', [`0x${bytes.join('')}`, account]));
  }
  throw new WalletError('WALLET_OTHER_ACCOUNT', `no wallet of this browser has the account ${address}`);
}

import { asked, type OwnWallet, type Unsigned, WalletError } from './wallet.ts';

/** A wallet of the browser (EIP-1193). */
interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

/** Milliseconds in which wallets announce themselves. */
const ANNOUNCE_MS = 300;

/** The code of a wallet that does not know the network to which it is to change (EIP-3085). */
const UNKNOWN_NETWORK = 4902;

/** A wallet for EVM chains, which also signs texts. */
export interface EvmWallet extends OwnWallet {
  /** The signature of a text by `account` (`personal_sign`), hexadecimal. Throws WalletError. */
  signText(account: string, text: string): Promise<string>;
}

/** The wallets of this browser for EVM chains (EIP-6963). */
export async function findWallets(): Promise<readonly EvmWallet[]> {
  const found = new Map<string, EvmWallet>();
  const onAnnounce = (event: Event) => {
    const { info, provider } = (
      event as CustomEvent<{ info?: { uuid?: unknown; name?: unknown }; provider?: Provider }>
    ).detail;
    if (typeof info?.uuid === 'string' && typeof info.name === 'string' && provider)
      found.set(info.uuid, walletOf(info.uuid, info.name, provider));
  };
  addEventListener('eip6963:announceProvider', onAnnounce);
  dispatchEvent(new Event('eip6963:requestProvider'));
  await new Promise((resolve) => setTimeout(resolve, ANNOUNCE_MS));
  removeEventListener('eip6963:announceProvider', onAnnounce);
  return [...found.values()];
}

const hex = (decimal: string): string => `0x${BigInt(decimal).toString(16)}`;

function walletOf(id: string, name: string, provider: Provider): EvmWallet {
  const ask = (method: string, params: readonly unknown[] = []) => asked(() => provider.request({ method, params }));

  /** Brings the wallet to the network of this id. */
  const changeTo = async (chainId: string): Promise<void> => {
    if ((await ask('eth_chainId')) === chainId) return;
    const wrong = new WalletError('WALLET_WRONG_NETWORK', `the wallet is not on the network ${BigInt(chainId)}`);
    await asked(async () => {
      try {
        await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
      } catch (error) {
        throw (error as { readonly code?: unknown } | null)?.code === UNKNOWN_NETWORK ? wrong : error;
      }
    });
    if ((await ask('eth_chainId')) !== chainId) throw wrong;
  };

  return {
    id,
    name,
    async account() {
      const accounts = await ask('eth_requestAccounts');
      const account = Array.isArray(accounts) ? accounts[0] : undefined;
      if (typeof account !== 'string') throw new WalletError('WALLET_REJECTED', 'the wallet gives no account');
      return account;
    },
    async send(account: string, transaction: Unsigned) {
      if (transaction.kind !== 'evm') throw new WalletError('WALLET_WRONG_NETWORK', 'the order is on another chain');
      await changeTo(hex(transaction.chainId));
      const { from = account, to, data, value } = transaction;
      if (from.toLowerCase() !== account.toLowerCase())
        throw new WalletError('WALLET_OTHER_ACCOUNT', `the order is to be locked by ${from}`);
      await ask('eth_sendTransaction', [{ from, to, data, value: hex(value) }]);
    },
    async signText(account: string, text: string) {
      const bytes = [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0'));
      return String(await ask('personal_sign', [`0x${bytes.join('')}`, account]));
    },
  };
}

/**
 * The signature of a text by the first wallet that lets the page use the account with this address. Throws WalletError,
 * `WALLET_OTHER_ACCOUNT` when none does.
 */
export async function signText(wallets: readonly EvmWallet[], address: string, text: string): Promise<string> {
  for (const wallet of wallets) {
    const account = await wallet.account();
    if (account.toLowerCase() === address.toLowerCase()) return wallet.signText(account, text);
  }
  throw new WalletError('WALLET_OTHER_ACCOUNT', `no wallet of this browser has the account ${address}`);
}

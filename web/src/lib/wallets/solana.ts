import { asked, type OwnWallet, WalletError, type WalletNetwork } from './wallet.ts';

/** An account of a wallet (wallet standard). */
interface Account {
  readonly address: string;
  readonly chains: readonly string[];
}

interface Connect {
  connect(): Promise<{ readonly accounts: readonly Account[] }>;
}

interface SignAndSend {
  readonly supportedTransactionVersions: readonly ('legacy' | number)[];
  signAndSendTransaction(input: {
    readonly account: Account;
    readonly chain: string;
    readonly transaction: Uint8Array;
    readonly options: { readonly preflightCommitment: 'confirmed' };
  }): Promise<readonly { readonly signature: Uint8Array }[]>;
}

/** A wallet as it registers itself; each part is checked before it is used. */
interface Registered {
  readonly name?: unknown;
  readonly chains?: unknown;
  readonly features?: Readonly<Record<string, unknown>>;
}

/** What a page gives to wallets, with which they register themselves. */
interface Registry {
  register(...wallets: readonly Registered[]): () => void;
}

const CONNECT = 'standard:connect';
const SEND = 'solana:signAndSendTransaction';

/** The clusters by the names of the wallet standard; every other one is on this machine. */
const CLUSTERS: Readonly<Record<string, string>> = {
  mainnet: 'solana:mainnet',
  dev: 'solana:devnet',
  test: 'solana:testnet',
};

/** Wallets register while the event is dispatched, and those that load later with an event of theirs. */
const seen = new Set<Registered>();
const registry: Registry = Object.freeze({
  register(...wallets: readonly Registered[]) {
    for (const wallet of wallets) seen.add(wallet);
    return () => {
      for (const wallet of wallets) seen.delete(wallet);
    };
  },
});
addEventListener('wallet-standard:register-wallet', (event) => {
  const { detail } = event as CustomEvent<unknown>;
  if (typeof detail === 'function') detail(registry);
});

/** The wallets of this browser for Solana (wallet standard) that sign and send transactions of version 0. */
export async function findWallets({ network }: WalletNetwork): Promise<readonly OwnWallet[]> {
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: registry }));
  const chain = CLUSTERS[network] ?? 'solana:localnet';
  return [...seen].flatMap((wallet, index) => {
    const { name, chains, features } = wallet;
    const [connect, send] = [features?.[CONNECT], features?.[SEND]] as [Connect?, SignAndSend?];
    const isOfSolana = Array.isArray(chains) && chains.some((one) => String(one).startsWith('solana:'));
    if (typeof name !== 'string' || !isOfSolana || !connect || !send?.supportedTransactionVersions.includes(0))
      return [];
    return [walletOf(`${index} ${name}`, name, chain, connect, send)];
  });
}

function walletOf(id: string, name: string, chain: string, connect: Connect, sender: SignAndSend): OwnWallet {
  let accounts: readonly Account[] = [];
  return {
    id,
    name,
    async account() {
      ({ accounts } = await asked(() => connect.connect()));
      const [first] = accounts;
      if (!first) throw new WalletError('WALLET_REJECTED', 'the wallet gives no account');
      const fitting = accounts.find(({ chains }) => chains.includes(chain));
      if (!fitting) throw new WalletError('WALLET_WRONG_NETWORK', `the wallet has no account on ${chain}`);
      return fitting.address;
    },
    async send(address, transaction) {
      if (transaction.kind !== 'solana') throw new WalletError('WALLET_WRONG_NETWORK', 'the order is on another chain');
      const account = accounts.find((one) => one.address === address);
      if (!account || transaction.feePayer !== address)
        throw new WalletError('WALLET_OTHER_ACCOUNT', `the order is to be locked by ${transaction.feePayer}`);
      const bytes = Uint8Array.from(atob(transaction.transaction), (character) => character.charCodeAt(0));
      // The block of the transaction's block hash is confirmed, and finalized seconds later: a check on the finalized
      // state, which is what endpoints do unless they are asked otherwise, would not know it.
      const options = { preflightCommitment: 'confirmed' } as const;
      await asked(() => sender.signAndSendTransaction({ account, chain, transaction: bytes, options }));
    },
  };
}

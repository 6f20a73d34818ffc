import { type OwnWallet, type WalletCode, WalletError, type WalletNetwork } from './wallet.ts';

// The message interface of the Radix wallet: events between a page and the connector extension, which brings them to
// the wallet on the person's phone.
const OUT = 'radix#chromeExtension#send';
const IN = 'radix#chromeExtension#receive';

/** A message of the extension; each part is checked before it is used. */
interface Message {
  readonly interactionId?: unknown;
  /** Of a message about the way, such as `extensionStatus`; absent in the wallet's answer. */
  readonly eventType?: unknown;
  readonly isExtensionAvailable?: unknown;
  readonly isWalletLinked?: unknown;
  readonly canHandleSessions?: unknown;
  /** Of the wallet's answer: success or failure. */
  readonly discriminator?: unknown;
  readonly error?: unknown;
  readonly message?: unknown;
  readonly items?: { readonly oneTimeAccounts?: { readonly accounts?: readonly { readonly address?: unknown }[] } };
}

/** The version of the message interface, and of a transaction in it. */
const VERSION = 2;
const TRANSACTION_VERSION = 1;

/** Milliseconds in which the extension says that it is there. */
const DETECT_MS = 300;

/** The ids of the networks by their names. */
const NETWORK_IDS: Readonly<Record<string, number>> = { mainnet: 1, stokenet: 2, localnet: 240, simulator: 242 };

/** The wallet's errors after which nothing was sent, as the page's codes. */
const ERRORS: Readonly<Record<string, WalletCode>> = {
  rejectedByUser: 'WALLET_REJECTED',
  canceledByUser: 'WALLET_REJECTED',
  wrongNetwork: 'WALLET_WRONG_NETWORK',
  wrongAccountType: 'WALLET_OTHER_ACCOUNT',
  failedToFindAccountWithEnoughFundsToLockFee: 'WALLET_NO_FEE',
  unknownWebsite: 'WALLET_UNKNOWN_SITE',
  radixJsonNotFound: 'WALLET_UNKNOWN_SITE',
  unknownDappDefinitionAddress: 'WALLET_UNKNOWN_SITE',
};

/** The network has the same transaction already. */
const DUPLICATE = 'submittedTransactionWasDuplicate';

/** Sends a message to the extension, and resolves with the first answer to it that `fits`. */
function exchange(detail: { readonly interactionId: string }, fits: (message: Message) => boolean, withinMs?: number) {
  return new Promise<Message | undefined>((resolve) => {
    const end = (message?: Message) => {
      removeEventListener(IN, onMessage);
      resolve(message);
    };
    const onMessage = (event: Event) => {
      const message = (event as CustomEvent<Message | null>).detail;
      if (message?.interactionId === detail.interactionId && fits(message)) end(message);
    };
    addEventListener(IN, onMessage);
    if (withinMs !== undefined) setTimeout(end, withinMs);
    dispatchEvent(new CustomEvent(OUT, { detail }));
  });
}

const statusOf = () =>
  exchange(
    { interactionId: crypto.randomUUID(), ...{ discriminator: 'extensionStatus' } },
    ({ eventType }) => eventType === 'extensionStatus',
    DETECT_MS,
  );

/**
 * The wallet that the extension of this browser leads to, if any. It refuses a service that names no account of itself,
 * its dApp definition, so without one there is none.
 */
export async function findWallets({ network, dappDefinition }: WalletNetwork): Promise<readonly OwnWallet[]> {
  const networkId = NETWORK_IDS[network];
  if (dappDefinition === null || networkId === undefined) return [];
  const status = await statusOf();
  if (status?.isExtensionAvailable !== true) return [];
  const metadata = {
    ...{ version: VERSION, networkId, dAppDefinitionAddress: dappDefinition, origin: location.origin },
  };

  /** The wallet's answer to a question. */
  const ask = async (items: object): Promise<Message> => {
    const now = await statusOf();
    if (now?.isWalletLinked !== true)
      throw new WalletError('WALLET_NOT_LINKED', 'no wallet is linked to the extension');
    const interactionId = crypto.randomUUID();
    const interaction = { interactionId, metadata, items };
    const detail =
      now.canHandleSessions === true
        ? { interactionId, ...{ discriminator: 'walletInteraction', interaction } }
        : interaction;
    const answer = await exchange(detail, ({ eventType }) => eventType === undefined);
    if (answer?.discriminator === 'success') return answer;
    const error = String(answer?.error);
    if (error === DUPLICATE) return { discriminator: 'success' };
    const message = typeof answer?.message === 'string' ? answer.message : error;
    const code = /FeeTooHigh/.test(message) ? 'FEE_CHANGED' : (ERRORS[error] ?? 'WALLET_FAILED');
    throw new WalletError(code, message);
  };

  let known: string | undefined;
  return [
    {
      id: 'radix',
      name: 'Radix Wallet',
      async account() {
        if (known !== undefined) return known;
        const oneTimeAccounts = { numberOfAccounts: { quantifier: 'exactly', quantity: 1 } };
        const { items } = await ask({ discriminator: 'unauthorizedRequest', oneTimeAccounts });
        const address = items?.oneTimeAccounts?.accounts?.[0]?.address;
        if (typeof address !== 'string') throw new WalletError('WALLET_REJECTED', 'the wallet gives no account');
        known = address;
        return address;
      },
      async send(_account, transaction) {
        if (transaction.kind !== 'radix' || transaction.networkId !== networkId)
          throw new WalletError('WALLET_WRONG_NETWORK', 'the order is on another network');
        const { manifest: transactionManifest, blobs } = transaction;
        const send = { version: TRANSACTION_VERSION, transactionManifest, blobs };
        await ask({ discriminator: 'transaction', send });
      },
    },
  ];
}

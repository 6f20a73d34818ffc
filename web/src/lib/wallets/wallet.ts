import type { CreatedOrder, components } from '@causeway/client';

/** The network on which a wallet is to send. */
export type WalletNetwork = Pick<components['schemas']['Network'], 'kind' | 'network' | 'dappDefinition'>;

/** A transaction of an order that its sender signs, of any kind of chain. */
export type Unsigned = NonNullable<CreatedOrder['transactions']>[number];

/** A wallet of this browser whose keys the service does not have. */
export interface OwnWallet {
  /** Identifies the wallet on this page. */
  readonly id: string;
  /** Its name, by itself: foreign text. */
  readonly name: string;
  /** Asks for the account that the page may use, in its chain’s own form. Throws WalletError. */
  account(): Promise<string>;
  /** Lets the wallet sign a transaction of `account` and send it to its network. Throws WalletError. */
  send(account: string, transaction: Unsigned): Promise<void>;
}

export type WalletCode =
  | 'WALLET_REJECTED'
  | 'WALLET_WRONG_NETWORK'
  | 'WALLET_OTHER_ACCOUNT'
  | 'WALLET_BUSY'
  | 'WALLET_NOT_LINKED'
  | 'WALLET_NO_FEE'
  | 'WALLET_UNKNOWN_SITE'
  | 'TRANSACTION_EXPIRED'
  | 'FEE_CHANGED'
  | 'WALLET_FAILED';

/**
 * A wallet did not do what the page asked of it. After WALLET_FAILED nobody knows whether it has sent the transaction;
 * after each other code it has not.
 */
export class WalletError extends Error {
  readonly code: WalletCode;

  constructor(code: WalletCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Codes of a person’s no: of EIP-1193 and of the wallet standard. */
const NO: readonly unknown[] = [4001, 4001000];
/** The code of EIP-1193 for a wallet that already asks something. */
const BUSY = -32002;

/** What a wallet threw, as the page’s own code, by its code and by the words that wallets of all kinds share. */
export function walletErrorOf(thrown: unknown): WalletError {
  if (thrown instanceof WalletError) return thrown;
  const { code, message } = (thrown ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  const words = typeof message === 'string' ? message : String(thrown);
  if (NO.includes(code) || /\b(?:reject|denied|declin|cancel)/i.test(words))
    return new WalletError('WALLET_REJECTED', words);
  if (code === BUSY) return new WalletError('WALLET_BUSY', words);
  if (/FeeTooHigh/.test(words)) return new WalletError('FEE_CHANGED', words);
  if (/block ?hash not found|block height exceeded/i.test(words)) return new WalletError('TRANSACTION_EXPIRED', words);
  return new WalletError('WALLET_FAILED', words);
}

/** The result of what a wallet is asked. Throws WalletError. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw walletErrorOf(error);
  }
}

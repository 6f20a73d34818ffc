import bs58 from 'bs58';
import type { AccountState } from './accounts.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts';

/**
 * Sizes of the token programs' accounts. Token-2022 puts a type after the first size, and extensions after the type.
 */
const MINT_BYTES = 82;
const ACCOUNT_BYTES = 165;
const TYPE_OFFSET = 165;
const TYPE_MINT = 1;
const TYPE_ACCOUNT = 2;

const ACCOUNT_STATES = ['uninitialized', 'initialized', 'frozen'] as const;

/** A token account of either token program. Addresses are base58, amounts in units of the mint. */
export interface TokenAccount {
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
  readonly delegate: string | null;
  readonly delegatedAmount: bigint;
  readonly state: (typeof ACCOUNT_STATES)[number];
  /** Lamports that exempt a wrapped SOL account from rent; null for any other token. */
  readonly rentExemptReserve: bigint | null;
  readonly closeAuthority: string | null;
}

export interface Mint {
  readonly mintAuthority: string | null;
  readonly supply: bigint;
  readonly decimals: number;
  readonly isInitialized: boolean;
  readonly freezeAuthority: string | null;
}

/** An amount in the form of the RPC. */
export interface UiTokenAmount {
  readonly amount: string;
  readonly decimals: number;
  readonly uiAmount: number | null;
  readonly uiAmountString: string;
}

export function isTokenProgram(address: string): boolean {
  return address === TOKEN_PROGRAM || address === TOKEN_2022_PROGRAM;
}

/** The token account in `account`; null when it is none or not initialized. */
export function tokenAccountOf(account: AccountState | null): TokenAccount | null {
  if (account === null || !hasForm(account, ACCOUNT_BYTES, TYPE_ACCOUNT)) return null;
  const data = Buffer.from(account.data);
  const state = ACCOUNT_STATES[data.readUInt8(108)];
  if (state === undefined || state === 'uninitialized') return null;
  return {
    mint: key(data, 0),
    owner: key(data, 32),
    amount: data.readBigUInt64LE(64),
    delegate: optionalKey(data, 72),
    state,
    rentExemptReserve: data.readUInt32LE(109) === 1 ? data.readBigUInt64LE(113) : null,
    delegatedAmount: data.readBigUInt64LE(121),
    closeAuthority: optionalKey(data, 129),
  };
}

/** The mint in `account`; null when it is none or not initialized. */
export function mintOf(account: AccountState | null): Mint | null {
  if (account === null || !hasForm(account, MINT_BYTES, TYPE_MINT)) return null;
  const data = Buffer.from(account.data);
  if (data.readUInt8(45) !== 1) return null;
  return {
    mintAuthority: optionalKey(data, 0),
    supply: data.readBigUInt64LE(36),
    decimals: data.readUInt8(44),
    isInitialized: true,
    freezeAuthority: optionalKey(data, 46),
  };
}

function hasForm({ owner, data }: AccountState, bytes: number, type: number): boolean {
  if (!isTokenProgram(owner)) return false;
  if (data.length === bytes) return true;
  return owner === TOKEN_2022_PROGRAM && data.length > TYPE_OFFSET && data[TYPE_OFFSET] === type;
}

const key = (data: Buffer, offset: number) => bs58.encode(data.subarray(offset, offset + 32));
const optionalKey = (data: Buffer, offset: number) => (data.readUInt32LE(offset) === 1 ? key(data, offset + 4) : null);

/** `amount` units in the form of the RPC. */
export function uiTokenAmount(amount: bigint, decimals: number): UiTokenAmount {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`;
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

/** The balance of a token account among a transaction's accounts, before or after the transaction. */
export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly uiTokenAmount: UiTokenAmount;
}

/** Balances of the token accounts among `keys`, each read with `read`. */
export function tokenBalances(
  keys: readonly string[],
  read: (address: string) => AccountState | null,
): readonly TokenBalance[] {
  return keys.flatMap((address, accountIndex) => {
    const account = read(address);
    const token = tokenAccountOf(account);
    const mint = token && mintOf(read(token.mint));
    if (!account || !token || !mint) return [];
    return [
      {
        accountIndex,
        mint: token.mint,
        owner: token.owner,
        programId: account.owner,
        uiTokenAmount: uiTokenAmount(token.amount, mint.decimals),
      },
    ];
  });
}

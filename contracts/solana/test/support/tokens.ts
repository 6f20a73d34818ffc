import type { Address } from '@solana/kit';
import { ACCOUNT_SIZE, AccountLayout, AccountState, MINT_SIZE, MintLayout } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { TOKEN_PROGRAM } from './addresses.ts';
import type { Account, Chain } from './chain.ts';

export interface MintFields {
  readonly decimals: number;
  readonly supply?: bigint;
  readonly mintAuthority?: Address;
  readonly freezeAuthority?: Address;
  readonly initialized?: boolean;
}

const NOBODY = PublicKey.default;
const optional = (address: Address | undefined) => ({
  option: address === undefined ? (0 as const) : (1 as const),
  key: address === undefined ? NOBODY : new PublicKey(address),
});

/** A mint in the SPL Token program's format. */
export function mintAccount(chain: Chain, fields: MintFields): Account {
  const authority = optional(fields.mintAuthority);
  const freezer = optional(fields.freezeAuthority);
  const data = Buffer.alloc(MINT_SIZE);
  MintLayout.encode(
    {
      mintAuthorityOption: authority.option,
      mintAuthority: authority.key,
      supply: fields.supply ?? 0n,
      decimals: fields.decimals,
      isInitialized: fields.initialized ?? true,
      freezeAuthorityOption: freezer.option,
      freezeAuthority: freezer.key,
    },
    data,
  );
  return { lamports: chain.rent(MINT_SIZE), owner: TOKEN_PROGRAM, data: new Uint8Array(data) };
}

export interface TokenAccountFields {
  readonly mint: Address;
  readonly owner: Address;
  readonly amount?: bigint;
  readonly frozen?: boolean;
}

/** A token account in the SPL Token program's format. */
export function tokenAccount(chain: Chain, { mint, owner, amount = 0n, frozen = false }: TokenAccountFields): Account {
  const data = Buffer.alloc(ACCOUNT_SIZE);
  AccountLayout.encode(
    {
      mint: new PublicKey(mint),
      owner: new PublicKey(owner),
      amount,
      delegateOption: 0,
      delegate: NOBODY,
      state: frozen ? AccountState.Frozen : AccountState.Initialized,
      isNativeOption: 0,
      isNative: 0n,
      delegatedAmount: 0n,
      closeAuthorityOption: 0,
      closeAuthority: NOBODY,
    },
    data,
  );
  return { lamports: chain.rent(ACCOUNT_SIZE), owner: TOKEN_PROGRAM, data: new Uint8Array(data) };
}

/** The balance of a token account; 0 when it does not exist. */
export function tokenBalance(chain: Chain, address: Address): bigint {
  const account = chain.account(address);
  return account === undefined ? 0n : AccountLayout.decode(account.data).amount;
}

export const supplyOf = (chain: Chain, mint: Address): bigint => {
  const account = chain.account(mint);
  if (account === undefined) throw new Error(`no mint at ${mint}`);
  return MintLayout.decode(account.data).supply;
};

/** The fields of a mint. */
export const readMint = (account: Account) => MintLayout.decode(account.data);

/** The fields of a token account. */
export const readTokenAccount = (account: Account): { readonly owner: Address } => ({
  owner: AccountLayout.decode(account.data).owner.toBase58() as Address,
});

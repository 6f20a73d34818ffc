import { z } from 'zod';
import { encodeAccount } from '../encode-account.ts';
import { accountConfig, address, contextConfig, parse } from '../params.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.ts';
import { invalidParams } from '../rpc-error.ts';
import { isTokenProgram, type Mint, mintOf, type TokenAccount, tokenAccountOf, uiTokenAmount } from '../tokens.ts';
import { View } from '../view.ts';
import type { Method, Methods } from './method.ts';

const LARGEST_ACCOUNTS = 20;

const accountsFilter = z.union([z.object({ mint: address }), z.object({ programId: address })]);

/** The token accounts of one mint, or of one token program, that `belongs` accepts. */
const tokenAccounts =
  (belongs: (token: TokenAccount, key: string) => boolean): Method =>
  ({ validator }, params) => {
    const [key, filter, config] = parse(params, address, accountsFilter, accountConfig);
    const view = new View(validator, config);
    const programs = tokenPrograms(view, filter);
    const accounts = programs.flatMap((program) =>
      [...view.ownedBy(program)].flatMap(([pubkey, account]) => {
        const token = tokenAccountOf(account);
        if (!token || !belongs(token, key) || ('mint' in filter && token.mint !== filter.mint)) return [];
        return [{ pubkey, account: encodeAccount(account, config, view.read) }];
      }),
    );
    return view.answer(accounts);
  };

function tokenPrograms(view: View, filter: z.infer<typeof accountsFilter>): readonly string[] {
  if ('programId' in filter) {
    if (!isTokenProgram(filter.programId)) throw invalidParams('Invalid param: unrecognized Token program id');
    return [filter.programId];
  }
  requireMint(view, filter.mint);
  return [view.read(filter.mint)?.owner as string];
}

function requireMint(view: View, key: string): Mint {
  const mint = mintOf(view.read(key));
  if (!mint)
    throw invalidParams(view.read(key) ? 'Invalid param: not a Token mint' : 'Invalid param: could not find mint');
  return mint;
}

export const tokenMethods: Methods = {
  getTokenAccountBalance({ validator }, params) {
    const [key, config] = parse(params, address, contextConfig);
    const view = new View(validator, config);
    const token = tokenAccountOf(view.read(key));
    if (!token) {
      throw invalidParams(
        view.read(key) ? 'Invalid param: not a Token account' : 'Invalid param: could not find account',
      );
    }
    return view.answer(uiTokenAmount(token.amount, requireMint(view, token.mint).decimals));
  },

  getTokenSupply({ validator }, params) {
    const [key, config] = parse(params, address, contextConfig);
    const view = new View(validator, config);
    const { supply, decimals } = requireMint(view, key);
    return view.answer(uiTokenAmount(supply, decimals));
  },

  getTokenLargestAccounts({ validator }, params) {
    const [key, config] = parse(params, address, contextConfig);
    const view = new View(validator, config);
    const { decimals } = requireMint(view, key);
    const balances = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].flatMap((program) =>
      [...view.ownedBy(program)].flatMap(([pubkey, account]) => {
        const token = tokenAccountOf(account);
        return token?.mint === key ? [{ address: pubkey, amount: token.amount }] : [];
      }),
    );
    const largest = balances.sort((one, other) => (other.amount > one.amount ? 1 : -1)).slice(0, LARGEST_ACCOUNTS);
    return view.answer(
      largest.map(({ address: holder, amount }) => ({ address: holder, ...uiTokenAmount(amount, decimals) })),
    );
  },

  getTokenAccountsByOwner: tokenAccounts((token, owner) => token.owner === owner),
  getTokenAccountsByDelegate: tokenAccounts((token, delegate) => token.delegate === delegate),
};

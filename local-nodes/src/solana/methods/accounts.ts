import bs58 from 'bs58';
import { z } from 'zod';
import type { AccountState } from '../accounts.ts';
import { encodeAccount } from '../encode-account.ts';
import { accountConfig, address, contextConfig, parse, u64 } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';
import { tokenAccountOf } from '../tokens.ts';
import { View } from '../view.ts';
import type { Methods } from './method.ts';

const MAX_MULTIPLE_ACCOUNTS = 100;
const MAX_FILTERS = 4;
const MAX_ACCOUNT_BYTES = 10 * 1_024 * 1_024;

const memcmp = z.object({
  offset: u64,
  bytes: z.union([z.string(), z.array(z.number().int().min(0).max(255))]),
  encoding: z.enum(['base58', 'base64', 'bytes']).nullish(),
});

const filter = z.union([
  z.object({ dataSize: u64 }),
  z.object({ memcmp }),
  z.literal('tokenAccountState').transform(() => ({ tokenAccountState: true as const })),
]);

export const accountFilters = z
  .array(filter)
  .max(MAX_FILTERS, `Invalid param: Too many filters provided; max ${MAX_FILTERS}`);
export type AccountFilter = z.infer<typeof filter>;

const programConfig = z
  .object({ ...accountConfig.unwrap().shape, filters: accountFilters.nullish(), withContext: z.boolean().nullish() })
  .default({ commitment: 'finalized' });

/** A test that an account passes when it passes every filter. Throws the RPC's error for malformed bytes. */
export function matcher(filters: readonly AccountFilter[]): (account: AccountState) => boolean {
  const tests = filters.map((one): ((account: AccountState) => boolean) => {
    if ('dataSize' in one) return ({ data }) => data.length === one.dataSize;
    if ('tokenAccountState' in one) return (account) => tokenAccountOf(account) !== null;
    const bytes = memcmpBytes(one.memcmp);
    const { offset } = one.memcmp;
    return ({ data }) => Buffer.compare(data.subarray(offset, offset + bytes.length), bytes) === 0;
  });
  return (account) => tests.every((test) => test(account));
}

function memcmpBytes({ bytes, encoding }: z.infer<typeof memcmp>): Uint8Array {
  if (typeof bytes !== 'string') return Uint8Array.from(bytes);
  if (encoding === 'base64') return Buffer.from(bytes, 'base64');
  try {
    return bs58.decode(bytes);
  } catch {
    throw invalidParams('Invalid param: invalid base58 encoding');
  }
}

export const accountMethods: Methods = {
  getAccountInfo({ validator }, params) {
    const [key, config] = parse(params, address, accountConfig);
    const view = new View(validator, config);
    const account = view.read(key);
    return view.answer(account && encodeAccount(account, config, view.read));
  },

  getMultipleAccounts({ validator }, params) {
    const keys = z.array(address).max(MAX_MULTIPLE_ACCOUNTS, `Too many inputs provided; max ${MAX_MULTIPLE_ACCOUNTS}`);
    const [addresses, config] = parse(params, keys, accountConfig);
    const view = new View(validator, config);
    const accounts = addresses.map((key) => {
      const account = view.read(key);
      return account && encodeAccount(account, { encoding: 'base64', ...config }, view.read);
    });
    return view.answer(accounts);
  },

  getProgramAccounts({ validator }, params) {
    const [program, config] = parse(params, address, programConfig);
    const view = new View(validator, config);
    const matches = matcher(config.filters ?? []);
    const accounts = [...view.ownedBy(program)]
      .filter(([, account]) => matches(account))
      .map(([pubkey, account]) => ({ pubkey, account: encodeAccount(account, config, view.read) }));
    return config.withContext ? view.answer(accounts) : accounts;
  },

  getBalance({ validator }, params) {
    const [key, config] = parse(params, address, contextConfig);
    const view = new View(validator, config);
    return view.answer(view.read(key)?.lamports ?? 0n);
  },

  getMinimumBalanceForRentExemption({ validator }, params) {
    const [bytes] = parse(params, u64.max(MAX_ACCOUNT_BYTES));
    return validator.bank.rentExemption(bytes);
  },
};

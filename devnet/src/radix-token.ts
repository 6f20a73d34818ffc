import { formatDecimal } from '@causeway/protocol';
import { devAccount, devAccounts, devKey, USER_ROLES } from './accounts.ts';
import { openLedger } from './radix-manifest.ts';
import { unwrap } from './unwrap.ts';

const FAUCET = 'component_sim1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxhkrefh';

/** The faucet's gift per transaction, and the highest fee of such a transaction, XRD. */
const FAUCET_XRD = '10000';
const FAUCET_FEE_XRD = '10';

const openAsDeployer = (url: string) => openLedger(url, devKey('deployer', 'radix'));

/** Puts `amount` of `resource` from the transaction's worktop into an account. */
const deposit = (resource: string, amount: string, account: string): string => `
TAKE_FROM_WORKTOP Address("${resource}") Decimal("${amount}") Bucket("${account}");
CALL_METHOD Address("${account}") "try_deposit_or_abort" Bucket("${account}") Enum<0u8>();`;

/** Gives 10,000 XRD to every account of a local Radix ledger that has none, in parallel and in one round. */
export async function fundRadixAccounts(url: string): Promise<void> {
  const ledger = await openAsDeployer(url);
  const fund = async (account: string): Promise<void> => {
    if (unwrap(await ledger.balance(account, ledger.coin)) > 0n) return;
    const manifest = `CALL_METHOD Address("${FAUCET}") "free";${deposit(ledger.coin, FAUCET_XRD, account)}`;
    unwrap(await ledger.send({ manifest, payer: FAUCET, feeXrd: FAUCET_FEE_XRD }));
  };
  await Promise.all(devAccounts('radix').map(({ address }) => fund(address)));
}

/** Mints `amount` units (18 decimals) of the deployer's test token to every user without any. */
export async function mintToRadixUsers(url: string, resource: string, amount: bigint): Promise<void> {
  const ledger = await openAsDeployer(url);
  const users = USER_ROLES.map((role) => devAccount(role, 'radix').address);
  const held = await Promise.all(users.map(async (user) => unwrap(await ledger.balance(user, resource))));
  const poor = users.filter((_user, index) => held[index] === 0n);
  if (poor.length === 0) return;
  const each = formatDecimal(amount, 18);
  const all = formatDecimal(amount * BigInt(poor.length), 18);
  const manifest = `MINT_FUNGIBLE Address("${resource}") Decimal("${all}");`;
  unwrap(await ledger.send({ manifest: manifest + poor.map((user) => deposit(resource, each, user)).join('') }));
}

import { formatDecimal } from '@causeway/protocol';
import { devAccount, devAccounts, devKey, USER_ROLES } from '../accounts.ts';
import { unwrap } from '../unwrap.ts';
import { openLedger } from './manifest.ts';

const FAUCET = 'component_sim1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxhkrefh';

/** The faucet's gift per transaction, units of XRD. */
const GIFT = 10_000n * 10n ** 18n;
/** The highest fee of such a transaction, XRD. */
const FAUCET_FEE_XRD = '10';

/** Puts what the worktop still holds into an account. */
const depositRest = (account: string): string => `
CALL_METHOD Address("${account}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`;

const openAsDeployer = (url: string) => openLedger(url, devKey('deployer', 'radix'));

/** Puts `amount` of `resource` from the transaction's worktop into an account. */
const deposit = (resource: string, amount: string, account: string): string => `
TAKE_FROM_WORKTOP Address("${resource}") Decimal("${amount}") Bucket("${account}");
CALL_METHOD Address("${account}") "try_deposit_or_abort" Bucket("${account}") Enum<0u8>();`;

/** Gives 10,000 XRD to every account of a local Radix ledger that has none, in parallel and in one round. */
export async function fundRadixAccounts(url: string): Promise<void> {
  const ledger = await openAsDeployer(url);
  const fund = async ({ address }: { readonly address: string }): Promise<void> => {
    if (unwrap(await ledger.balance(address, ledger.coin)) === 0n) await giveXrd(url, address, GIFT);
  };
  await Promise.all(devAccounts('radix').map(fund));
}

/**
 * Gives `units` (18 decimals) of XRD to an account, from the ledger's own faucet, which gives 10,000 XRD per
 * transaction. The deployer gets the rest of the last 10,000. Resolves with the last transaction's reference once all
 * are committed.
 */
export async function giveXrd(url: string, account: string, units: bigint): Promise<string> {
  const ledger = await openAsDeployer(url);
  let reference = '';
  for (let left = units; left > 0n; left -= GIFT) {
    const part = left < GIFT ? left : GIFT;
    const gift = deposit(ledger.coin, formatDecimal(part, 18), account);
    const manifest = `CALL_METHOD Address("${FAUCET}") "free";${gift}${depositRest(ledger.account)}`;
    reference = unwrap(await ledger.send({ manifest, payer: FAUCET, feeXrd: FAUCET_FEE_XRD }));
  }
  return reference;
}

/** Mints `amount` units (18 decimals) of the deployer's test token to every user without any. */
export async function fundUsers(url: string, resource: string, amount: bigint): Promise<void> {
  const ledger = await openAsDeployer(url);
  const users = USER_ROLES.map((role) => devAccount(role, 'radix').address);
  const held = await Promise.all(users.map(async (user) => unwrap(await ledger.balance(user, resource))));
  const poor = users.filter((_user, index) => held[index] === 0n);
  if (poor.length > 0) await mintResource(url, resource, poor, amount);
}

/**
 * Mints `amount` units (18 decimals) of the deployer's test token to each of `accounts`. Resolves with the
 * transaction's reference once it is committed.
 */
export async function mintResource(
  url: string,
  resource: string,
  accounts: readonly string[],
  amount: bigint,
): Promise<string> {
  const ledger = await openAsDeployer(url);
  const all = formatDecimal(amount * BigInt(accounts.length), 18);
  const each = formatDecimal(amount, 18);
  const manifest = `MINT_FUNGIBLE Address("${resource}") Decimal("${all}");`;
  return unwrap(
    await ledger.send({ manifest: manifest + accounts.map((account) => deposit(resource, each, account)).join('') }),
  );
}

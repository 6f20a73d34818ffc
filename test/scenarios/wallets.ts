import { strict as assert } from 'node:assert';
import { fund, signInAs } from '@causeway/cli/devnet-avatar';
import type { Causeway, WalletBalance, WalletTransfer } from '@causeway/client';
import { FINALITY_BLOCKS } from '@causeway/devnet';
import { findProfile } from '@causeway/networks';
import { formatDecimal, parseDecimal } from '@causeway/protocol';
import { controlOf, networkOf } from '../support/chain-control.ts';
import { read } from '../support/invariants.ts';
import type { NetworkName, Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

/** Decimals of every amount here. */
const DECIMALS = 18;
/** Sent of the coin and of the asset; more than the rent of a new account on Solana. */
const SENT = '0.5';
/** Largest fees of both transfers, whole coins. */
const FEES = '3';

const unitsOf = (amount: string): Promise<bigint> => read(Promise.resolve(parseDecimal(amount, DECIMALS)));

/** A chain of the stack, the provider type of its wallets, and its coin, as its profile has them. */
interface Served {
  readonly name: NetworkName;
  readonly providerType: number;
  readonly coin: string;
}

/** What a wallet shows of `symbol`, as a decimal amount. */
function shown({ balances, walletAddress }: WalletBalance, symbol: string): string {
  const found = balances.filter((one) => one.symbol === symbol);
  assert.equal(found.length, 1, `${walletAddress} shows ${symbol} once`);
  return found[0]?.balance ?? assert.fail(`the balance of ${symbol} cannot be read`);
}

/** Waits until nothing can undo the transfer, and makes the blocks for it. */
async function completes(stack: Stack, client: Causeway, at: NetworkName, { walletId, transferId }: WalletTransfer) {
  await until(`${transferId} on ${at} is completed`, async () => {
    const { status, failureMessage } = await client.wallets.transfer(walletId, transferId);
    assert.notEqual(status, 'failed', `${at}: ${failureMessage}`);
    if (status === 'included') await controlOf(stack, at).mine(FINALITY_BLOCKS + 1);
    return status === 'completed';
  });
}

/** Sends a chain's coin and the asset that its bridge locks from one new wallet to another. */
async function sendsBoth(stack: Stack, client: Causeway, { name, providerType, coin }: Served): Promise<void> {
  const { wallets } = client;
  const symbols = [...new Set([coin, networkOf(name).assets.main.symbol])];
  const [from, to] = [
    await wallets.create({ walletProviderType: providerType, name: `${name} sends` }),
    await wallets.create({ walletProviderType: providerType, name: `${name} receives` }),
  ];
  assert.deepEqual([from.network, to.network], [name, name]);
  await fund(stack.devnet, [{ network: name, address: from.walletAddress }]);
  const before = await wallets.balance(from.walletId);
  assert.deepEqual([before.network, before.symbol, before.balance], [name, coin, shown(before, coin)]);
  for (const symbol of symbols) assert.notEqual(shown(before, symbol), '0', `${symbol} on ${name}`);

  for (const symbol of symbols) {
    // The coin is meant where no token is named.
    const token = symbol === coin ? {} : { token: symbol };
    const sent = await wallets.send(from.walletId, { toAddress: to.walletAddress, amount: SENT, ...token });
    assert.deepEqual([sent.token, sent.amount], [symbol, SENT]);
    await completes(stack, client, name, sent);
  }
  const [left, received] = await Promise.all([from, to].map(({ walletId }) => wallets.balance(walletId)));
  assert(left !== undefined && received !== undefined);
  for (const symbol of symbols) {
    assert.equal(shown(received, symbol), SENT, `${symbol} on ${name} arrived`);
    const spent = (await unitsOf(shown(before, symbol))) - (await unitsOf(shown(left, symbol))) - (await unitsOf(SENT));
    const isFee = symbol === coin && spent > 0n && spent <= (await unitsOf(FEES));
    assert.ok(isFee || (symbol !== coin && spent === 0n), `${formatDecimal(spent, DECIMALS)} ${symbol} on ${name}`);
  }
}

/**
 * Has a new avatar create wallets on every chain of the stack that has a provider type, and send coin and asset between
 * them. Returns the names of these chains.
 */
export async function sendsFromEveryWallet(stack: Stack): Promise<readonly NetworkName[]> {
  const served = stack.devnet.chains.flatMap(({ network: { name } }) => {
    const { walletType: providerType = null, coin = '' } = findProfile(name) ?? {};
    return providerType === null ? [] : [{ name, providerType, coin }];
  });
  const { client } = await signInAs('wanda', stack.api.url, stack.devnet.folder);
  await Promise.all(served.map((one) => sendsBoth(stack, client, one)));
  return served.map(({ name }) => name);
}

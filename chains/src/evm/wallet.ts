import { fail, type Hex, ok, type Result } from '@causeway/protocol';
import { computeAddress, getAddress, hashMessage, SigningKey } from 'ethers';
import type { AddressFailure, SendFailure } from '../failures.ts';
import { secp256k1KeyAt } from '../keys/bip32.ts';
import { map } from '../provider/result.ts';
import type { ForeignWallet, TransferArguments, WalletOperations, WalletScheme } from '../provider/wallet.ts';
import { tokenAbi } from './abi.ts';
import { parseEvmAddress } from './address.ts';
import type { EvmContext } from './context.ts';
import { currentFees } from './fees.ts';
import { keyFromPrivate } from './keystore.ts';
import { readHolding } from './reads.ts';
import { type CallRequest, prepareAll } from './sender.ts';

/** BIP-44: the coin type of Ethereum serves every EVM chain, so a wallet has one address on all of them. */
const path = (index: number): string => `m/44'/60'/0'/0/${index}`;

/** The compressed form of a public key, or null. */
function compressed(publicKey: string): Hex | null {
  try {
    return SigningKey.computePublicKey(publicKey, true) as Hex;
  } catch {
    return null;
  }
}

function parse({
  address,
  publicKey,
}: {
  readonly address?: string;
  readonly publicKey?: string;
}): Result<ForeignWallet, AddressFailure> {
  const key = publicKey === undefined ? null : compressed(publicKey.startsWith('0x') ? publicKey : `0x${publicKey}`);
  if (publicKey !== undefined && key === null) {
    return fail('INVALID_PUBLIC_KEY', 'an EVM public key is a point of secp256k1 in hexadecimal');
  }
  const own = key === null ? null : computeAddress(key);
  const parsed = parseEvmAddress(address ?? own ?? '');
  if (!parsed.ok) return parsed;
  const checked = getAddress((address ?? own) as string);
  if (own !== null && own !== checked)
    return fail('INVALID_PUBLIC_KEY', 'address and public key are of different keys');
  return ok({ address: checked, publicKey: key });
}

/** EIP-191: the signature that wallets make with `personal_sign`. */
function prove(wallet: ForeignWallet, text: string, signature: string): Result<ForeignWallet, AddressFailure> {
  try {
    const publicKey = SigningKey.recoverPublicKey(hashMessage(text), signature);
    if (computeAddress(publicKey) === wallet.address) return ok({ ...wallet, publicKey: compressed(publicKey) });
  } catch {
    // Not the form of a signature.
  }
  return fail('INVALID_SIGNATURE', 'sign the text with personal_sign (EIP-191), in hexadecimal');
}

/** Wallets of EVM chains. */
export const evmWallets: WalletScheme = {
  transacts: true,
  path,
  derive(seed, index) {
    const key = secp256k1KeyAt(seed, path(index));
    return { ...key, address: computeAddress(key.publicKey) };
  },
  keyOf: keyFromPrivate,
  publicKeyBytes: (publicKey) => publicKey as Hex,
  exportForm: (secret) => secret,
  parse,
  prove,
  signText: (key, text) => key.sign(hashMessage(text) as Hex),
};

function transferRequest({ asset, to, localAmount }: TransferArguments): CallRequest {
  if (asset.address === null) return { to, data: '0x', value: localAmount };
  return { to: asset.address, data: tokenAbi.encodeFunctionData('transfer', [to, localAmount]), value: 0n };
}

/** Gas of a transaction, and the gas that bridge and settler give to the code of whom they pay in coins. */
const PAYMENT_GAS = 21_000n + 50_000n;

/** Gas that a transfer of the native coin is signed with: its cost and the margin of the estimate. */
const COIN_GAS = 26_250n;

/**
 * Fails with INSUFFICIENT_FUNDS when `owner` cannot pay the coins and the fee. Nodes estimate the gas of a transfer of
 * coins without looking at the balance.
 */
async function requireCoins(
  { connection }: EvmContext,
  owner: string,
  balance: Result<bigint, SendFailure>,
  amount: bigint,
): Promise<Result<void, SendFailure>> {
  const fees = await currentFees(connection.rpc, connection.feeCap);
  if (!fees.ok) return fees;
  if (!balance.ok) return balance;
  return balance.value >= amount + COIN_GAS * fees.value.maxFeePerGas
    ? ok(undefined)
    : fail('INSUFFICIENT_FUNDS', `account ${owner} cannot pay for the transaction`, true);
}

/** Wallets on one EVM chain. The fee of a send varies too much to be reserved before it is signed. */
export const evmWalletOperations = (context: EvmContext): WalletOperations => ({
  reserve: 0n,
  holding: (address, asset) => readHolding(context, address, asset.address),
  async canReceive({ asset, to }) {
    if (asset.address !== null) return ok(true);
    // Without a value, because nobody's balance pays it here: code that takes no coins refuses that, too.
    const paid = await context.connection.rpc.call({ to, data: '0x', gas: PAYMENT_GAS });
    return map(paid, ({ reverted }) => !reverted);
  },
  async prepareTransfer(key, args) {
    const to = parseEvmAddress(args.to);
    if (!to.ok) return to;
    if (args.asset.address === null) {
      const balance = await readHolding(context, key.address, null);
      const payable = await requireCoins(context, key.address, balance, args.localAmount);
      if (!payable.ok) return payable;
    }
    return prepareAll(context.connection, key, [transferRequest(args)]);
  },
});

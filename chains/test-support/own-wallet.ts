import { bytesToHex, type Hex, hexToBytes, type UnsignedTransaction } from '@causeway/protocol';
import { defaultValidationConfig, RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import { VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { Transaction, Wallet } from 'ethers';
import type { EvmTransaction } from '../src/evm/unsigned.ts';
import { isSignatureOf, verifierOf } from '../src/keys/ed25519.ts';
import { radixKeyFromSeed } from '../src/radix/key.ts';
import { lockFee } from '../src/radix/manifest.ts';
import { networkOfId, SIMULATOR } from '../src/radix/network.ts';
import { notarize } from '../src/radix/transaction.ts';
import type { RadixTransaction } from '../src/radix/unsigned.ts';
import { solanaKeyFromSeed } from '../src/solana/keystore.ts';
import type { SolanaTransaction } from '../src/solana/unsigned.ts';

/** A wallet with the key of its owner. It signs what an API gives for signing, and sends nothing. */
export interface OwnWallet {
  readonly address: string;
  /** The transaction signed by the wallet’s key, with the fee that wallets add, in hexadecimal in its chain’s form. */
  sign(unsigned: UnsignedTransaction): Promise<Hex>;
  /** True when `raw` has a right signature of this wallet, and does exactly what `unsigned` says. */
  hasSigned(raw: Hex, unsigned: UnsignedTransaction): Promise<boolean>;
}

/**
 * The wallet of a 32-byte secret for chains of a kind. `sequence` is what its transactions have besides: the nonce on
 * EVM chains, the present epoch on Radix, nothing on Solana.
 */
export const ownWallet = (kind: keyof typeof WALLETS, secret: Hex, sequence = 1): OwnWallet =>
  WALLETS[kind](secret, sequence);

const WALLETS = { evm: evmWallet, solana: solanaWallet, radix: radixWallet } as const;

function evmWallet(secret: Hex, nonce: number): OwnWallet {
  const wallet = new Wallet(secret);
  const terms = { type: 2, nonce, gasLimit: 500_000, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n };
  const callOf = (unsigned: UnsignedTransaction) => {
    const { to, data, value, chainId } = unsigned as UnsignedTransaction & EvmTransaction;
    return { to, data, value: BigInt(value), chainId: BigInt(chainId) };
  };
  return {
    address: wallet.address,
    sign: async (unsigned) => (await wallet.signTransaction({ ...terms, ...callOf(unsigned) })) as Hex,
    async hasSigned(raw, unsigned) {
      const { from, to, data, value, chainId } = Transaction.from(raw);
      const asked = callOf(unsigned);
      const isSame = to?.toLowerCase() === asked.to.toLowerCase() && data === asked.data;
      return from === wallet.address && isSame && value === asked.value && chainId === asked.chainId;
    },
  };
}

function solanaWallet(secret: Hex): OwnWallet {
  const key = solanaKeyFromSeed(secret);
  const transactionOf = (unsigned: UnsignedTransaction) =>
    VersionedTransaction.deserialize(
      Buffer.from((unsigned as UnsignedTransaction & SolanaTransaction).transaction, 'base64'),
    );
  return {
    address: key.address,
    async sign(unsigned) {
      const { message } = transactionOf(unsigned);
      const signature = await key.sign(bytesToHex(message.serialize()));
      return bytesToHex(new VersionedTransaction(message, [hexToBytes(signature)]).serialize());
    },
    async hasSigned(raw, unsigned) {
      const { message, signatures } = VersionedTransaction.deserialize(hexToBytes(raw));
      const bytes = message.serialize();
      const isRight = isSignatureOf(signatures[0] as Uint8Array, bytes, verifierOf(bs58.decode(key.address)));
      return isRight && bytesToHex(bytes) === bytesToHex(transactionOf(unsigned).message.serialize());
    },
  };
}

function radixWallet(secret: Hex, epoch: number): OwnWallet {
  const key = radixKeyFromSeed(secret, SIMULATOR.id);
  const sign = async (unsigned: UnsignedTransaction): Promise<Hex> => {
    const { networkId, manifest, blobs } = unsigned as UnsignedTransaction & RadixTransaction;
    const { raw } = await notarize(
      {
        ...{ network: networkOfId(networkId), startEpoch: epoch, endEpoch: epoch + 10, nonce: 1, tipPercentage: 0 },
        ...{ notary: key.publicKey, manifest: lockFee(key.address, '5') + manifest },
        blobs: blobs.map((blob) => Uint8Array.from(hexToBytes(`0x${blob}`))),
      },
      [],
      key,
    );
    return raw;
  };
  return {
    address: key.address,
    sign,
    async hasSigned(raw, unsigned) {
      const notarized = await RadixEngineToolkit.NotarizedTransaction.decompile(Uint8Array.from(hexToBytes(raw)));
      const rules = defaultValidationConfig(SIMULATOR.id);
      const { kind } = await RadixEngineToolkit.NotarizedTransaction.staticallyValidate(notarized, rules);
      // The signature is deterministic, and so is everything that the wallet adds.
      return kind === 'Valid' && raw === (await sign(unsigned));
    },
  };
}

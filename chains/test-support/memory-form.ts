import {
  bytesToHex,
  concatHex,
  type Domain,
  type Hex,
  hexToBytes,
  padLeft,
  type Result,
  type UnsignedTransaction,
  uintToHex,
} from '@causeway/protocol';
import { PublicKey, TransactionInstruction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { formatEvmAddress, parseEvmAddress } from '../src/evm/address.ts';
import type { AddressFailure } from '../src/failures.ts';
import { formatRadixAddress, parseRadixAddress } from '../src/radix/address.ts';
import { SIMULATOR } from '../src/radix/network.ts';
import { formatSolanaAddress, parseSolanaAddress } from '../src/solana/address.ts';
import { joinTransactions } from '../src/solana/transaction.ts';

/** A call of the bridge that a wallet is to sign. */
export interface WalletCall {
  readonly from: string | undefined;
  readonly to: string;
  /** What identifies the call. */
  readonly data: Hex;
  readonly localAmount: bigint;
  readonly domain: Domain;
  /** The newest block that can include it, where transactions expire. */
  readonly lastBlock: number;
}

/** What a chain in memory writes in the way of its kind. */
export interface MemoryForm {
  /** The chain's id in its deployment file. */
  chainId(domain: Domain): string;
  bridge(domain: Domain): Hex;
  parse(address: string): Result<Hex, AddressFailure>;
  format(address: Hex): string;
  /** Local units of the coin that a wallet keeps for fees. */
  readonly reserve: bigint;
  /** The transaction of `call` without a signature. */
  unsigned(call: WalletCall): UnsignedTransaction;
  /** What identifies the call of an unsigned transaction. */
  dataOf(unsigned: UnsignedTransaction): string;
}

/** The form of a chain in memory without another one. */
export const EVM_FORM: MemoryForm = {
  chainId: String,
  bridge: (domain) => padLeft(uintToHex(0xb000 + domain, 20)),
  parse: parseEvmAddress,
  format: formatEvmAddress,
  reserve: 0n,
  unsigned: ({ from, to, data, localAmount, domain }) => ({
    ...{ kind: 'evm', ...(from !== undefined && { from }), to, data },
    ...{ value: `0x${localAmount.toString(16)}`, chainId: `0x${domain.toString(16)}` },
  }),
  dataOf: ({ data }) => String(data),
};

export const SOLANA_FORM: MemoryForm = {
  chainId: String,
  bridge: (domain) => uintToHex((1n << 255n) + BigInt(domain), 32),
  parse: parseSolanaAddress,
  format: formatSolanaAddress,
  reserve: 2_000_000n,
  unsigned: ({ from = '', to, data, lastBlock }) => {
    const call = Buffer.from(hexToBytes(data));
    const accounts = [{ pubkey: new PublicKey(from), isSigner: true, isWritable: true }];
    const message = new TransactionMessage({
      ...{ payerKey: new PublicKey(from), recentBlockhash: bs58.encode(call) },
      instructions: [new TransactionInstruction({ programId: new PublicKey(to), keys: accounts, data: call })],
    });
    return {
      ...{ kind: 'solana', transaction: joinTransactions([new VersionedTransaction(message.compileToV0Message())]) },
      ...{ feePayer: from, recentBlockhash: message.recentBlockhash, lastValidBlockHeight: lastBlock },
      instructions: [
        {
          programId: to,
          accounts: [{ pubkey: from, isSigner: true, isWritable: true }],
          data: call.toString('base64'),
        },
      ],
    };
  },
  dataOf({ transaction }) {
    const [call] = VersionedTransaction.deserialize(Buffer.from(String(transaction), 'base64')).message
      .compiledInstructions;
    return bytesToHex(call?.data ?? new Uint8Array());
  },
};

export const RADIX_FORM: MemoryForm = {
  chainId: () => SIMULATOR.logicalName,
  bridge: (domain) => padLeft(concatHex('0xc0', uintToHex(domain, 29))),
  parse: (address) => parseRadixAddress(address, SIMULATOR),
  format: (address) => formatRadixAddress(address, SIMULATOR),
  reserve: 10n * 10n ** 18n,
  unsigned: ({ to, data }) => ({
    ...{ kind: 'radix', networkId: SIMULATOR.id, blobs: [] },
    manifest: `CALL_METHOD Address("${to}") "${data}";`,
  }),
  dataOf: ({ manifest }) => String(manifest).split('"')[3] as string,
};

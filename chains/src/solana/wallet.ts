import { bytesToHex, concatHex, fail, hexToBytes, ok, type Result } from '@causeway/protocol';
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import bs58 from 'bs58';
import type { AddressFailure } from '../failures.ts';
import { ed25519KeyOf } from '../keys/ed25519.ts';
import { provesText } from '../keys/ed25519-proof.ts';
import { deriveEd25519Seed } from '../keys/slip10.ts';
import { map } from '../provider/result.ts';
import type { ForeignWallet, TransferArguments, WalletOperations, WalletScheme } from '../provider/wallet.ts';
import { parseSolanaAddress, publicKeyOf } from './address.ts';
import { associatedTokenAddress, TOKEN_PROGRAM } from './addresses.ts';
import type { SolanaContext } from './context.ts';
import { draftMeasured, signDraft, type Work } from './draft.ts';
import { solanaKeyFromSeed } from './keystore.ts';
import { readHolding } from './reads.ts';
import { tokenAccountCreation } from './token-accounts.ts';

/** Address and public key are the same text. */
function parse({
  address,
  publicKey,
}: {
  readonly address?: string;
  readonly publicKey?: string;
}): Result<ForeignWallet, AddressFailure> {
  const given = publicKey ?? address ?? '';
  const parsed = parseSolanaAddress(given);
  if (!parsed.ok) return publicKey === undefined ? parsed : fail('INVALID_PUBLIC_KEY', parsed.error.message);
  if (address !== undefined && address !== given) {
    return fail('INVALID_PUBLIC_KEY', 'on Solana the address is the public key, but they differ');
  }
  return ok({ address: given, publicKey: given });
}

/** Wallets of Solana. */
export const solanaWallets: WalletScheme = {
  transacts: true,
  path: (index) => `m/44'/501'/${index}'/0'`,
  derive(seed, index) {
    const secret = bytesToHex(deriveEd25519Seed(seed, [44, 501, index, 0]));
    const { address } = solanaKeyFromSeed(secret);
    return { address, publicKey: address, secret };
  },
  keyOf: solanaKeyFromSeed,
  publicKeyBytes: (publicKey) => bytesToHex(bs58.decode(publicKey)),
  /** The 64 bytes, seed ‖ public key, in base58. */
  exportForm: (secret) => bs58.encode(hexToBytes(concatHex(secret, ed25519KeyOf(secret).publicKey))),
  parse,
  signText: async (key, text) => bs58.encode(hexToBytes(await key.sign(bytesToHex(Buffer.from(text))))),
  prove(wallet, text, signature) {
    const key = parseSolanaAddress(wallet.address);
    return key.ok && provesText(key.value, text, signature)
      ? ok(wallet)
      : fail(
          'INVALID_SIGNATURE',
          'sign the UTF-8 bytes of the text with signMessage, in base58, base64 or hexadecimal',
        );
  },
};

/**
 * Compute units of the simulation of a transfer of SOL, and of one of tokens to an account that exists; its use is
 * requested.
 */
const COIN_UNITS = 1_000;
const TOKEN_UNITS = 15_000;

/** The Token program's TransferChecked. */
const TRANSFER_CHECKED = 12;

function transferChecked(
  [source, mint, destination, owner]: readonly [PublicKey, PublicKey, PublicKey, PublicKey],
  amount: bigint,
  decimals: number,
): TransactionInstruction {
  const data = Buffer.alloc(10);
  data.writeUInt8(TRANSFER_CHECKED);
  data.writeBigUInt64LE(amount, 1);
  data.writeUInt8(decimals, 9);
  const keys = [
    { pubkey: source, isSigner: false, isWritable: true },
    { pubkey: mint, isSigner: false, isWritable: false },
    { pubkey: destination, isSigner: false, isWritable: true },
    { pubkey: owner, isSigner: true, isWritable: false },
  ];
  return new TransactionInstruction({ programId: TOKEN_PROGRAM, keys, data });
}

/** The transfer, with the creation of the recipient's token account if it does not exist. */
function transferWork(from: PublicKey, to: PublicKey, { asset, localAmount }: TransferArguments): Work {
  if (asset.address === null) {
    const transfer = SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: localAmount });
    // Two transactions with the same instructions need different limits, which `draftTransaction` gives them.
    return { instructions: [transfer], computeUnits: COIN_UNITS, contended: to };
  }
  const mint = new PublicKey(asset.address);
  const { account, instruction, computeUnits } = tokenAccountCreation(from, mint, to);
  const accounts = [associatedTokenAddress(mint, from), mint, account, from] as const;
  return {
    instructions: [instruction, transferChecked(accounts, localAmount, asset.decimals)],
    computeUnits: computeUnits + TOKEN_UNITS,
    contended: account,
  };
}

/**
 * Wallets on one Solana cluster. The reserve is the rent exemption of the account itself, 890,880 lamports, and the
 * fees of its sends.
 */
export const solanaWalletOperations = (context: SolanaContext): WalletOperations => ({
  reserve: 2_000_000n,
  holding: (address, asset) =>
    readHolding(context, address, asset.address === null ? null : new PublicKey(asset.address)),
  async canReceive({ asset, to, localAmount }) {
    const owner = publicKeyOf(to);
    if (owner === null) return fail('INVALID_ADDRESS', 'a Solana address is 32 bytes in base58');
    // Who pays a token makes the account for it.
    if (asset.address !== null) return ok(true);
    const { rpc } = context.connection;
    const [held, rent] = await Promise.all([rpc.lamports(owner), rpc.rent(0)]);
    if (!held.ok) return held;
    return map(rent, (least) => held.value + localAmount >= least);
  },
  async prepareTransfer(key, args) {
    const [from, to] = [publicKeyOf(key.address), publicKeyOf(args.to)];
    if (from === null || to === null) return fail('INVALID_ADDRESS', 'a Solana address is 32 bytes in base58');
    if (args.localAmount >= 1n << 64n) return fail('AmountTooLarge', 'the amount exceeds an unsigned 64-bit number');
    const draft = await draftMeasured(context.connection, from, transferWork(from, to, args));
    return draft.ok ? ok([await signDraft(draft.value, key)]) : draft;
  },
});

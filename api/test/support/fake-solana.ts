import type { AssetRecord, SendArguments } from '@causeway/chains';
import {
  COIN_TYPE,
  fail,
  type Hex,
  ok,
  type Result,
  type SendOperation,
  slip44Domain,
  type UnsignedTransaction,
  uintToHex,
} from '@causeway/protocol';
import { FakeExpiringChain } from './fake-expiring.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** base58 of 32 bytes with a non-zero first byte. */
function toBase58(bytes: Hex): string {
  let text = '';
  for (let rest = BigInt(bytes); rest > 0n; rest /= 58n) text = ALPHABET[Number(rest % 58n)] + text;
  return text;
}

const SOL: AssetRecord = { symbol: 'SOL', name: 'Solana', decimals: 9, address: null };

/** The unsigned transaction for the caller `from`. */
export const unsignedBy = (from: string) => ({
  kind: 'solana' as const,
  transaction: 'AAAA',
  feePayer: from,
  recentBlockhash: from,
  lastValidBlockHeight: 1_150,
  instructions: [{ programId: from, accounts: [{ pubkey: from, isSigner: true, isWritable: true }], data: 'AAAA' }],
});

/** A chain in memory like Solana: base58 addresses, and a required sender. */
export class FakeSolana extends FakeExpiringChain {
  override readonly kind = 'solana';
  override readonly reserve = 2_000_000n;
  override readonly bridge: Hex = uintToHex((1n << 255n) + 99n, 32);

  constructor() {
    super('solana', slip44Domain('local', COIN_TYPE.solana), SOL);
  }

  override parseAddress(address: string): Result<Hex> {
    const form = /^[1-9A-HJ-NP-Za-km-z]{43,44}$/.test(address);
    const value = form ? [...address].reduce((sum, digit) => sum * 58n + BigInt(ALPHABET.indexOf(digit)), 0n) : 0n;
    if (!form || value >= 1n << 256n) return fail('INVALID_ADDRESS', 'no 32 bytes in base58');
    return ok(uintToHex(value, 32));
  }

  override formatAddress(address: Hex): string {
    return toBase58(address);
  }

  override unsignedSend = async (
    operation: SendOperation,
    from: string | undefined,
    args: SendArguments,
  ): Promise<Result<readonly UnsignedTransaction[]>> => {
    if (from === undefined) return fail('SENDER_REQUIRED', 'give the sender');
    this.handedOut.push({ operation, args });
    return ok([unsignedBy(from)]);
  };
}

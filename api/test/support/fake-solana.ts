import type { AssetRecord, SendArguments, Submission, SubmissionOutcome } from '@causeway/chains';
import { COIN_TYPE, fail, type Hex, ok, type Result, slip44Domain, uintToHex } from '@causeway/protocol';
import { FakeChain } from './fake-chain.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** base58 of 32 bytes whose first is not zero. */
function toBase58(bytes: Hex): string {
  let text = '';
  for (let rest = BigInt(bytes); rest > 0n; rest /= 58n) text = ALPHABET[Number(rest % 58n)] + text;
  return text;
}

const SOL: AssetRecord = { symbol: 'SOL', name: 'Solana', decimals: 9, address: null };

/** What the caller `from` is given to sign. */
export const unsignedBy = (from: string) => ({
  transaction: 'AAAA',
  feePayer: from,
  recentBlockhash: from,
  lastValidBlockHeight: 1_150,
  instructions: [{ programId: from, accounts: [{ pubkey: from, isSigner: true, isWritable: true }], data: 'AAAA' }],
});

/** A chain in memory as Solana is: base58, transactions that expire and cannot be replaced. */
export class FakeSolana extends FakeChain {
  override readonly kind = 'solana';
  override readonly bridge: Hex = uintToHex((1n << 255n) + 99n, 32);
  readonly #fates = new Map<string, 'lost' | 'expired'>();

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
    operation: 'lockTokens' | 'burnTokens',
    from: string | undefined,
    args: SendArguments,
  ): Promise<Result<readonly unknown[]>> => {
    if (from === undefined) return fail('INVALID_ADDRESS', 'give the sender');
    this.handedOut.push({ operation, args });
    return ok([unsignedBy(from)]);
  };

  override replace = async (): Promise<Result<Submission>> => fail('NOT_REPLACEABLE', 'another would lock twice');

  override outcome = async (submission: Submission): Promise<Result<SubmissionOutcome>> => {
    const slot = this.included.get(`${submission.payer} ${submission.sequence}`);
    if (slot?.transaction.raw === submission.raw) {
      const block = { number: this.headNumber, hash: 'hash', timeMs: 0 };
      return ok({ state: 'included', block, success: slot.success, events: [], executionUnits: 9_000n });
    }
    const fate = this.#fates.get(submission.raw);
    return ok(fate ? { state: 'dropped', expired: fate === 'expired' } : { state: 'pending' });
  };

  /** Nothing that waits is included any more; `expired`: and no fork has it either. */
  lose(fate: 'lost' | 'expired'): void {
    for (const { raw } of this.broadcasts) this.#fates.set(raw, fate);
    this.mempool.clear();
  }
}

import type { OracleSignature, OracleSigning, OracleTransaction } from '@causeway/chains';
import { fail, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { Proposal } from '../plan/proposal.ts';
import type { SignerAnswer, SignerClient, SignerRefusal } from './signers.ts';

/** How long the first signers are waited for before the others are asked too, milliseconds. */
export const HEDGE_MS = 1_000;

/** The result of a round: enough signatures, or the existing ones and the reasons for the missing ones. */
export interface Gathered {
  readonly signatures: readonly OracleSignature[];
  readonly refusals: readonly SignerRefusal[];
  /** Number of signatures that came in this round; the others were kept from an earlier one. */
  readonly came: number;
}

export interface GatherOptions {
  readonly provider: Pick<OracleSigning, 'recoverSigner'>;
  readonly transaction: OracleTransaction;
  readonly proposal: Proposal;
  readonly members: readonly string[];
  readonly threshold: number;
  /** Called with the number of valid signatures after each one. */
  readonly onSignature: (count: number) => void;
  /** Called for each signer's answer: its refusal, or null for a signature. */
  readonly onAnswer: (url: string, refusal: SignerRefusal | null) => void;
}

/**
 * The signers that one destination asks. As many as it needs are asked first, those that signed last before the others;
 * each refusal asks one more, and silence of HEDGE_MS asks all. Signatures over a transaction are kept until another
 * one is gathered for.
 */
export class SignerPool {
  readonly #clock: Clock;
  /** In the order in which they are asked. */
  #signers: readonly SignerClient[];
  #kept: { readonly digest: string; readonly byUrl: Map<string, OracleSignature> } | undefined;

  constructor(signers: readonly SignerClient[], clock: Clock) {
    this.#signers = signers;
    this.#clock = clock;
  }

  /** Gathers `threshold` signatures of distinct members over exactly this transaction, and waits for no further one. */
  async gather(options: GatherOptions): Promise<Gathered> {
    const { transaction, proposal, threshold, onSignature, onAnswer } = options;
    const byUrl = this.#keptFor(transaction.digest);
    const already = byUrl.size;
    const waiting = this.#signers.filter(({ url }) => !byUrl.has(url));
    const refusals: SignerRefusal[] = [];
    const failed = new Set<string>();
    const enough = new AbortController();
    const end = Promise.withResolvers<void>();
    let asked = 0;
    const members = (): number => new Set([...byUrl.values()].map(({ signer }) => signer)).size;
    const ask = async (signer: SignerClient): Promise<void> => {
      asked += 1;
      const answer = await signer.sign(proposal, enough.signal);
      asked -= 1;
      if (enough.signal.aborted) return;
      const checked = answer.ok ? checkAnswer(answer.value, options) : answer;
      onAnswer(signer.url, checked.ok ? null : checked.error);
      if (checked.ok) {
        byUrl.set(signer.url, checked.value);
        onSignature(members());
      } else {
        refusals.push(checked.error);
        failed.add(signer.url);
      }
      askMissing();
    };
    const askMissing = (): void => {
      const missing = threshold - members();
      if (missing > 0) for (const signer of waiting.splice(0, Math.max(0, missing - asked))) void ask(signer);
      if (missing <= 0 || asked === 0) end.resolve();
    };
    const cancelHedge = this.#clock.after(HEDGE_MS, () => {
      for (const signer of waiting.splice(0)) void ask(signer);
    });
    askMissing();
    await end.promise;
    cancelHedge();
    enough.abort();
    this.#reorder(byUrl, failed);
    return { signatures: distinct([...byUrl.values()]), refusals, came: byUrl.size - already };
  }

  #keptFor(digest: string): Map<string, OracleSignature> {
    if (this.#kept?.digest !== digest) this.#kept = { digest, byUrl: new Map() };
    return this.#kept.byUrl;
  }

  /** Those that signed come first, those that failed last. */
  #reorder(signed: ReadonlyMap<string, unknown>, failed: ReadonlySet<string>): void {
    const rank = ({ url }: SignerClient): number => (signed.has(url) ? 0 : failed.has(url) ? 2 : 1);
    this.#signers = this.#signers.toSorted((a, b) => rank(a) - rank(b));
  }
}

/** One signature of each member. */
export const distinct = (signatures: readonly OracleSignature[]): readonly OracleSignature[] => [
  ...new Map(signatures.map((signature) => [signature.signer, signature])).values(),
];

/** The signature in `answer`. Fails when it is over another transaction, or of no member. */
export function checkAnswer(
  answer: SignerAnswer,
  { provider, transaction, members }: Pick<GatherOptions, 'provider' | 'transaction' | 'members'>,
): Result<OracleSignature, SignerRefusal> {
  if (answer.digest.toLowerCase() !== transaction.digest.toLowerCase()) {
    return fail('DIGEST_MISMATCH', `${answer.signer} built another transaction from the same request`, true);
  }
  const signature = { signer: answer.signer, signature: answer.signature };
  const member = provider.recoverSigner(transaction, signature);
  if (member === null || !members.includes(member)) {
    return fail('NOT_A_MEMBER', `the signature given as ${answer.signer} is not one of a member`);
  }
  return ok({ signer: member, signature: answer.signature });
}

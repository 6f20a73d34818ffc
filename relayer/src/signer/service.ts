import { HeldKeyError, type OracleTransaction } from '@causeway/chains';
import type { Keys } from '@causeway/process';
import { type Domain, type Hex, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { ChainViewRepository, SignatureLogRepository, SignatureRow } from '@causeway/storage';
import type { Logger } from 'pino';
import type { z } from 'zod';
import {
  encodeProposal,
  type Proposal,
  plainAction,
  proposalSchema,
  sourceOf,
  type VoidRequest,
  voidRequestSchema,
} from '../plan/proposal.ts';
import { requireWhole } from './broken-view.ts';
import type { SignerPolicy } from './policy.ts';
import { Recent } from './recent.ts';
import { Refreshes } from './refreshes.ts';
import { type Refusal, type RefusalCode, refuse } from './refusal.ts';
import { type Outline, outlineOf } from './signed-ahead.ts';
import type { SigningBridges } from './signing-chain.ts';
import { Turns } from './turns.ts';
import { type VoidPolicyDeps, verifyVoid } from './void-policy.ts';

/** A signature and the digest that it covers. */
export interface Signed {
  readonly signer: string;
  readonly signature: Hex;
  readonly digest: Hex;
}

/** A signature that was given, and what the transaction under it does. */
interface Given {
  readonly signed: Signed;
  readonly outline: Outline;
}

export interface SignerServiceDeps {
  readonly bridges: SigningBridges;
  readonly policy: SignerPolicy;
  readonly voids: VoidPolicyDeps;
  readonly keys: Keys;
  readonly signatures: SignatureLogRepository;
  /** This signer's own view, which says which of its parts are broken. */
  readonly view: Pick<ChainViewRepository, 'broken'>;
  /** Updates this signer's view of the given chains. */
  readonly refresh: (family: string, domains: readonly Domain[]) => Promise<void>;
  /** Which of the given chains this signer's view is still catching up with, in words. */
  readonly behind: (family: string, domains: readonly Domain[]) => string | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Refusals that a newer view may lift, because the relayer sees a block a moment before this signer does. */
const LIFTED_BY_REFRESH: readonly RefusalCode[] = ['UNKNOWN_MESSAGE', 'NOT_FINAL', 'CANCEL_NOT_EMITTED'];

/** Most waiting proposals per destination and relayer. */
const MOST_WAITING = 4;

/** Most signed proposals whose signature is remembered. */
const MOST_SIGNED = 64;

/** Parses, verifies, records and signs proposals, one at a time per destination chain. */
export class SignerService {
  readonly #deps: SignerServiceDeps;
  readonly #turns = new Turns(MOST_WAITING);
  readonly #refreshes: Refreshes;
  /** Signatures that were given for a proposal, by its canonical form. To give one again tells nobody more. */
  readonly #signed = new Recent<Given>(MOST_SIGNED);

  constructor(deps: SignerServiceDeps) {
    this.#deps = deps;
    this.#refreshes = new Refreshes(deps.clock);
  }

  /**
   * This signer's signature over the transaction that `body` proposes, or a typed refusal. The work ends when `signal`
   * aborts, because nobody would read the answer. Each `relayer`, by the name of its identity, has its own places and
   * turns.
   */
  async sign(body: unknown, signal?: AbortSignal, relayer = ''): Promise<Result<Signed, Refusal>> {
    const parsed = proposalSchema.safeParse(body);
    if (!parsed.success) return malformed(parsed.error);
    const { family, destination } = parsed.data;
    const behind = this.#deps.behind(family, domainsOf(parsed.data));
    if (behind !== undefined) return refuse('CATCHING_UP', behind);
    return this.#inTurn(destination, relayer, signal, () => this.#verifyAndSign(parsed.data, relayer, signal));
  }

  /**
   * This signer's signature over the transaction that only uses up the anchor in `body`, or a typed refusal; in the
   * same turns as
   * `sign`. It needs no whole view.
   */
  async signVoid(body: unknown, signal?: AbortSignal, relayer = ''): Promise<Result<Signed, Refusal>> {
    const parsed = voidRequestSchema.safeParse(body);
    if (!parsed.success) return malformed(parsed.error);
    const request = parsed.data;
    return this.#inTurn(request.destination, relayer, signal, async () => {
      const transaction = await verifyVoid(this.#deps.voids, request);
      if (!transaction.ok) return transaction;
      const signed = await this.#recordAndSign(request, transaction.value, [{ void: true }]);
      if (signed.ok) this.#deps.policy.voided(request);
      return signed;
    });
  }

  /** Does `work` when `relayer` has its turn, unless the caller has gone by then. */
  #inTurn(
    destination: Domain,
    relayer: string,
    signal: AbortSignal | undefined,
    work: () => Promise<Result<Signed, Refusal>>,
  ): Promise<Result<Signed, Refusal>> | Result<Signed, Refusal> {
    const turn = this.#turns.take(String(destination), relayer, async () =>
      signal?.aborted ? refuse('BUSY', 'the caller has gone') : work(),
    );
    return turn ?? refuse('BUSY', `${MOST_WAITING} proposals of this relayer for ${destination} wait already`);
  }

  async #verifyAndSign(proposal: Proposal, relayer: string, signal?: AbortSignal): Promise<Result<Signed, Refusal>> {
    const whole = await this.#requireWhole(proposal);
    if (!whole.ok) return whole;
    const key = encodeProposal(proposal);
    const known = this.#signed.get(key);
    if (known) {
      this.#deps.policy.signed(proposal, known.outline, relayer);
      return ok(known.signed);
    }
    const transaction = await this.#verify(proposal, relayer, signal);
    if (!transaction.ok) return transaction;
    // A view can break while the proposal is verified.
    const stillWhole = await this.#requireWhole(proposal);
    if (!stillWhole.ok) return stillWhole;
    const signed = await this.#recordAndSign(proposal, transaction.value, proposal.actions.map(plainAction));
    if (!signed.ok) return signed;
    const outline = outlineOf(transaction.value);
    this.#signed.set(key, { signed: signed.value, outline });
    this.#deps.policy.signed(proposal, outline, relayer);
    return signed;
  }

  async #verify(
    proposal: Proposal,
    relayer: string,
    signal?: AbortSignal,
  ): Promise<Result<OracleTransaction, Refusal>> {
    const { policy, refresh } = this.#deps;
    const first = await policy.verify(proposal, signal, relayer);
    if (first.ok || !LIFTED_BY_REFRESH.includes(first.error.code)) return first;
    const { family } = proposal;
    const domains = this.#refreshes.begin(relayer, family, domainsOf(proposal));
    if (domains.length === 0) return first;
    await refresh(family, domains);
    const whole = await this.#requireWhole(proposal);
    if (!whole.ok) return whole;
    const second = await policy.verify(proposal, signal, relayer);
    if (second.ok) this.#refreshes.helped(relayer, family, domains);
    return second;
  }

  #requireWhole(proposal: Proposal): Promise<Result<void, Refusal>> {
    const { view, bridges } = this.#deps;
    return requireWhole(view, bridges, proposal);
  }

  /** Records the transaction on disk before its signature leaves. */
  async #recordAndSign(
    { family, destination }: VoidRequest,
    transaction: OracleTransaction,
    calls: SignatureRow['calls'],
  ): Promise<Result<Signed, Refusal>> {
    const { bridges, keys, signatures, log } = this.#deps;
    const { provider } = bridges.get(family, destination) ?? {};
    const key = provider && keys[provider.kind];
    if (!key) throw new TypeError('verified for a bridge that has no key here');
    const { anchor, digest } = transaction;
    await signatures.record({ domain: provider.domain, anchor, digest, calls });
    try {
      const { signer, signature } = await provider.sign(transaction, key);
      log.info({ chain: provider.name, anchor, digest, calls: calls.length }, 'signed');
      return ok({ signer, signature, digest });
    } catch (error) {
      if (!(error instanceof HeldKeyError)) throw error;
      return refuse('KEY_SERVICE', `${error.failure.code}: ${error.message}`);
    }
  }
}

/** The refusal of a body that does not have the form of its route. */
function malformed({ issues }: z.ZodError) {
  const problems = issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  return refuse('MALFORMED_PROPOSAL', problems.join('; '));
}

/** The chains that a proposal is about. */
const domainsOf = ({ destination, actions }: Proposal): readonly Domain[] => [
  destination,
  ...new Set(actions.map(sourceOf)),
];

import { randomUUID } from 'node:crypto';
import type { Identity } from '@causeway/keys';
import { type Failure, fail, isHex, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { z } from 'zod';
import type { RelayerConfig, SignerPeer } from '../config.ts';
import { type Headers, hasBody, signRequest, verifyAnswer } from '../exchange/signed-message.ts';
import type { SignerCode } from '../failures.ts';
import { encodeProposal, type Proposal, type VoidRequest } from '../plan/proposal.ts';
import { REFUSALS, type RefusalCode } from '../signer/refusal.ts';
import { openPeerIdentity } from '../wiring.ts';

/** A signer's answer. `digest` is the digest that it signed. */
const answerSchema = z.object({
  signer: z.string().min(1),
  signature: z.custom<`0x${string}`>((value) => isHex(value), 'not hexadecimal'),
  digest: z.custom<`0x${string}`>((value) => isHex(value, 32), 'not 32 bytes'),
});
export type SignerAnswer = z.infer<typeof answerSchema>;

const refusalSchema = z.object({
  /** A code of a later release counts as no answer that this one knows. */
  code: z.union([
    z.enum(Object.keys(REFUSALS) as RefusalCode[]),
    z.unknown().transform(() => 'SIGNER_ANSWER' as const),
  ]),
  message: z.string(),
  retryable: z.boolean(),
  action: z.int().optional(),
});
export type SignerRefusal = Failure<SignerCode> & { readonly action?: number | undefined };

/** The relayer's access to one signer. */
export interface SignerClient {
  readonly url: string;
  sign(proposal: Proposal, signal: AbortSignal): Promise<Result<SignerAnswer, SignerRefusal>>;
}

/** The access to one signer for transactions that only use up an anchor. */
export interface VoidSignerClient {
  readonly url: string;
  signVoid(request: VoidRequest, signal: AbortSignal): Promise<Result<SignerAnswer, SignerRefusal>>;
}

/** How the relayer talks with a signer. */
export interface Asking {
  readonly identity: Identity;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** The route that signs proposals, and the one for anchors to use up. */
const SIGN = { method: 'POST', path: '/v1/sign' } as const;
const VOID = { method: 'POST', path: '/v1/void' } as const;

/** A route of a signer. */
type Route = typeof SIGN | typeof VOID;

/** The configured signers, asked by this relayer's identity. Throws ConfigError when it cannot be opened. */
export async function openSigners(
  { relayer, baseDir }: RelayerConfig,
  clock: Clock,
  given?: Identity,
): Promise<readonly (SignerClient & VoidSignerClient)[]> {
  const identity = given ?? (await openPeerIdentity('relayer', relayer.identity, baseDir));
  return relayer.signers.map((peer) => httpSigner(peer, { identity, clock, timeoutMs: relayer.signerTimeoutMs }));
}

/**
 * A signer behind HTTP, by requests and answers that are signed both ways. Fails with SIGNER_UNREACHABLE or, when it
 * does not answer in time, with SIGNER_TIMEOUT, with SIGNER_ANSWER when its answer is malformed or not its own, and
 * with UNAUTHENTICATED when it does not take this relayer's requests.
 */
export function httpSigner({ url, identity: signer }: SignerPeer, asking: Asking): SignerClient & VoidSignerClient {
  const { identity, clock, timeoutMs } = asking;
  const ask = async (route: Route, body: string, nonce: string, headers: Headers, signal: AbortSignal) => {
    const response = await fetch(new URL(route.path, url), {
      method: route.method,
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const { status } = response;
    const text = await response.text();
    const answered = Object.fromEntries(response.headers);
    const sender = await verifyAnswer(status, answered, { to: identity.name, from: [signer], clock });
    if (sender.ok && sender.value.nonce === nonce && hasBody(answered, text)) {
      const answer: unknown = JSON.parse(text);
      return response.ok ? ok(answerSchema.parse(answer)) : { ok: false as const, error: refusalSchema.parse(answer) };
    }
    if (status === 401) return fail('UNAUTHENTICATED', `${url} refuses ${identity.name}: ${reasonOf(text)}`);
    return fail('SIGNER_ANSWER', `${url} answers without a signature of ${signer} for this request`);
  };
  const post = async (
    route: Route,
    body: string,
    signal: AbortSignal,
  ): Promise<Result<SignerAnswer, SignerRefusal>> => {
    const nonce = randomUUID();
    const signed = await signRequest(route, body, { from: identity, to: signer, nonce, clock });
    if (!signed.ok) return signed;
    try {
      return await ask(route, body, nonce, signed.value, signal);
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof SyntaxError) {
        return fail('SIGNER_ANSWER', `${url} answers in another form`);
      }
      if (error instanceof DOMException && error.name === 'TimeoutError') {
        return fail('SIGNER_TIMEOUT', `${url} does not answer within ${timeoutMs} ms`, true);
      }
      return fail('SIGNER_UNREACHABLE', `${url} cannot be reached`, true);
    }
  };
  return {
    url,
    sign: (proposal, signal) => post(SIGN, encodeProposal(proposal), signal),
    signVoid: ({ destination, family, anchor }, signal) =>
      post(VOID, JSON.stringify({ destination, family, anchor }), signal),
  };
}

/** Why a signer has refused a request whose sender it does not know; these words are not signed. */
function reasonOf(text: string): string {
  const refusal = refusalSchema.safeParse(JSON.parse(text));
  return refusal.success ? refusal.data.message.slice(0, MOST_REASON) : 'no reason given';
}

/** Longest reason that is shown, characters. */
const MOST_REASON = 200;

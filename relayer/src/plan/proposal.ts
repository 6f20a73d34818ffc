import { z } from 'zod';

const MAX_U32 = 0xffff_ffff;
const MAX_U64 = (1n << 64n) - 1n;

/** Most messages per interval, and most actions per proposal. */
export const MAX_INTERVAL = 4_096;
export const MAX_ACTIONS = 512;
/** Most messages in all intervals of a proposal, because signers check every one of them. */
export const MAX_MESSAGES = MAX_INTERVAL;
/** Largest JSON text of a proposal with that many actions, bytes. */
export const MAX_PROPOSAL_BYTES = 64 * 1024;

const domain = z.int().min(1).max(MAX_U32);
const count = z.int().min(1).max(MAX_INTERVAL);
const nonce = z
  .string()
  .regex(/^(0|[1-9]\d{0,19})$/, 'a nonce is a decimal string')
  .transform((text) => BigInt(text))
  .refine((value) => value <= MAX_U64, 'a nonce has 64 bits');

const commit = z.strictObject({ commit: domain, firstNonce: nonce, count });
const execute = z.strictObject({ execute: domain, nonce, firstNonce: nonce, count });
const cancel = z.strictObject({ cancel: domain, nonce, firstNonce: nonce, count });

/**
 * The relayer's proposal: the messages, by lane, to commit, execute or cancel at `destination`, bound to the oracle's
 * `anchor`. It names no amount, recipient, root or call: every signer derives these from its own view. Nonces are
 * decimal strings on the wire.
 */
export const proposalSchema = z.strictObject({
  destination: domain,
  family: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  anchor: z.string().min(1).max(256),
  actions: z
    .array(z.union([commit, execute, cancel]))
    .min(1)
    .max(MAX_ACTIONS),
});

/**
 * The request for a transaction that only uses up the oracle's `anchor` at `destination`. Each signer builds it itself,
 * and signs it while its own operator allows that anchor.
 */
export const voidRequestSchema = proposalSchema.pick({ destination: true, family: true, anchor: true });

export type VoidRequest = z.output<typeof voidRequestSchema>;
export type Proposal = z.output<typeof proposalSchema>;
export type Action = Proposal['actions'][number];

/** The lane of an action, by the domain of its messages. */
export function sourceOf(action: Action): number {
  if ('commit' in action) return action.commit;
  return 'execute' in action ? action.execute : action.cancel;
}

/** The proposal as JSON text, the form that `proposalSchema` parses. */
export function encodeProposal(proposal: Proposal): string {
  return JSON.stringify(proposal, (_key, value) => (typeof value === 'bigint' ? value.toString() : value));
}

/** The fields of `action` as JSON values, for logs and records. */
export function plainAction(action: Action): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(action).map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  );
}

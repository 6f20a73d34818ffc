import { z } from 'zod';

const MAX_U32 = 0xffff_ffff;
const MAX_U64 = (1n << 64n) - 1n;

/** The most messages one interval holds in a proposal, and the most actions. */
export const MAX_INTERVAL = 4_096;
export const MAX_ACTIONS = 512;
/** The most messages that all intervals of a proposal hold together: signers look at every one of them. */
export const MAX_MESSAGES = MAX_INTERVAL;
/** The most bytes that a proposal of that many actions has as JSON text. */
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
 * What the relayer proposes: which messages of which lanes to commit, execute or cancel at `destination`, bound to the
 * oracle's `anchor`. It names no amount, recipient, root or call: every signer derives those from its own view.
 * Nonces are decimal strings on the wire.
 */
export const proposalSchema = z.strictObject({
  destination: domain,
  family: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  anchor: z.string().min(1).max(128),
  actions: z
    .array(z.union([commit, execute, cancel]))
    .min(1)
    .max(MAX_ACTIONS),
});

export type Proposal = z.output<typeof proposalSchema>;
export type Action = Proposal['actions'][number];

/** Which lane an action is about: the domain its messages come from. */
export function sourceOf(action: Action): number {
  if ('commit' in action) return action.commit;
  return 'execute' in action ? action.execute : action.cancel;
}

/** The proposal as JSON text, the form that `proposalSchema` parses. */
export function encodeProposal(proposal: Proposal): string {
  return JSON.stringify(proposal, (_key, value) => (typeof value === 'bigint' ? value.toString() : value));
}

/** The parts of `action` as JSON values, for logs and records. */
export function plainAction(action: Action): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(action).map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  );
}

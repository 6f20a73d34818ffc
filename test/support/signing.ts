import type { Stack } from './stack.ts';

/** The coordinates of a message in a proposal. */
export interface NamedMessage {
  readonly source: number;
  readonly destination: number;
  readonly nonce: bigint;
}

/**
 * Asks the first signer, as the relayer, for the commitment of one message, and `also` for its execution, bound to
 * `anchor`. Returns "signed", or the refusal's code. A signer that has signed gives the same proposal the same
 * signature again.
 */
export async function askToCommit(
  stack: Pick<Stack, 'signerClients'>,
  { source, destination, nonce }: NamedMessage,
  anchor: string,
  also?: 'execute',
) {
  const interval = { firstNonce: nonce, count: 1 };
  const actions = [{ commit: source, ...interval }, ...(also ? [{ execute: source, nonce, ...interval }] : [])];
  const proposal = { destination, family: 'main', anchor, actions };
  const answer = await stack.signerClients[0]?.sign(proposal, new AbortController().signal);
  return answer?.ok ? 'signed' : answer?.error.code;
}

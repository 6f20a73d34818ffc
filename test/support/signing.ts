import type { Stack } from './stack.ts';

/** The coordinates of a message in a proposal. */
export interface NamedMessage {
  readonly source: number;
  readonly destination: number;
  readonly nonce: bigint;
}

/** Asks the first signer, as the relayer, for the commitment of one message, bound to `anchor`. Returns "signed", or the refusal's code. */
export async function askToCommit(stack: Stack, { source, destination, nonce }: NamedMessage, anchor: string) {
  const actions = [{ commit: source, firstNonce: nonce, count: 1 }];
  const answer = await stack.firstSigner.sign(
    { destination, family: 'main', anchor, actions },
    new AbortController().signal,
  );
  return answer.ok ? 'signed' : answer.error.code;
}

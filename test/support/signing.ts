import type { Stack } from './stack.ts';

/** The coordinates of a message in a proposal. */
export interface NamedMessage {
  readonly source: number;
  readonly destination: number;
  readonly nonce: bigint;
}

/** Asks a signer for the commitment of one message, bound to `anchor`. Returns its refusal. */
export async function askToCommit(stack: Stack, { source, destination, nonce }: NamedMessage, anchor: string) {
  const actions = [{ commit: source, firstNonce: nonce.toString(), count: 1 }];
  const response = await fetch(`${stack.signers[0]?.url}/v1/sign`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ destination, family: 'main', anchor, actions }),
  });
  const body = (await response.json()) as { readonly code?: string };
  return { status: response.status, code: body.code };
}

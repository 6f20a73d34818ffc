import type { Gift, GiftRequest } from './faucet.ts';

export interface FaucetOptions extends Omit<GiftRequest, 'address'> {
  /** URL of the faucet. */
  readonly url: string;
  readonly json?: true;
}

/** An error that people can mend; it has no stack. */
const refusal = (message: string): Error => Object.assign(new Error(message), { name: 'Refusal' });

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** `causeway faucet ADDRESS`: asks the faucet of a running devnet, and prints each gift. */
export async function runFaucet(
  address: string,
  { url, json, ...wanted }: FaucetOptions,
  print: (line: string) => void,
): Promise<void> {
  if (!URL.canParse(url)) throw refusal(`--url ${url}: is no URL`);
  if (!LOOPBACK.test(new URL(url).hostname)) throw refusal(`--url ${url}: only local networks have a faucet`);
  const gifts = await askFaucet(url, { address, ...wanted });
  if (json) return print(JSON.stringify(gifts));
  for (const { network, token, amount, transaction } of gifts) {
    print(`${network.padEnd(9)} ${amount} ${token} for ${address}, transaction ${transaction}`);
  }
}

/** Longer than the faucet waits for a chain, milliseconds. */
const ANSWER_MS = 60_000;

/** The gifts of the faucet at `url`. Throws what the faucet refuses, and after `timeoutMs` without an answer. */
export async function askFaucet(url: string, request: GiftRequest, timeoutMs = ANSWER_MS): Promise<readonly Gift[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(request), signal }).catch(() => {
    if (signal.aborted) throw refusal(`the faucet at ${url} does not answer within ${timeoutMs / 1_000} s`);
    throw refusal(`no faucet answers at ${url}: start one with \`causeway devnet\` or \`npm start\``);
  });
  const answer = (await response.json()) as { readonly gifts: readonly Gift[]; readonly message?: string };
  if (!response.ok) throw refusal(answer.message ?? `the faucet answers ${response.status}`);
  return answer.gifts;
}

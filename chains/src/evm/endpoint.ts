import { FetchRequest, isError, JsonRpcProvider, Network } from 'ethers';
import { ZodError } from 'zod';
import type { Endpoint } from '../quorum.ts';
import { numberAnswer } from './wire.ts';

/** A JSON-RPC endpoint over HTTP, through ethers. Its answers count only if it serves the right chain. */
export class HttpEndpoint implements Endpoint {
  readonly label: string;
  readonly #provider: JsonRpcProvider;
  readonly #chainId: number;
  #verified: Promise<void> | undefined;

  /** An endpoint that must serve `chainId` and answers within `timeoutMs`. */
  constructor(url: string, chainId: number, timeoutMs: number) {
    this.label = new URL(url).origin;
    this.#chainId = chainId;
    const request = new FetchRequest(url);
    request.timeout = timeoutMs;
    request.setThrottleParams({ maxAttempts: 1 });
    this.#provider = new JsonRpcProvider(request, undefined, {
      staticNetwork: Network.from(chainId),
      batchMaxCount: 1,
      cacheTimeout: -1,
    });
  }

  async send(method: string, params: readonly unknown[]): Promise<unknown> {
    this.#verified ??= this.#verify();
    await this.#verified;
    return this.#provider.send(method, [...params]);
  }

  /** Checks the chain id before the first answer counts, and again after a failed check. */
  async #verify(): Promise<void> {
    try {
      const served = numberAnswer.parse(await this.#provider.send('eth_chainId', []));
      if (served !== this.#chainId) throw new Error(`serves chain ${served}, not ${this.#chainId}`);
    } catch (error) {
      this.#verified = undefined;
      throw error;
    }
  }
}

/** The reason for an endpoint's failure, without URLs. */
export function endpointMessage(error: unknown): string {
  if (isError(error, 'TIMEOUT')) return 'no answer in time';
  if (error instanceof ZodError) return 'answered in an unknown form';
  if (!(error instanceof Error)) return 'failed';
  const short = (error as { shortMessage?: unknown }).shortMessage;
  const text = refusal(error) ?? (typeof short === 'string' ? short : error.message) ?? 'failed';
  return text.replace(/\b(?:https?|wss?):\/\/\S+/g, '(url)').slice(0, 200);
}

/**
 * The message of a JSON-RPC error object, which ethers wraps at varying depths; undefined when the endpoint sent none.
 */
export function refusal(error: unknown): string | undefined {
  type Wrapped = { readonly error?: { readonly message?: unknown }; readonly info?: Wrapped };
  for (let at = error as Wrapped | undefined; at; at = at.info) {
    if (typeof at.error?.message === 'string') return at.error.message;
  }
  return undefined;
}

/** The chain id of the endpoint at `url`. Rejects when it does not answer. */
export async function askChainId(url: string): Promise<number> {
  const request = new FetchRequest(url);
  request.timeout = 10_000;
  request.setThrottleParams({ maxAttempts: 1 });
  request.body = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] };
  const response = await request.send();
  response.assertOk();
  return numberAnswer.parse(response.bodyJson.result);
}

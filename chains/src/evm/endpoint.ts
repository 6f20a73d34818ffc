import { JsonRpcProvider, Network } from 'ethers';
import { ZodError } from 'zod';
import { ask, JsonRpcEndpoint, RpcError } from '../rpc/json-rpc.ts';
import type { EndpointLimits } from '../rpc/post.ts';
import type { Endpoint } from '../rpc/quorum.ts';
import { numberAnswer } from './wire.ts';

/** Knows where nodes put the revert data and the reason of an error. It sends nothing. */
const interpreter = new JsonRpcProvider(undefined, undefined, { staticNetwork: Network.from(1) });

/** An endpoint serves another chain than it is configured for. */
export class OtherChain extends Error {
  override readonly name = 'OtherChain';
  /** Its chain id. */
  readonly served: number;

  constructor(served: number, chainId: number) {
    super(`serves chain ${served}, not ${chainId}`);
    this.served = served;
  }
}

/**
 * A JSON-RPC endpoint over HTTP. Its answers count only if it serves the right chain. It throws the errors of ethers.
 */
export class HttpEndpoint implements Endpoint {
  readonly label: string;
  readonly #rpc: JsonRpcEndpoint;
  readonly #chainId: number;
  #verified: Promise<void> | undefined;

  /** An endpoint that must serve `chainId`. */
  constructor(url: string, chainId: number, limits: EndpointLimits) {
    this.#rpc = new JsonRpcEndpoint(url, limits);
    this.label = this.#rpc.label;
    this.#chainId = chainId;
  }

  async send(method: string, params: readonly unknown[]): Promise<unknown> {
    this.#verified ??= this.#verify();
    await this.#verified;
    try {
      return await this.#rpc.send(method, params);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, message, data } = error;
      const payload = { jsonrpc: '2.0', id: 1, method, params: [...params] } as const;
      throw interpreter.getRpcError(payload, { id: 1, error: { code, message, data } });
    }
  }

  /** Checks the chain id before the first answer counts, and again after a failed check. */
  async #verify(): Promise<void> {
    try {
      const served = numberAnswer.parse(await this.#rpc.send('eth_chainId', []));
      if (served !== this.#chainId) throw new OtherChain(served, this.#chainId);
    } catch (error) {
      this.#verified = undefined;
      throw error;
    }
  }
}

/** The reason for an endpoint's failure, without URLs. */
export function endpointMessage(error: unknown): string {
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
  return numberAnswer.parse(await ask(url, 'eth_chainId', []));
}

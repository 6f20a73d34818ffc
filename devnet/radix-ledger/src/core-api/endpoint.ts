import type { z } from 'zod';
import type { Ledger } from '../ledger.ts';
import type { ErrorType } from './errors.ts';
import type { Network } from './network.ts';
import type { NetworkRequest } from './requests.ts';

/** What endpoints answer from. */
export interface Node {
  readonly ledger: Ledger;
  readonly network: Network;
}

/** Requests that carry no payload, bytes: what a node's HTTP layer takes when nothing else is said. */
const SMALL_REQUEST_BYTES = 2 * 1_024 * 1_024;
/** Requests that carry a transaction as hex, bytes. */
export const LARGE_REQUEST_BYTES = 3 * 1_024 * 1_024;

/** One endpoint of the API. */
export interface Endpoint<Request extends NetworkRequest = NetworkRequest> {
  readonly request: z.ZodType<Request>;
  /** The type of error body that its callers expect. */
  readonly errorType: ErrorType;
  readonly maxRequestBytes: number;
  /** Answers what becomes the body. Throws ApiError. */
  answer(node: Node, request: Request): unknown;
}

export type Endpoints = Readonly<Record<string, Endpoint>>;

/** An endpoint with the usual limits. What it is given is what its schema made of the request. */
export function endpoint<Request extends NetworkRequest>(
  request: z.ZodType<Request>,
  answer: (node: Node, request: Request) => unknown,
  { errorType = 'Basic', maxRequestBytes = SMALL_REQUEST_BYTES }: Partial<Endpoint> = {},
): Endpoint {
  const own: Endpoint<Request> = { request, errorType, maxRequestBytes, answer };
  return own as unknown as Endpoint;
}

import type { z } from 'zod';
import type { Ledger } from '../ledger.ts';
import { clientError, type ErrorType } from './errors.ts';
import type { Network } from './network.ts';
import { type NetworkRequest, parseRequest } from './requests.ts';

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
export interface Endpoint {
  /** The type of error body that its callers expect. */
  readonly errorType: ErrorType;
  readonly maxRequestBytes: number;
  /** Answers the text of a request with what becomes the body. Throws ApiError. */
  answer(node: Node, text: string): unknown;
}

/** Endpoints by path. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** An endpoint that takes what `schema` describes, for this network, within the usual limits. */
export function endpoint<Schema extends z.ZodType<NetworkRequest>>(
  schema: Schema,
  answer: (node: Node, request: z.infer<Schema>) => unknown,
  { errorType = 'Basic', maxRequestBytes = SMALL_REQUEST_BYTES }: Partial<Omit<Endpoint, 'answer'>> = {},
): Endpoint {
  return {
    errorType,
    maxRequestBytes,
    answer: (node, text) => {
      const request = parseRequest(schema, text);
      const { logicalName } = node.network;
      if (request.network !== logicalName)
        throw clientError(`Invalid network - the network is actually: ${logicalName}`);
      return answer(node, request);
    },
  };
}

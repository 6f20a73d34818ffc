import type { z } from 'zod';
import type { Ledger } from '../ledger.ts';
import { clientError, type ErrorType } from './errors.ts';
import type { Network } from './network.ts';
import { type NetworkRequest, parseRequest } from './requests.ts';

/** The objects that endpoints read. */
export interface Node {
  readonly ledger: Ledger;
  readonly network: Network;
}

/** Limit for requests without a payload, bytes: the default of a node's HTTP layer. */
const SMALL_REQUEST_BYTES = 2 * 1_024 * 1_024;
/** Limit for requests with a transaction in hex, bytes. */
export const LARGE_REQUEST_BYTES = 3 * 1_024 * 1_024;

/** One endpoint of the API. */
export interface Endpoint {
  /** The type of error body that the endpoint's callers expect. */
  readonly errorType: ErrorType;
  readonly maxRequestBytes: number;
  /** Answers the text of a request with the value of the body. Throws ApiError. */
  answer(node: Node, text: string): unknown;
}

/** Endpoints by path. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** An endpoint for this network that accepts requests of `schema`, within the usual limits. */
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

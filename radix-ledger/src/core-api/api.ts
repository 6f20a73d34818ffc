import type { Endpoint, Endpoints, Node } from './endpoint.ts';
import { callPreviewEndpoints } from './endpoints/call-preview.ts';
import { consensusManagerEndpoints } from './endpoints/consensus-manager.ts';
import { controlEndpoints } from './endpoints/controls.ts';
import { parseEndpoints } from './endpoints/parse.ts';
import { previewEndpoints } from './endpoints/preview.ts';
import { stateEndpoints } from './endpoints/state.ts';
import { networkConfiguration, statusEndpoints } from './endpoints/status.ts';
import { streamEndpoints } from './endpoints/stream.ts';
import { submitEndpoints } from './endpoints/submit.ts';
import { transactionEndpoints } from './endpoints/transactions.ts';
import { ApiError, type ErrorType, notFound, serverError } from './errors.ts';
import { lack } from './missing.ts';

const BASE_PATH = '/core';

const below = (base: string, endpoints: Endpoints): Endpoints =>
  Object.fromEntries(Object.entries(endpoints).map(([path, endpoint]) => [base + path, endpoint]));

const ENDPOINTS: Endpoints = {
  ...below(BASE_PATH, statusEndpoints),
  ...below(BASE_PATH, submitEndpoints),
  ...below(BASE_PATH, transactionEndpoints),
  ...below(BASE_PATH, parseEndpoints),
  ...below(BASE_PATH, previewEndpoints),
  ...below(BASE_PATH, callPreviewEndpoints),
  ...below(BASE_PATH, streamEndpoints),
  ...below(BASE_PATH, stateEndpoints),
  ...below(BASE_PATH, consensusManagerEndpoints),
  ...below('/development', controlEndpoints),
};

/** An answer: the HTTP status, and the value of the JSON body. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The handler of a request line. */
export type Route =
  /** An answer that does not depend on the body. */
  | { readonly kind: 'answer'; readonly answer: (node: Node) => Answer }
  | { readonly kind: 'endpoint'; readonly endpoint: Endpoint }
  | { readonly kind: 'wrongMethod'; readonly allowed: string };

/** The route of a request with this method and path (without a query). */
export function route(method: string, path: string): Route {
  if (path === '/') return refusal(notFound('Try /core'));
  if (path === BASE_PATH) return method === 'GET' ? configuration : { kind: 'wrongMethod', allowed: 'GET' };
  const endpoint = Object.hasOwn(ENDPOINTS, path) ? ENDPOINTS[path] : undefined;
  const isConfiguration = path === `${BASE_PATH}/status/network-configuration`;
  if (!isConfiguration && !endpoint) return refusal(notFound(lack(path)));
  if (method !== 'POST') return { kind: 'wrongMethod', allowed: 'POST' };
  return endpoint ? { kind: 'endpoint', endpoint } : configuration;
}

const configuration: Route = { kind: 'answer', answer: (node) => ({ status: 200, body: networkConfiguration(node) }) };

const refusal = (error: ApiError): Route => ({ kind: 'answer', answer: () => failure(error, 'Basic') });

/** Answers the text of a request to an endpoint. Every failure becomes an answer too. */
export function callEndpoint(node: Node, endpoint: Endpoint, text: string): Answer {
  try {
    return { status: 200, body: endpoint.answer(node, text) };
  } catch (error) {
    if (error instanceof ApiError) return failure(error, endpoint.errorType);
    console.error(error);
    return failure(serverError(), endpoint.errorType);
  }
}

/** The answer for an error. */
export function failure(error: ApiError, type: ErrorType): Answer {
  return { status: error.status, body: error.toJson(type) };
}

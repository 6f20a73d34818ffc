import { accountMethods } from './methods/accounts.ts';
import { blockMethods } from './methods/blocks.ts';
import { clusterMethods } from './methods/cluster.ts';
import { controlMethods } from './methods/controls.ts';
import { historyMethods } from './methods/history.ts';
import type { Methods, Node } from './methods/method.ts';
import { tokenMethods } from './methods/tokens.ts';
import { transactionMethods } from './methods/transactions.ts';
import { invalidRequest, methodNotFound, parseError, RpcError } from './rpc-error.ts';

const METHODS: Methods = {
  ...accountMethods,
  ...blockMethods,
  ...clusterMethods,
  ...controlMethods,
  ...historyMethods,
  ...tokenMethods,
  ...transactionMethods,
};

/** One JSON-RPC call. */
export interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

export type Handle = (call: Call) => unknown;

/** Calls the method. Throws RpcError. */
export function callMethod(node: Node, { method, params }: Call): unknown {
  const answer = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (!answer) throw methodNotFound();
  return answer(node, params);
}

/** Answers the text of a request, single or batch; null when it needs no answer. */
export function answerText(text: string, handle: Handle): unknown {
  let request: unknown;
  try {
    request = JSON.parse(text);
  } catch {
    return failure(null, parseError());
  }
  if (!Array.isArray(request)) return answerOne(request, handle);
  if (request.length === 0) return failure(null, invalidRequest('Invalid request'));
  const answers = request.map((one) => answerOne(one, handle)).filter((answer) => answer !== null);
  return answers.length > 0 ? answers : null;
}

function answerOne(request: unknown, handle: Handle): unknown {
  const { id, method, params = [] } = (request ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  if (typeof method !== 'string') return failure(id ?? null, invalidRequest('Invalid request'));
  try {
    if (!Array.isArray(params)) throw new RpcError(-32602, '`params` should be an array');
    const result = handle({ id, method, params });
    return id === undefined ? null : { jsonrpc: '2.0', result, id };
  } catch (error) {
    return id === undefined ? null : failure(id, error);
  }
}

function failure(id: unknown, error: unknown) {
  const { code, message, data } = error instanceof RpcError ? error : new RpcError(-32603, 'Internal error');
  if (!(error instanceof RpcError)) console.error(error);
  return { jsonrpc: '2.0', error: { code, message, ...(data !== undefined && { data }) }, id };
}

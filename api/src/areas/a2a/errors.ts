import { HTTP_ERRORS, type Problem, refuserOf } from '../../http/errors/errors.ts';
import { RPC_CODES, type RpcError } from '../../http/requests/json-rpc.ts';

/** A2A's own errors in JSON-RPC: the code and the reason of google.rpc.ErrorInfo (A2A 1.0, section 5.4). */
const A2A_ERRORS = {
  TASK_NOT_FOUND: -32001,
  TASK_NOT_CANCELABLE: -32002,
  UNSUPPORTED_OPERATION: -32004,
  CONTENT_TYPE_NOT_SUPPORTED: -32005,
  VERSION_NOT_SUPPORTED: -32009,
} as const;
type Reason = keyof typeof A2A_ERRORS;

const ERROR_INFO = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', domain: 'a2a-protocol.org' };

/** An error in A2A's words. */
export const a2aError = (
  reason: Reason,
  message: string,
  metadata: Readonly<Record<string, string>> = {},
): RpcError => ({ code: A2A_ERRORS[reason], message, data: [{ ...ERROR_INFO, reason, metadata }] });

/** Params that a method does not take, each with its place. */
export const invalidParams = (...violations: readonly { field: string; description: string }[]): RpcError => ({
  code: RPC_CODES.INVALID_PARAMS,
  message: violations.map(({ field, description }) => `${field}: ${description}`).join('; '),
  data: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }],
});

export const methodNotFound = (method: string): RpcError => ({
  code: RPC_CODES.METHOD_NOT_FOUND,
  message: `A2A 1.0 has no method ${method}`,
});

/** What the platform's refusals are in A2A. Each other one of a client's making is of its params. */
const REASONS: Readonly<Record<string, Reason>> = {
  TASK_NOT_FOUND: 'TASK_NOT_FOUND',
  TASK_ENDED: 'TASK_NOT_CANCELABLE',
  TASK_NOT_WAITING: 'UNSUPPORTED_OPERATION',
};

/**
 * `problem` in A2A's words; undefined for one that HTTP itself tells: rights, limits, an interface that does not exist.
 */
export function errorOf({ code, status, message }: Problem): RpcError | undefined {
  const reason = REASONS[code];
  if (reason !== undefined) return a2aError(reason, message);
  return [400, 409, 422].includes(status) ? invalidParams({ field: 'params', description: message }) : undefined;
}

/** The failed Answer of a code that any route may answer. */
export const refuse = refuserOf(HTTP_ERRORS);

import Type, { type Static } from 'typebox';

/** JSON-RPC 2.0's own error codes. */
export const RPC_CODES = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
} as const;

/** The body of a call. Params are checked per method. */
export const rpcRequest = Type.Object({
  jsonrpc: Type.Literal('2.0'),
  id: Type.Union([Type.String({ maxLength: 200 }), Type.Number()]),
  method: Type.String({ minLength: 1, maxLength: 100 }),
  params: Type.Optional(Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true }))),
});
export type RpcRequest = Static<typeof rpcRequest>;

/** The body of an answer: it has either `result` or `error`. */
export const rpcAnswer = Type.Object({
  jsonrpc: Type.Literal('2.0'),
  id: Type.Union([Type.String(), Type.Number()]),
  result: Type.Optional(Type.Unsafe<unknown>({ description: 'What the method answers.' })),
  error: Type.Optional(
    Type.Object({
      code: Type.Integer(),
      message: Type.String(),
      data: Type.Optional(Type.Array(Type.Unsafe<unknown>({}))),
    }),
  ),
});
export type RpcAnswer = Static<typeof rpcAnswer>;
export type RpcError = NonNullable<RpcAnswer['error']>;

/** The members of a JSON-RPC error for a body that is no call; they are added to its problem document. */
export const notACall = (isJson: boolean, message: string): Readonly<Record<string, unknown>> => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: isJson ? RPC_CODES.INVALID_REQUEST : RPC_CODES.PARSE_ERROR, message },
});

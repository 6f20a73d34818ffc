import type { Caller } from '../../http/callers/callers.ts';
import type { RpcError } from '../../http/requests/json-rpc.ts';
import type { Choice } from './catalog.ts';
import type { Tool } from './tools.ts';

/** What an operation answered to a call. */
export interface OperationReply {
  readonly isError: boolean;
  readonly status: number;
  readonly body: unknown;
}

/** A call of a method. */
export interface McpCall {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, unknown>>;
  /** The tools that the client asks for. */
  readonly choice: Choice;
  /** Calls the tool's operation as the caller. */
  readonly ask: (tool: Tool, args: Readonly<Record<string, unknown>>) => Promise<OperationReply>;
}

/** The result of a method, or its error. */
export type Outcome = { readonly result: unknown } | { readonly error: RpcError };

/** What happens during a long call, and at last its outcome. */
export type Step = { readonly progress: string } | Outcome;

/** A long call: its steps until the signal aborts, one at least every `everyMs` milliseconds. */
export interface LongCall {
  readonly steps: (signal: AbortSignal, everyMs?: number) => AsyncIterable<Step>;
}

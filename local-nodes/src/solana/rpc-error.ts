/** A JSON-RPC error with the code, message and data of a validator. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const invalidRequest = (message: string) => new RpcError(-32600, message);
export const methodNotFound = () => new RpcError(-32601, 'Method not found');
export const invalidParams = (message: string) => new RpcError(-32602, message);
export const parseError = () => new RpcError(-32700, 'Parse error');
export const airdropFailure = (reason: string) => new RpcError(-32603, `airdrop request failed: ${reason}`);
export const preflightFailure = (message: string, data: unknown) => new RpcError(-32002, message, data);
export const signatureFailure = () => new RpcError(-32003, 'Transaction signature verification failure');
export const blockNotAvailable = (slot: number) => new RpcError(-32004, `Block not available for slot ${slot}`);
export const slotSkipped = (slot: number) =>
  new RpcError(-32007, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`);
export const unsupportedVersion = (version: number) =>
  new RpcError(
    -32015,
    `Transaction version (${version}) is not supported by the requesting client. Please try the request again with ` +
      `the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
  );
export const minContextSlotNotReached = (contextSlot: number) =>
  new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot });

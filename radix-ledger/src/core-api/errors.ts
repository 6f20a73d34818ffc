import type {
  ErrorResponse,
  StreamTransactionsErrorDetails,
  TransactionSubmitErrorDetails,
} from '@radixdlt/babylon-core-api-sdk';

/** The kinds of error body, with their details besides the message. */
type ErrorBody =
  | { readonly type: 'Basic' }
  | { readonly type: 'TransactionSubmit'; readonly details?: TransactionSubmitErrorDetails }
  | { readonly type: 'StreamTransactions'; readonly details?: StreamTransactionsErrorDetails };

/** The kind of error body that an endpoint uses for all errors. */
export type ErrorType = ErrorBody['type'];

/** An error answer: the HTTP status, a message for the caller, and details. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody | undefined;

  constructor(status: number, message: string, body?: ErrorBody) {
    super(message);
    this.status = status;
    this.body = body;
  }

  /** The JSON of the answer, for an endpoint with this type of error body. */
  toJson(type: ErrorType): ErrorResponse {
    const { type: error_type, ...details } = this.body ?? { type };
    return { error_type, code: this.status, message: this.message, ...details } as ErrorResponse;
  }
}

export const clientError = (message: string) => new ApiError(400, message);
export const notFound = (message: string) => new ApiError(404, message);

/** Failures before or outside of an endpoint have the basic body, independent of the endpoint. */
export const malformed = (message: string) => new ApiError(400, message, { type: 'Basic' });
export const tooLarge = () => new ApiError(413, 'length limit exceeded', { type: 'Basic' });
export const serverError = () => new ApiError(500, 'Unexpected server error', { type: 'Basic' });

/** A field of the request that is malformed. */
export const invalidField = (field: string, problem: string) =>
  clientError(`Error extracting ${field} from request: ${problem}`);

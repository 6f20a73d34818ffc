import type {
  ErrorResponse,
  StreamTransactionsErrorDetails,
  TransactionSubmitErrorDetails,
} from '@radixdlt/babylon-core-api-sdk';

/** The kinds of error body that these endpoints answer, with what each may tell beyond words. */
type ErrorBody =
  | { readonly type: 'Basic' }
  | { readonly type: 'TransactionSubmit'; readonly details?: TransactionSubmitErrorDetails }
  | { readonly type: 'StreamTransactions'; readonly details?: StreamTransactionsErrorDetails };

/** The kind of body that all errors of an endpoint have. */
export type ErrorType = ErrorBody['type'];

/** What an endpoint answers instead of a result: the HTTP status, words for the caller, and details. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody | undefined;

  constructor(status: number, message: string, body?: ErrorBody) {
    super(message);
    this.status = status;
    this.body = body;
  }

  /** The JSON of the answer, from an endpoint whose errors are of this type. */
  toJson(type: ErrorType): ErrorResponse {
    const { type: error_type, ...details } = this.body ?? { type };
    return { error_type, code: this.status, message: this.message, ...details } as ErrorResponse;
  }
}

export const clientError = (message: string) => new ApiError(400, message);
export const notFound = (message: string) => new ApiError(404, message);

/** What fails before or outside of an endpoint has the basic body, whichever the endpoint is. */
export const malformed = (message: string) => new ApiError(400, message, { type: 'Basic' });
export const tooLarge = () => new ApiError(413, 'length limit exceeded', { type: 'Basic' });
export const serverError = () => new ApiError(500, 'Unexpected server error', { type: 'Basic' });

/** A field of the request that does not say what it has to. */
export const invalidField = (field: string, problem: string) =>
  clientError(`Error extracting ${field} from request: ${problem}`);

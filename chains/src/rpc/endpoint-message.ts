import { ZodError } from 'zod';

/** The reason for an endpoint's failure, without URLs. */
export function endpointMessage(error: unknown): string {
  if (error instanceof ZodError) return 'answered in an unknown form';
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return 'no answer in time';
  return error.message.replace(/\b(?:https?|wss?):\/\/\S+/g, '(url)').slice(0, 200);
}

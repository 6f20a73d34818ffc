import type { Request } from '../steps.ts';

/** A read that began as a quick one asks for something that may take long, for which others would wait. */
export class TakesLong extends Error {
  override readonly name = 'TakesLong';
}

/** True for compiled queries, which use indexes; others, such as searches, may take long. */
export function isQuick(request: Request): boolean {
  if (request.kind === 'text') return false;
  return request.kind !== 'rows' || typeof request.query !== 'function';
}

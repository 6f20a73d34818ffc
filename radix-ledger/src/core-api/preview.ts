import type { Engine } from '../engine.ts';
import type { Result } from '../result.ts';
import type { PreviewReceipt, Rejection } from '../types.ts';
import type { Node } from './endpoint.ts';
import { clientError } from './errors.ts';
import { read } from './read.ts';

/** A rejection that the engine found by running the transaction. */
export type RejectedPreview = Rejection & Required<Pick<Rejection, 'fee' | 'costing'>>;

/** Runs a preview. Throws the API's error when it cannot run at all. */
export function runPreview(
  node: Node,
  preview: (engine: Engine) => Result<PreviewReceipt, Rejection>,
): Result<PreviewReceipt, RejectedPreview> {
  const outcome = read(node, preview);
  if (outcome.ok) return outcome;
  const { fee, costing } = outcome.error;
  if (!fee || !costing) throw clientError(outcome.error.message);
  return { ok: false, error: { ...outcome.error, fee, costing } };
}

import type { Engine } from '../engine.ts';
import type { SborJson } from '../types.ts';
import type { Node } from './endpoint.ts';

/** The result of a query. Throws when the query traps the engine, which is a defect of the engine or of the query. */
export function read<T>({ ledger }: Node, query: (engine: Engine) => T): T {
  const answer = ledger.read(query);
  if (!answer.ok) throw new Error(`the engine broke over a query: ${answer.error.message}`);
  return answer.value;
}

/** SBOR (hex) from the engine as programmatic JSON. */
export function programmaticJson(node: Node, sbor: string | null): SborJson {
  if (sbor === null) throw new Error('the engine gave no SBOR');
  const described = read(node, (engine) => engine.describeSbor(Buffer.from(sbor, 'hex')));
  if (!described.ok) throw new Error(`the engine gave ${sbor} for SBOR`);
  return described.value;
}

import { FUNCTIONS, type FunctionName } from './interface.ts';
import { BLUEPRINT } from './package.ts';

/** The reason of a failed transaction: an error of the blueprint, a missing role of the bridge, or another reason. */
export type Refusal =
  | { readonly kind: 'error'; readonly name: string }
  | { readonly kind: 'unauthorized'; readonly name: string; readonly method: FunctionName }
  | { readonly kind: 'engine'; readonly text: string };

/** The clients' names for the engine's refusal of a method, by the method's callers. */
const NOT_IN_ROLE = {
  public: 'Unauthorized',
  oracle: 'NotOracle',
  guardian: 'NotGuardian',
  admin: 'NotAdmin',
  proposedAdmin: 'NotAdmin',
} as const;

const PANIC = /PanicMessage\("(\w+)/;
const UNAUTHORIZED = new RegExp(`AuthError\\(Unauthorized\\(.*blueprint_name: "${BLUEPRINT}" \\}, ident: "(\\w+)"`);

/** Parses the engine's text of an error. */
export function refusalOf(text: string): Refusal {
  const panic = PANIC.exec(text)?.[1];
  if (panic !== undefined) return { kind: 'error', name: panic };
  const method = UNAUTHORIZED.exec(text)?.[1] as FunctionName | undefined;
  if (method === undefined) return { kind: 'engine', text };
  return { kind: 'unauthorized', name: NOT_IN_ROLE[FUNCTIONS[method].role], method };
}

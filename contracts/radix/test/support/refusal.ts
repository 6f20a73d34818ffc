import { FUNCTIONS, type FunctionName } from './interface.ts';
import { BLUEPRINT } from './package.ts';

/** Why a transaction failed: by an error of the blueprint, for want of a role of the bridge, or for another reason. */
export type Refusal =
  | { readonly kind: 'error'; readonly name: string }
  | { readonly kind: 'unauthorized'; readonly name: string; readonly method: FunctionName }
  | { readonly kind: 'engine'; readonly text: string };

/** What clients call the engine's refusal of a method, by who may call it. */
const NOT_IN_ROLE = {
  public: 'Unauthorized',
  oracle: 'NotOracle',
  guardian: 'NotGuardian',
  admin: 'NotAdmin',
  proposedAdmin: 'NotAdmin',
} as const;

const PANIC = /PanicMessage\("(\w+)/;
const UNAUTHORIZED = new RegExp(`AuthError\\(Unauthorized\\(.*blueprint_name: "${BLUEPRINT}" \\}, ident: "(\\w+)"`);

/** Reads the engine's text of an error. */
export function refusalOf(text: string): Refusal {
  const panic = PANIC.exec(text)?.[1];
  if (panic !== undefined) return { kind: 'error', name: panic };
  const method = UNAUTHORIZED.exec(text)?.[1] as FunctionName | undefined;
  if (method === undefined) return { kind: 'engine', text };
  return { kind: 'unauthorized', name: NOT_IN_ROLE[FUNCTIONS[method].role], method };
}

import { ok } from '@causeway/protocol';
import { type Caller, hasScope, type Scope } from './callers.ts';
import { type Answer, type Refusal, refuse } from './errors.ts';

/** How a caller stands to a resource: it is theirs, others may see it, or it does not exist for them. */
export type Standing = 'own' | 'visible' | 'foreign';

/** Whose a resource is, and whether its public form may be seen by anybody. */
export interface Ownership {
  /** The avatar that it belongs to; null: nobody's. */
  readonly owner: string | null;
  readonly visible: boolean;
}

/** How `caller` stands to a resource. What is their own needs `scope` all the same; admins own everything. */
export function standingOf(caller: Caller | null, { owner, visible }: Ownership, scope: Scope): Standing {
  const theirs = caller !== null && hasScope(caller, scope) && (owner === caller.avatarId || hasScope(caller, 'admin'));
  if (theirs) return 'own';
  return visible ? 'visible' : 'foreign';
}

/** What is asked of the resource: to read it, or to change it. */
export type Access = 'read' | 'write';

/**
 * Lets a request at a resource through: what is foreign is `notFound` (404), as if it did not exist; what is visible
 * may be read, and FORBIDDEN (403) refuses a change of it.
 */
export function permit(standing: Standing, access: Access, notFound: Refusal): Answer<void> {
  if (standing === 'foreign') return notFound;
  if (standing === 'visible' && access === 'write') return refuse('FORBIDDEN', 'it belongs to another caller');
  return ok(undefined);
}

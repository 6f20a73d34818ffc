import { ok } from '@causeway/protocol';
import { type Answer, type Refusal, refuse } from '../errors/errors.ts';
import { type Caller, hasScope, type Scope } from './callers.ts';

/** A caller's relation to a resource: own it, may see it, or it does not exist for the caller. */
export type Standing = 'own' | 'visible' | 'foreign';

/** Owner of a resource, and whether everyone may see its public form. */
export interface Ownership {
  /** The avatar that owns it; null: nobody. */
  readonly owner: string | null;
  readonly visible: boolean;
}

/** The relation of `caller` to a resource. Callers need `scope` also for their own resources; admins own everything. */
export function standingOf(caller: Caller | null, { owner, visible }: Ownership, scope: Scope): Standing {
  const theirs = caller !== null && hasScope(caller, scope) && (owner === caller.avatarId || hasScope(caller, 'admin'));
  if (theirs) return 'own';
  return visible ? 'visible' : 'foreign';
}

/** The request: to read the resource or to change it. */
export type Access = 'read' | 'write';

/**
 * Allows or refuses a request for a resource: a foreign one is `notFound` (404), as if it did not exist; a visible one
 * may be read, and a change of it is FORBIDDEN (403).
 */
export function permit(standing: Standing, access: Access, notFound: Refusal): Answer<void> {
  if (standing === 'foreign') return notFound;
  if (standing === 'visible' && access === 'write') return refuse('FORBIDDEN', 'it belongs to another caller');
  return ok(undefined);
}

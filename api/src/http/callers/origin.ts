import type { NewAudit } from '@causeway/storage';
import type { Caller } from './callers.ts';

/** Where a request comes from, for the log of security events. */
export interface Origin {
  readonly caller: Caller | null;
  readonly address: string;
  readonly userAgent: string | null;
  readonly traceId: string;
}

/** The origin of what the service does by itself. */
export const SERVICE: Origin = { caller: null, address: 'local', userAgent: 'causeway', traceId: '' };

/** The origin of work that an operator does with a command on the server. */
export const LOCAL_COMMAND: Origin = { caller: null, address: 'local', userAgent: 'causeway command', traceId: '' };

type Entry = Pick<NewAudit, 'action'> &
  Partial<Pick<NewAudit, 'outcome' | 'actorId' | 'subjectId' | 'facts' | 'notice'>>;

/** A security event of `origin`. The actor is its caller unless `entry` names one. */
export function auditOf({ caller, address, userAgent, traceId }: Origin, entry: Entry): NewAudit {
  return {
    outcome: 'allowed',
    actorId: caller?.avatarId ?? null,
    subjectId: caller?.avatarId ?? null,
    credential: caller && `${caller.credential.kind}:${caller.credential.id}`,
    address,
    userAgent,
    traceId,
    facts: {},
    ...entry,
  };
}

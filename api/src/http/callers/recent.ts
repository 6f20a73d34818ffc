import { ok } from '@causeway/protocol';
import { type Answer, refuse } from '../errors/errors.ts';
import type { Caller } from './callers.ts';

/** How long a password that was given counts as recent authentication, milliseconds. */
export const RECENT_MS = 300_000;

/** True when the caller's session got the password within `RECENT_MS`; never for an API key. */
export const isRecent = ({ credential, authenticatedAtMs }: Caller, nowMs: number): boolean =>
  credential.kind === 'token' && nowMs - authenticatedAtMs <= RECENT_MS;

/** Refuses a caller without recent authentication with REAUTHENTICATION_REQUIRED. */
export function requireRecent(caller: Caller, nowMs: number): Answer<void> {
  if (isRecent(caller, nowMs)) return ok(undefined);
  const advice =
    caller.credential.kind === 'token'
      ? 'give your password again: POST /api/avatar/reauthenticate'
      : 'an API key has no password: sign in, and do it within five minutes';
  return refuse('REAUTHENTICATION_REQUIRED', advice);
}

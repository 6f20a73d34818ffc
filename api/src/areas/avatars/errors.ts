import { define, type ErrorTable, HTTP_ERRORS, refuserOf } from '../../http/errors/errors.ts';

/** Errors of the operations of avatars. */
export const AVATAR_ERRORS = {
  CREDENTIALS_REFUSED: define(
    401,
    'Name or password refused',
    'No avatar has this name with this password; the answer does not tell which of the two is wrong.',
  ),
  REFRESH_TOKEN_REFUSED: define(
    401,
    'Refresh token refused',
    'The refresh token is unknown, has expired, or its session has ended; authenticate again.',
  ),
  ORIGIN_NOT_OWN: define(
    403,
    'Origin not the service’s own',
    'Only a page of the service’s own origin has its session in a cookie, over https or on the browser’s own machine. Behind a proxy, `api.trustProxy` lets the service know its own origin.',
  ),
  API_KEY_NOT_FOUND: define(404, 'API key not found', 'The avatar has no API key of this id.'),
  SESSION_NOT_FOUND: define(404, 'Session not found', 'You have no session of this id, or it has ended.'),
  API_KEY_RENEWED: define(
    409,
    'API key renewed',
    'Another key has taken the place of this one and was used; use that one, or have the owner make another.',
  ),
  USERNAME_TAKEN: define(
    409,
    'Username taken',
    'Another avatar has this username in any case, or one that people cannot tell from it.',
  ),
  USERNAME_INVALID: define(
    422,
    'Username invalid',
    'The username, in the form in which names are compared, has characters that none may have; take letters, digits and those of ASCII but `@`.',
  ),
  EMAIL_TAKEN: define(409, 'Address taken', 'Another avatar has proved this e-mail address before.'),
  PASSWORD_REQUIRED: define(422, 'Password required', 'Only an AI_Agent avatar registers without a password.'),
  SCOPES_EXCEEDED: define(422, 'Scopes exceeded', 'An API key cannot have scopes that the caller or its avatar lacks.'),
  EXPIRY_INVALID: define(422, 'Expiry invalid', '`expiresAt` is in the past or too far in the future.'),
  NO_API_KEY: define(422, 'No API key', 'The request has an access token and no API key.'),
  API_KEY_NOT_RENEWABLE: define(
    422,
    'API key not renewable',
    'Only an agent renews the API key that it calls with, and none beyond the end of the key that its maker had.',
  ),
  TOO_MANY_API_KEYS: define(422, 'Too many API keys', 'The avatar has as many API keys as one may; revoke one.'),
  TOO_MANY_AGENTS: define(
    422,
    'Too many agents',
    'The owner has as many agents as one may; deregister one (DELETE /api/agents/{agentId}).',
  ),
  MAIL_TOKEN_REFUSED: define(
    422,
    'Token refused',
    'The token of the e-mail is unknown, was used, or has expired; ask for another e-mail.',
  ),
  ATTEMPTS_EXCEEDED: define(
    429,
    'Too many attempts',
    'Too many wrong passwords for this name, or too many attempts or registrations of agents from your address; wait for Retry-After seconds.',
  ),
  PASSWORDS_BUSY: define(
    503,
    'Password check busy',
    'More passwords are being checked than the service computes at once; repeat after Retry-After seconds.',
  ),
} as const satisfies ErrorTable;

export const refuse = refuserOf({ ...HTTP_ERRORS, ...AVATAR_ERRORS });

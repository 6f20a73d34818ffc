import { AUDIT_ACTIONS, AVATAR_TYPES, KEY_RANGES } from '@causeway/storage';
import Type, { type TSchema } from 'typebox';
import { SCOPES } from '../../http/callers/callers.ts';
import { documentOnly, named, nullable, ONE_LINE } from '../../http/schema/schema.ts';

const ID = '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70';
const TIME = '2026-01-05T12:00:00.000Z';

const uuid = (description: string) => Type.String({ format: 'uuid', description, examples: [ID] });
const time = (description: string) => Type.String({ format: 'date-time', description, examples: [TIME] });
/** One line for people: no character that moves the cursor, ends the line or turns the direction of writing. */
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: ONE_LINE });
const freeForm = (description = 'Members of the caller’s choice.') =>
  Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true, description }));
const token = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });

/** Longest password, characters: hashing a longer one would only cost time. */
const MAX_PASSWORD = 256;
const password = (description: string) => Type.String({ minLength: 1, maxLength: MAX_PASSWORD, description });
const newPassword = Type.String({ minLength: 8, maxLength: MAX_PASSWORD, description: 'At least 8 characters.' });
const email = () => Type.String({ format: 'email', maxLength: 254 });
const reason = () =>
  Type.String({ minLength: 1, maxLength: 500, description: 'Why; needed from an admin, and shown to the owner.' });
const avatarType = () => Type.String({ enum: [...AVATAR_TYPES] });
const scopes = (description: string) =>
  Type.Array(Type.String({ enum: [...SCOPES] }), { maxItems: SCOPES.length, uniqueItems: true, description });

/** A username as it is sent; the service checks the form that it would store (PRECIS UsernameCaseMapped). */
export const username = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[^\\s\\u0000-\\u001f@][^\\u0000-\\u001f@]{0,63}$',
    description,
  });

/** Said where a message would be promised and none is sent. */
const mailMember = {
  mail: Type.Optional(
    Type.Literal('notSent', { description: 'No message is sent: the service has no mail server. Otherwise absent.' }),
  ),
};

/** Asks for the session in a cookie, which only pages of the service's own origin have. */
const inCookie = (what: string) =>
  Type.Literal('cookie', { description: `${what}; for browsers at a page of the service’s own origin.` });

/** Body of POST /api/avatar/register. */
export const registerRequest = named(
  'RegisterRequest',
  Type.Object(
    {
      username: username(
        'Unique in any case, also among names that look the same; letters, digits and signs of ASCII without `@`, so that it ' +
          'is never taken for an e-mail address.',
      ),
      email: Type.Optional(email()),
      password: Type.Optional(newPassword),
      firstName: Type.Optional(text(100)),
      lastName: Type.Optional(text(100)),
      title: Type.Optional(text(100)),
      avatarType: Type.Optional(Type.String({ enum: [...AVATAR_TYPES], default: 'User' })),
      metadata: Type.Optional(freeForm()),
      acceptTerms: Type.Optional(Type.Boolean()),
      scopes: Type.Optional(scopes('An agent’s first API key has these; the default moves no money.')),
    },
    {
      examples: [
        { username: 'ann', email: 'ann@example.org', password: 'a long enough password', avatarType: 'User' },
        { username: 'summer', avatarType: 'AI_Agent', metadata: { capabilities: ['sum'], model: 'm', version: '1' } },
      ],
    },
  ),
);

const publicMembers = {
  id: uuid('The avatar’s id.'),
  avatarId: uuid('The same.'),
  username: nullable(Type.String({ description: 'Null for others where the avatar hides it.' })),
  avatarType: avatarType(),
  title: nullable(Type.String()),
  metadata: nullable(freeForm('Of an agent, also for others.')),
  createdAt: time('When it registered.'),
};
/** The members that everybody sees, for the avatar itself: with its name. */
const namedMembers = { ...publicMembers, username: Type.String() };
/** The freeze of an account or a wallet. */
export const frozenMembers = {
  frozenAt: nullable(time('Since when it is frozen; null if it is not. An agent is frozen with its owner, too.')),
  frozenBy: nullable(Type.String({ enum: ['owner', 'admin'], description: 'Only an admin ends an admin’s freeze.' })),
  frozenReason: nullable(Type.String()),
};
const privateMembers = {
  ...frozenMembers,
  nameHidden: Type.Boolean({ description: 'Others do not see the username, and do not find the avatar by it.' }),
  email: nullable(Type.String()),
  isEmailVerified: Type.Boolean(),
  firstName: nullable(Type.String()),
  lastName: nullable(Type.String()),
  isAdmin: Type.Boolean(),
  ownerId: nullable(uuid('The avatar that an agent belongs to.')),
  version: Type.Integer(),
  updatedAt: time('When it last changed.'),
};
const publicExample = {
  id: ID,
  avatarId: ID,
  username: 'ann',
  avatarType: 'User',
  title: null,
  metadata: null,
  createdAt: TIME,
};
const example = {
  ...publicExample,
  metadata: {},
  email: 'ann@example.org',
  isEmailVerified: false,
  firstName: 'Ann',
  lastName: null,
  isAdmin: false,
  ownerId: null,
  frozenAt: null,
  frozenBy: null,
  frozenReason: null,
  nameHidden: false,
  version: 1,
  updatedAt: TIME,
};

/** An avatar: its owner sees all members, others the first ones. */
export const avatarProfile = named(
  'AvatarProfile',
  Type.Object({ ...publicMembers, ...partialOf(privateMembers) }, { examples: [publicExample, example] }),
);

/** The caller’s own avatar, of which an API key without `profile:read` sees the first members. */
export const ownProfile = named(
  'OwnAvatarProfile',
  Type.Object({ ...namedMembers, ...partialOf(privateMembers) }, { examples: [publicExample, example] }),
);

function partialOf<T extends Record<string, TSchema>>(members: T) {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)]));
}

/** An avatar as its owner sees it. */
export const avatar = named('Avatar', Type.Object({ ...namedMembers, ...privateMembers }, { examples: [example] }));

const count = (description: string) => Type.Integer({ minimum: 0, description });
const endedExample = { sessions: 2, apiKeys: 1, agentKeys: 0, agentPasswords: 0, resetTokens: 0 };

/** How much ended. */
export const ended = named(
  'EndedAccess',
  Type.Object(
    {
      sessions: count('Sessions; those of agents if their keys ended.'),
      apiKeys: count('API keys of the avatar.'),
      agentKeys: count('API keys of its agents.'),
      agentPasswords: count('Passwords of its agents, whose addresses are no more proved either.'),
      resetTokens: count('Tokens of earlier messages that let somebody choose a password.'),
    },
    { examples: [endedExample] },
  ),
);
/** An avatar that has proved its address, and what ended with the proof. */
export const verified = named(
  'VerifiedAvatar',
  Type.Object({ ...namedMembers, ...privateMembers, ended }, { examples: [{ ...example, ended: endedExample }] }),
);

export const registered = named(
  'RegisteredAvatar',
  Type.Object(
    {
      ...namedMembers,
      ...privateMembers,
      apiKey: nullable(Type.String({ description: 'An agent’s API key. It is shown once, here.' })),
      ...mailMember,
    },
    { examples: [{ ...example, apiKey: null }] },
  ),
);

export const signedIn = named(
  'SignedInAvatar',
  Type.Object(
    {
      ...namedMembers,
      ...privateMembers,
      jwtToken: Type.String({ description: 'Access token for `Authorization: Bearer`.' }),
      jwtTokenExpiresAt: time('End of the access token.'),
      refreshToken: nullable(Type.String({ description: 'Gives new tokens, once. Null when it is in a cookie.' })),
      refreshTokenExpiresAt: time('End of the refresh token.'),
    },
    {
      examples: [
        {
          ...example,
          jwtToken: 'HEADER.CLAIMS.SIGNATURE',
          jwtTokenExpiresAt: TIME,
          refreshToken: 'REFRESH_TOKEN',
          refreshTokenExpiresAt: TIME,
        },
      ],
    },
  ),
);

export const authenticateRequest = named(
  'AuthenticateRequest',
  Type.Object(
    {
      username: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 254,
          description: 'The username; a text with `@` is taken for the verified e-mail address.',
        }),
      ),
      email: Type.Optional(
        Type.String({ minLength: 1, maxLength: 254, description: 'The verified e-mail address, and no username.' }),
      ),
      password: password('The password.'),
      session: Type.Optional(inCookie('Puts the refresh token into a cookie, and not into the answer')),
    },
    {
      ...documentOnly({ anyOf: [{ required: ['username'] }, { required: ['email'] }] }),
      examples: [{ username: 'ann', password: 'a long enough password' }],
    },
  ),
);

export const refreshRequest = named(
  'RefreshRequest',
  Type.Object(
    {
      refreshToken: Type.Optional(token('The newest one.')),
      session: Type.Optional(inCookie('The refresh token is in the cookie, which gets its successor')),
    },
    {
      ...documentOnly({ oneOf: [{ required: ['refreshToken'] }, { required: ['session'] }] }),
      examples: [{ refreshToken: 'REFRESH_TOKEN' }],
    },
  ),
);
export const revokeRequest = named(
  'RevokeRequest',
  Type.Object(
    {
      refreshToken: Type.Optional(token('Of the session to end; the caller’s own session when absent.')),
      session: Type.Optional(inCookie('Ends the session of the cookie, and the caller’s own, and deletes the cookie')),
    },
    {
      ...documentOnly({ not: { required: ['refreshToken', 'session'] } }),
      examples: [{ refreshToken: 'REFRESH_TOKEN' }],
    },
  ),
);
const keyRange = () =>
  Type.String({
    enum: [...KEY_RANGES],
    default: 'none',
    description: 'API keys that end, too: none, your own, or also those of your agents, whose sessions end with them.',
  });
export const verifyRequest = named(
  'VerifyEmailRequest',
  Type.Object(
    { token: token('From the e-mail.'), revokeApiKeys: Type.Optional(keyRange()) },
    { examples: [{ token: 'TOKEN' }] },
  ),
);
export const endSessionsRequest = named(
  'EndSessionsRequest',
  Type.Object(
    { reason: Type.Optional(reason()), revokeApiKeys: Type.Optional(keyRange()) },
    { examples: [{ revokeApiKeys: 'own' }] },
  ),
);
export const freezeRequest = named(
  'FreezeRequest',
  Type.Object({ reason: Type.Optional(reason()) }, { examples: [{ reason: 'my token was stolen' }] }),
);
export const session = named(
  'Session',
  Type.Object(
    {
      sessionId: uuid('The session’s id.'),
      isCurrent: Type.Boolean({ description: 'The session of this request.' }),
      createdAt: time('When it began.'),
      authenticatedAt: time('When the password was last given.'),
      expiresAt: time('When it ends at the latest.'),
    },
    { examples: [{ sessionId: ID, isCurrent: true, createdAt: TIME, authenticatedAt: TIME, expiresAt: TIME }] },
  ),
);
export const sessionParams = Type.Object({ sessionId: uuid('The session’s id.') });
export const tokenRequest = named(
  'MailTokenRequest',
  Type.Object({ token: token('From the e-mail.') }, { examples: [{ token: 'TOKEN' }] }),
);
export const forgotRequest = named(
  'ForgotPasswordRequest',
  Type.Object({ email: email() }, { examples: [{ email: 'ann@example.org' }] }),
);
export const resetRequest = named(
  'ResetPasswordRequest',
  Type.Object(
    { token: token('From the e-mail.'), password: newPassword },
    { examples: [{ token: 'TOKEN', password: 'a long enough password' }] },
  ),
);
export const changePasswordRequest = named(
  'ChangePasswordRequest',
  Type.Object(
    {
      oldPassword: password('The present password.'),
      newPassword,
      revokeApiKeys: Type.Optional(keyRange()),
    },
    { examples: [{ oldPassword: 'a long enough password', newPassword: 'another long password' }] },
  ),
);
export const passwordRequest = named(
  'PasswordRequest',
  Type.Object({ password: password('The password.') }, { examples: [{ password: 'a long enough password' }] }),
);
export const profileRequest = named(
  'ProfileRequest',
  Type.Object(
    {
      firstName: Type.Optional(nullable(text(100))),
      lastName: Type.Optional(nullable(text(100))),
      title: Type.Optional(nullable(text(100))),
      metadata: Type.Optional(freeForm()),
      nameHidden: Type.Optional(
        Type.Boolean({ description: 'Hides the username from others; then nobody finds the avatar by it.' }),
      ),
    },
    { examples: [{ firstName: 'Ann' }] },
  ),
);
export const roleRequest = named(
  'RoleRequest',
  Type.Object(
    { avatarType: Type.Optional(avatarType()), isAdmin: Type.Optional(Type.Boolean()) },
    { examples: [{ avatarType: 'Wizard', isAdmin: true }] },
  ),
);

/** Answer without facts. */
export const done = named('Done', Type.Object({ done: Type.Literal(true) }, { examples: [{ done: true }] }));

/** Answer to a new password. */
export const passwordChanged = named(
  'PasswordChanged',
  Type.Object({ done: Type.Literal(true), ended }, { examples: [{ done: true, ended: endedExample }] }),
);

/** Answer of an operation that promises a message. */
export const promised = named(
  'MessagePromised',
  Type.Object({ done: Type.Literal(true), ...mailMember }, { examples: [{ done: true }] }),
);

export const apiKeyRequest = named(
  'ApiKeyRequest',
  Type.Object(
    {
      name: text(100),
      scopes: scopes('Rights of the key; none beyond those of the caller and of the avatar.'),
      expiresAt: Type.Optional(nullable(time('End of the key, at most five years ahead; 90 days ahead when absent.'))),
    },
    { examples: [{ name: 'build server', scopes: ['orders:read'], expiresAt: TIME }] },
  ),
);
const apiKeyMembers = {
  keyId: uuid('The key’s id.'),
  avatarId: uuid('The avatar that the key acts as.'),
  name: Type.String(),
  prefix: Type.String({ description: 'First characters of the key.' }),
  scopes: scopes('Rights of the key.'),
  createdBy: uuid('The avatar that made it.'),
  createdAt: time('When it was made.'),
  expiresAt: nullable(time('When it ends.')),
  lastUsedAt: nullable(time('When it was last used, to the minute.')),
  revokedAt: nullable(time('When it was revoked.')),
  replacedBy: nullable(uuid('The key that its agent took in its place.')),
};
const apiKeyExample = {
  keyId: ID,
  avatarId: ID,
  name: 'build server',
  prefix: 'cwk_4yTq2A',
  scopes: ['orders:read'],
  createdBy: ID,
  createdAt: TIME,
  expiresAt: TIME,
  lastUsedAt: null,
  revokedAt: null,
  replacedBy: null,
};
export const apiKey = named('ApiKey', Type.Object(apiKeyMembers, { examples: [apiKeyExample] }));
/** The API key of the request. */
export const ownApiKey = named(
  'OwnApiKey',
  Type.Object(
    { ...apiKeyMembers, now: time('The time of the service, for a caller whose clock is wrong.') },
    { examples: [{ ...apiKeyExample, now: TIME }] },
  ),
);
export const newApiKey = named(
  'NewApiKey',
  Type.Object(
    { ...apiKeyMembers, apiKey: Type.String({ description: 'The key. It is shown once, here.' }) },
    { examples: [{ ...apiKeyExample, apiKey: 'API_KEY' }] },
  ),
);

export const avatarKey = named(
  'AvatarKey',
  Type.Object(
    {
      keyId: Type.String(),
      purpose: Type.String({ description: 'Use of the key.' }),
      publicPart: Type.String({ description: 'The public key, or the visible part of a secret.' }),
      createdAt: time('When it was made.'),
      rotatedAt: nullable(time('When it was last replaced.')),
    },
    {
      examples: [{ keyId: ID, purpose: 'apiKey', publicPart: 'cwk_4yTq2A', createdAt: TIME, rotatedAt: null }],
    },
  ),
);

export const auditEntry = named(
  'AuditEntry',
  Type.Object(
    {
      id: uuid('The event’s id.'),
      at: time('When.'),
      action: Type.String({ enum: [...AUDIT_ACTIONS] }),
      outcome: Type.String({ enum: ['allowed', 'refused'] }),
      actorId: nullable(Type.String({ description: 'Who; null if unknown.' })),
      subjectId: nullable(Type.String({ description: 'Whose account or resource.' })),
      credential: nullable(Type.String({ description: 'Kind and id of the credential.' })),
      address: nullable(Type.String()),
      userAgent: nullable(Type.String()),
      traceId: nullable(Type.String()),
      facts: freeForm(),
    },
    {
      examples: [
        {
          id: ID,
          at: TIME,
          action: 'session.started',
          outcome: 'allowed',
          actorId: ID,
          subjectId: ID,
          credential: null,
          address: '192.0.2.1',
          userAgent: 'curl/8.5.0',
          traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
          facts: {},
        },
      ],
    },
  ),
);

export const jwks = named(
  'JsonWebKeySet',
  Type.Object(
    { keys: Type.Array(Type.Record(Type.String(), Type.String())) },
    { examples: [{ keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'BASE64URL', kid: 'KEY', alg: 'EdDSA', use: 'sig' }] }] },
  ),
);

export const nameParams = Type.Object({
  username: Type.String({ minLength: 1, maxLength: 64, description: 'The username.', examples: ['ann'] }),
});
export const avatarParams = Type.Object({ id: uuid('The avatar’s id.') });
export const apiKeyParams = Type.Object({ id: uuid('The avatar’s id.'), keyId: uuid('The key’s id.') });

import type { ApiKeyRow, AuditRow, AvatarRow, SessionRow } from '@causeway/storage';
import { iso, isoOrNull } from '../../http/requests/times.ts';
import type { AvatarKey } from './service.ts';
import type { SignedIn } from './sign-in.ts';

/** What everybody sees of an avatar. */
export const publicView = ({ id, username, nameHidden, avatarType, title, metadata, createdAtMs }: AvatarRow) => ({
  id,
  avatarId: id,
  username: nameHidden ? null : username,
  avatarType,
  title,
  metadata: avatarType === 'AI_Agent' ? metadata : null,
  createdAt: iso(createdAtMs),
});

/** The same with the name, for who has it already. */
export const namedView = (row: AvatarRow) => ({ ...publicView(row), username: row.username });

/** What the owner of an avatar sees of it. */
export const privateView = (row: AvatarRow) => ({
  ...publicView(row),
  username: row.username,
  nameHidden: row.nameHidden,
  metadata: row.metadata,
  email: row.email,
  isEmailVerified: row.verifiedEmailKey !== null,
  firstName: row.firstName,
  lastName: row.lastName,
  isAdmin: row.isAdmin,
  ownerId: row.ownerId,
  frozenAt: isoOrNull(row.frozenAtMs),
  frozenBy: row.frozenBy,
  frozenReason: row.frozenReason,
  version: row.version,
  updatedAt: iso(row.updatedAtMs),
});

/** An avatar with the tokens of its session; without the refresh token when that is in a cookie. */
export const signedInView = (
  { avatar, jwtToken, refreshToken, jwtExpiresAtMs, refreshExpiresAtMs }: SignedIn,
  inCookie: boolean,
) => ({
  ...privateView(avatar),
  jwtToken,
  jwtTokenExpiresAt: iso(jwtExpiresAtMs),
  refreshToken: inCookie ? null : refreshToken,
  refreshTokenExpiresAt: iso(refreshExpiresAtMs),
});

export const apiKeyView = (row: ApiKeyRow) => ({
  keyId: row.id,
  avatarId: row.avatarId,
  name: row.name,
  prefix: row.prefix,
  scopes: [...row.scopes],
  createdBy: row.createdBy,
  createdAt: iso(row.createdAtMs),
  expiresAt: isoOrNull(row.expiresAtMs),
  lastUsedAt: isoOrNull(row.lastUsedAtMs),
  revokedAt: isoOrNull(row.revokedAtMs),
  replacedBy: row.replacedBy,
});

export const keyView = ({ keyId, purpose, publicPart, createdAtMs, rotatedAtMs }: AvatarKey) => ({
  keyId,
  purpose,
  publicPart,
  createdAt: iso(createdAtMs),
  rotatedAt: isoOrNull(rotatedAtMs),
});

export const sessionView = (row: SessionRow, currentId: string | null) => ({
  sessionId: row.id,
  isCurrent: row.id === currentId,
  createdAt: iso(row.createdAtMs),
  authenticatedAt: iso(row.authenticatedAtMs),
  expiresAt: iso(row.expiresAtMs),
});

/** An event as the owner of the account sees it: without the address, program and credential of somebody else. */
export function ownAuditView(row: AuditRow) {
  const view = auditView(row);
  const foreign = row.actorId !== null && row.actorId !== row.subjectId;
  return foreign ? { ...view, actorId: null, credential: null, address: null, userAgent: null, traceId: null } : view;
}

export const auditView = ({ atMs, ...row }: AuditRow) => ({ ...row, at: iso(atMs) });

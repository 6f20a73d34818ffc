import type { ApiKeyRow, AuditRow, AvatarRow } from '@causeway/storage';
import { iso, isoOrNull } from '../../http/times.ts';
import type { AvatarKey } from './service.ts';
import type { SignedIn } from './sign-in.ts';

/** What everybody sees of an avatar. */
export const publicView = ({ id, username, avatarType, title, metadata, createdAtMs }: AvatarRow) => ({
  id,
  avatarId: id,
  username,
  avatarType,
  title,
  metadata: avatarType === 'AI_Agent' ? metadata : null,
  createdAt: iso(createdAtMs),
});

/** What the owner of an avatar sees of it. */
export const privateView = (row: AvatarRow) => ({
  ...publicView(row),
  metadata: row.metadata,
  email: row.email,
  isEmailVerified: row.verifiedEmailKey !== null,
  firstName: row.firstName,
  lastName: row.lastName,
  isAdmin: row.isAdmin,
  ownerId: row.ownerId,
  version: row.version,
  updatedAt: iso(row.updatedAtMs),
});

export const signedInView = ({ avatar, jwtToken, refreshToken, jwtExpiresAtMs, refreshExpiresAtMs }: SignedIn) => ({
  ...privateView(avatar),
  jwtToken,
  jwtTokenExpiresAt: iso(jwtExpiresAtMs),
  refreshToken,
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
});

export const keyView = ({ keyId, purpose, publicPart, createdAtMs, rotatedAtMs }: AvatarKey) => ({
  keyId,
  purpose,
  publicPart,
  createdAt: iso(createdAtMs),
  rotatedAt: isoOrNull(rotatedAtMs),
});

export const auditView = ({ atMs, ...row }: AuditRow) => ({ ...row, at: iso(atMs) });

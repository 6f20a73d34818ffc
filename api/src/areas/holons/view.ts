import type { EventRow, HolonVersionRow, StoredHolon } from '@causeway/storage';
import { iso } from '../../http/requests/times.ts';
import type { ListedHolonView } from './schemas.ts';
import type { LoadedHolon } from './service.ts';

/** The public form of a version. */
export const versionView = ({ version, places, checksum, bytes, savedBy, createdAtMs }: HolonVersionRow) => ({
  version,
  providers: [...places],
  checksum,
  bytes,
  savedBy,
  savedAt: iso(createdAtMs),
});

/** A holon in a list: what the index has of it. */
export const listedView = (holon: StoredHolon): ListedHolonView => ({
  id: holon.id,
  avatarId: holon.avatarId,
  name: holon.name,
  holonType: holon.holonType,
  ...versionView(holon.saved),
  createdAt: iso(holon.createdAtMs),
});

/** The public form of a holon with its body. */
export const holonView = ({ holon, body, provider }: LoadedHolon) => ({
  id: holon.id,
  avatarId: holon.avatarId,
  name: body.name,
  holonType: body.holonType,
  metadata: body.metadata,
  ...versionView(holon.saved),
  provider,
  createdAt: iso(holon.createdAtMs),
});

/** The public form of an event of a holon's history. */
export const changeView = ({ type, data, createdAtMs }: EventRow) => ({
  event: type,
  version: Number(data.version),
  at: iso(createdAtMs),
});

/** The public form of a holon's event on its owner's stream. */
export const renderHolonEvent = ({ data: { holonId, name, holonType, version }, createdAtMs }: EventRow): unknown => ({
  holonId,
  name,
  holonType,
  version,
  at: iso(createdAtMs),
});

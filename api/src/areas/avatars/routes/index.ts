import type { Router } from '../../../http/route.ts';
import type { AvatarService } from '../service.ts';
import { adminRoutes } from './admin.ts';
import { guardRoutes } from './guard.ts';
import { keyRoutes } from './keys.ts';
import { profileRoutes } from './profile.ts';
import { recoveryRoutes } from './recovery.ts';
import { sessionRoutes } from './sessions.ts';

/** Every route of avatars. */
export function avatarRoutes(router: Router, avatars: AvatarService): void {
  sessionRoutes(router, avatars);
  recoveryRoutes(router, avatars);
  profileRoutes(router, avatars);
  keyRoutes(router, avatars);
  guardRoutes(router, avatars);
  adminRoutes(router, avatars);
}

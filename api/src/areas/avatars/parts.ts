import type { Clock } from '@causeway/runtime';
import type { PlatformStorage } from '@causeway/storage';
import type { KeyedHash } from '../../http/callers/pepper.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { MailQueue } from './mail/index.ts';
import type { Passwords } from './passwords.ts';
import type { Random } from './secrets.ts';
import type { AvatarSettings } from './settings.ts';

/** What the services of avatars share. */
export interface AvatarParts {
  readonly storage: Pick<PlatformStorage, 'avatars' | 'rateLimits'>;
  readonly passwords: Passwords;
  readonly tokens: AccessTokens;
  readonly mail: MailQueue;
  readonly settings: AvatarSettings;
  /** Keyed hash of the unit of an address, see addressUnit, or of another text about a person. */
  readonly addressHash: KeyedHash;
  readonly clock: Clock;
  readonly random: Random;
}

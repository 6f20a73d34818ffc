import type { Failure } from '@causeway/protocol';

/** Reasons for which a key service gives no key, no signature and no secret. */
export type KeyServiceCode =
  | 'KEYS_BUSY'
  | 'KEYS_EXPOSED'
  | 'KEYS_INVALID'
  | 'KEYS_MISSING'
  | 'KEY_MISMATCH'
  | 'KEY_SERVICE_REFUSED'
  | 'KEY_SERVICE_UNAVAILABLE'
  | 'KEY_UNKNOWN'
  | 'SEALED_DAMAGED';

export type KeyServiceFailure = Failure<KeyServiceCode>;

export type { Random } from './aes.ts';
export type { KeyServiceCode, KeyServiceFailure } from './failures.ts';
export { type Identity, identityKey, identityName, makeIdentity, openIdentity } from './identity.ts';
export {
  type KeySource,
  keySource,
  openKeys,
  openSigningKey,
  type SigningKeySource,
  signingKeySource,
} from './open.ts';
export type { Context, Curve, KeyService, SigningKey, WrappedKey } from './port.ts';
export { addMasterKey } from './ring-file.ts';
export { masterKeyOf, Sealer } from './seal.ts';

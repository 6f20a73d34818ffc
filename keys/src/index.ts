export type { Random } from './aes.ts';
export { type KeySource, keySource, openKeys } from './open.ts';
export type { Context, Curve, KeyService, SigningKey, WrappedKey } from './port.ts';
export { addMasterKey } from './ring-file.ts';
export { masterKeyOf, Sealer } from './seal.ts';

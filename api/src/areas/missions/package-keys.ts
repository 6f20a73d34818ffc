import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { KeyServiceFailure, Sealer } from '@causeway/keys';
import { ok, type Result } from '@causeway/protocol';
import type { MissionKeyRow } from '@causeway/storage';
import type { Answer } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';
import type { MissionStorage } from './rules/mission-storage.ts';

/** Where a sealed key belongs. */
const contextOf = (avatarId: string): readonly string[] => ['missions', 'package-key', avatarId];

/** SHA-256 of a public key of 64 hex digits, hex. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex');

const publicKeyOf = (hex: string) =>
  createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(hex, 'hex').toString('base64url') },
  });

/** True when `signature` (128 hex digits) is the key's signature of `text`. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    return verify(null, Buffer.from(text), publicKeyOf(publicKey), Buffer.from(signature, 'hex'));
  } catch {
    // The bytes are no point of the curve.
    return false;
  }
}

/** The same key under the current master key. */
export const resealedMissionKey =
  ({ avatarId, sealed }: MissionKeyRow) =>
  (sealer: Sealer): Promise<Result<string, KeyServiceFailure>> =>
    sealer.rewrap(sealed, contextOf(avatarId));

/**
 * The Ed25519 keys that avatars have for signing packages, and nothing else. An avatar gets one at its first
 * package.
 */
export class PackageKeys {
  readonly #keys: MissionStorage['keys'];
  readonly #sealer: Sealer;

  constructor(keys: MissionStorage['keys'], sealer: Sealer) {
    this.#keys = keys;
    this.#sealer = sealer;
  }

  /** The avatar's key in the list of all its keys; empty before its first package. */
  async listed(avatarId: string) {
    const key = await this.#keys.of(avatarId);
    if (key === undefined) return [];
    const { keyId, publicKey: publicPart, createdAtMs } = key;
    return [{ keyId, purpose: 'missionPackages', publicPart, createdAtMs, rotatedAtMs: null }];
  }

  /** The avatar's key, made if there is none. */
  async of(avatarId: string): Promise<Answer<MissionKeyRow>> {
    const known = await this.#keys.of(avatarId);
    if (known !== undefined) return ok(known);
    const pair = generateKeyPairSync('ed25519');
    const { x = '' } = pair.publicKey.export({ format: 'jwk' });
    const publicKey = Buffer.from(x, 'base64url').toString('hex');
    const secret = pair.privateKey.export({ format: 'der', type: 'pkcs8' });
    const sealed = await this.#sealer.seal(secret, contextOf(avatarId));
    secret.fill(0);
    if (!sealed.ok) return refuse('KEYS_UNAVAILABLE', sealed.error.message, { retryAfter: 5 });
    return ok(
      await this.#keys.add({ avatarId, keyId: fingerprintOf(publicKey).slice(0, 16), publicKey, sealed: sealed.value }),
    );
  }

  /** The avatar with this public key. */
  async ownerOf(publicKey: string): Promise<string | undefined> {
    return (await this.#keys.byPublicKey(publicKey))?.avatarId;
  }

  /** The signature of `text` by `key`, 128 hex digits. */
  async sign({ avatarId, sealed }: MissionKeyRow, text: string): Promise<Answer<string>> {
    const secret = await this.#sealer.open(sealed, contextOf(avatarId));
    if (!secret.ok) return refuse('KEYS_UNAVAILABLE', secret.error.message, { retryAfter: 5 });
    const key = createPrivateKey({ key: Buffer.from(secret.value), format: 'der', type: 'pkcs8' });
    secret.value.fill(0);
    return ok(sign(null, Buffer.from(text), key).toString('hex'));
  }
}

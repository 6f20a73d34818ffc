import type { KeyServiceFailure, Sealer } from '@causeway/keys';
import type { AnyFailure, Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { AvatarRepository, SigningKeyRow } from '@causeway/storage';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  errors as joseErrors,
  jwtVerify,
  SignJWT,
} from 'jose';
import { SCOPES, type Scope } from '../../http/callers/callers.ts';
import { auditOf, LOCAL_COMMAND } from '../../http/callers/origin.ts';

const ALGORITHM = 'EdDSA';
/** `typ` of an access token (RFC 9068). */
const TYPE = 'at+jwt';
/** How old the known list of keys may be, milliseconds: a rotation by another process is seen after this time. */
const KEYS_AGE_MS = 5_000;
/** Checked tokens that are remembered, so that their signature is not computed again. */
const REMEMBERED = 10_000;

/** The content of an access token. */
export interface AccessClaims {
  readonly avatarId: string;
  readonly sessionId: string;
  readonly scopes: readonly Scope[];
}

export interface AccessTokenDeps {
  readonly signingKeys: AvatarRepository['signingKeys'];
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly issuer: string;
  readonly lifetimeMs: number;
}

interface Remembered extends AccessClaims {
  readonly keyId: string;
  readonly expiresAtMs: number;
}

const contextOf = (id: string): readonly string[] => ['avatars', 'signing-key', id];

const value = <T>(result: Result<T, AnyFailure>, doing: string): T => {
  if (!result.ok) throw new Error(`${doing}: ${result.error.message} (${result.error.code})`);
  return result.value;
};

/** A new signing key. Its id is the key's thumbprint (RFC 7638). */
async function newSigningKey(
  sealer: Sealer,
  signsFromMs: number,
): Promise<Pick<SigningKeyRow, 'id' | 'publicJwk' | 'sealed' | 'signsFromMs'>> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const id = await calculateJwkThumbprint(await exportJWK(pair.publicKey));
  const secret = Buffer.from(JSON.stringify(await exportJWK(pair.privateKey)));
  const sealed = value(await sealer.seal(secret, contextOf(id)), 'a signing key cannot be sealed');
  secret.fill(0);
  const publicJwk = { ...((await exportJWK(pair.publicKey)) as Record<string, string>), kid: id, alg: ALGORITHM };
  return { id, publicJwk: { ...publicJwk, use: 'sig' }, sealed, signsFromMs };
}

/** The same key under the current master key. */
export const resealedKey =
  ({ id, sealed }: SigningKeyRow) =>
  (sealer: Sealer): Promise<Result<string, KeyServiceFailure>> =>
    sealer.rewrap(sealed, contextOf(id));

/** Access tokens: EdDSA JWTs. Their keys are in the database, which rotation changes while processes run. */
export class AccessTokens {
  readonly #deps: AccessTokenDeps;
  readonly #public = new Map<string, CryptoKey | Uint8Array>();
  readonly #secret = new Map<string, CryptoKey | Uint8Array>();
  readonly #known = new Map<string, Remembered>();
  #keys: { readonly rows: readonly SigningKeyRow[]; readonly readAtMs: number } | undefined;
  #reading: Promise<readonly SigningKeyRow[]> | undefined;

  constructor(deps: AccessTokenDeps) {
    this.#deps = deps;
  }

  /**
   * A token that was issued at `atMs`, with its end in Unix milliseconds: its lifetime, or the end of its session if
   * that comes first. Equal arguments give an equal token while the key is the same.
   */
  async issue(
    { avatarId, sessionId, scopes }: AccessClaims,
    id: string,
    atMs: number,
    sessionEndsAtMs: number,
  ): Promise<{ readonly token: string; readonly expiresAtMs: number }> {
    const key = await this.#signer();
    const { issuer, lifetimeMs } = this.#deps;
    const expiresAtMs = Math.min(atMs + lifetimeMs, sessionEndsAtMs);
    const token = await new SignJWT({ scope: scopes.join(' '), sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: key.id })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setSubject(avatarId)
      .setJti(id)
      .setIssuedAt(Math.floor(atMs / 1_000))
      .setExpirationTime(Math.floor(expiresAtMs / 1_000))
      .sign(await this.#secretKey(key));
    return { token, expiresAtMs };
  }

  /** The claims of a valid token; null for any other text. */
  async check(token: string): Promise<AccessClaims | null> {
    const nowMs = this.#deps.clock.now();
    const rows = await this.#rows();
    const known = this.#known.get(token);
    if (known !== undefined) {
      const live = known.expiresAtMs > nowMs && rows.some(({ id, revokedAtMs }) => id === known.keyId && !revokedAtMs);
      return live ? known : null;
    }
    const checked = await this.#verify(token, nowMs);
    if (checked === null) return null;
    if (this.#known.size >= REMEMBERED) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    this.#known.set(token, checked);
    return checked;
  }

  /** A new signing key, sealed, with the time from which it signs. */
  newKey(signsFromMs: number): ReturnType<typeof newSigningKey> {
    return newSigningKey(this.#deps.sealer, signsFromMs);
  }

  /** The public keys whose tokens are accepted, as a JWK set, with those that sign later. */
  async jwks(): Promise<{ readonly keys: readonly Readonly<Record<string, string>>[] }> {
    await this.#signer();
    return { keys: (await this.#accepted()).map(({ publicJwk }) => publicJwk) };
  }

  /** Keys that may still have signed a token that is valid now, and later ones. */
  async #accepted(): Promise<readonly SigningKeyRow[]> {
    const { clock, lifetimeMs } = this.#deps;
    const rows = (await this.#rows()).filter(({ revokedAtMs }) => revokedAtMs === null);
    return rows.filter((_row, at) => {
      const next = rows[at + 1];
      return next === undefined || next.signsFromMs + lifetimeMs + KEYS_AGE_MS > clock.now();
    });
  }

  async #verify(token: string, nowMs: number): Promise<Remembered | null> {
    const { issuer } = this.#deps;
    try {
      const checked = await jwtVerify(token, ({ kid }) => this.#publicKey(kid ?? ''), {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer,
        audience: issuer,
        currentDate: new Date(nowMs),
        requiredClaims: ['sub', 'sid', 'exp', 'jti', 'scope'],
      });
      return claimsOf(checked.payload, checked.protectedHeader.kid ?? '');
    } catch (error) {
      if (error instanceof joseErrors.JOSEError) return null;
      throw error;
    }
  }

  /** Reads the keys again when they are old, or at once with `now`. */
  async #rows(now = false): Promise<readonly SigningKeyRow[]> {
    const nowMs = this.#deps.clock.now();
    if (this.#keys && !now && nowMs - this.#keys.readAtMs < KEYS_AGE_MS) return this.#keys.rows;
    this.#reading ??= this.#deps.signingKeys.list().then((rows) => {
      this.#keys = { rows, readAtMs: nowMs };
      return rows;
    });
    try {
      return await this.#reading;
    } finally {
      this.#reading = undefined;
    }
  }

  /** The key that signs now; made if there is none. */
  async #signer(): Promise<SigningKeyRow> {
    const found = this.#newest(await this.#rows());
    if (found) return found;
    const { signingKeys, sealer, clock } = this.#deps;
    const key = await newSigningKey(sealer, clock.now());
    const entry = auditOf(LOCAL_COMMAND, { action: 'signingKey.created', facts: { keyId: key.id } });
    // When every key is revoked, a new one signs; at the first start, concurrent processes agree on one.
    if ((await this.#rows(true)).length === 0) await signingKeys.addFirst(key, entry);
    else await signingKeys.add(key, entry);
    const made = this.#newest(await this.#rows(true));
    if (!made) throw new Error('no key signs access tokens');
    return made;
  }

  #newest(rows: readonly SigningKeyRow[]): SigningKeyRow | undefined {
    const nowMs = this.#deps.clock.now();
    const live = rows.filter(({ revokedAtMs }) => revokedAtMs === null);
    return live.findLast(({ signsFromMs }) => signsFromMs <= nowMs) ?? live[0];
  }

  async #publicKey(id: string): Promise<CryptoKey | Uint8Array> {
    const row = (await this.#accepted()).find((one) => one.id === id);
    if (!row) throw new joseErrors.JWKSNoMatchingKey();
    const key = this.#public.get(id) ?? (await importJWK(row.publicJwk as JWK, ALGORITHM));
    this.#public.set(id, key);
    return key;
  }

  async #secretKey({ id, sealed }: SigningKeyRow): Promise<CryptoKey | Uint8Array> {
    const known = this.#secret.get(id);
    if (known) return known;
    const opened = value(await this.#deps.sealer.open(sealed, contextOf(id)), `signing key ${id}`);
    const key = await importJWK(JSON.parse(Buffer.from(opened).toString('utf8')) as JWK, ALGORITHM);
    opened.fill(0);
    this.#secret.set(id, key);
    return key;
  }
}

function claimsOf({ sub, sid, scope, exp }: JWTPayload, keyId: string): Remembered | null {
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof scope !== 'string' || exp === undefined) return null;
  const scopes = SCOPES.filter((one) => scope.split(' ').includes(one));
  return { avatarId: sub, sessionId: sid, scopes, keyId, expiresAtMs: exp * 1_000 };
}

import { ok } from '@causeway/protocol';
import { PeriodicTask } from '@causeway/runtime';
import type { AvatarRow, AvatarType, NewAudit, PlatformStorage, ProfilePatch } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { Authenticator, Caller } from '../../http/callers/callers.ts';
import { auditOf, LOCAL_COMMAND, type Origin } from '../../http/callers/origin.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { refuseFrozen } from '../../http/errors/frozen.ts';
import { ApiKeys } from './api-keys.ts';
import { createAvatarAuthenticator } from './authenticator.ts';
import { refuse } from './errors.ts';
import { Freezes } from './freezes.ts';
import { nameKey } from './names.ts';
import { OwnSessions } from './own-sessions.ts';
import type { AvatarParts } from './parts.ts';
import { Recovery } from './recovery.ts';
import { Registration } from './registration.ts';
import { ShownNames } from './shown-names.ts';
import { SignIn } from './sign-in.ts';
import { type ActedOn, actedOn } from './standing.ts';
import { Throttle } from './throttle.ts';
import { fillSkeletons } from './usernames/fill.ts';

/** A key of an avatar, without any secret part. */
export interface AvatarKey {
  readonly keyId: string;
  /** Use of the key, such as `apiKey` or `wallet`. */
  readonly purpose: string;
  /** A public key, or the part of a secret that its owner recognises. */
  readonly publicPart: string;
  readonly createdAtMs: number;
  readonly rotatedAtMs: number | null;
}

/** Lists the keys that an area holds for an avatar. */
export type KeySource = (avatarId: string) => Promise<readonly AvatarKey[]>;

/** How often expired tokens, sessions and counts are deleted, milliseconds. */
const PRUNE_MS = 3_600_000;
/** Wrong passwords are forgotten this long after their wait, milliseconds. */
const FORGET_MS = 86_400_000;
const DAY_MS = 86_400_000;

/** An address that its owner did not use for so long is strange again, milliseconds. */
const KNOWN_MS = 180 * 86_400_000;

/** Identity and access: everything that the routes of avatars, and other areas, ask for. */
export class AvatarService {
  readonly registration: Registration;
  readonly signIn: SignIn;
  readonly recovery: Recovery;
  readonly apiKeys: ApiKeys;
  readonly freezes: Freezes;
  readonly sessions: OwnSessions;
  /** The names that other areas show beside ids. */
  readonly names: ShownNames;
  readonly authenticator: Authenticator;
  readonly #parts: AvatarParts;
  readonly #throttle: Throttle;
  /** The log of security events: only admins read it, and every area records in it. */
  readonly auditLog: Pick<PlatformStorage['avatars']['audit'], 'list' | 'record'>;
  /** The agents of an owner. */
  readonly profiles: Pick<PlatformStorage['avatars']['profiles'], 'agentsOf'>;
  /** The keys that access tokens are checked with. */
  readonly tokens: Pick<AvatarParts['tokens'], 'jwks'>;
  /** Tells when every message that is due has been tried. */
  readonly mail: Pick<AvatarParts['mail'], 'rounds'>;
  readonly #sources: KeySource[] = [];
  readonly #prunes: PeriodicTask;
  /** The security event up to which the log is pruned. */
  #prunedTo: string | null = null;

  constructor(parts: AvatarParts, log: BaseLogger) {
    const throttle = new Throttle(parts);
    this.#parts = parts;
    this.auditLog = parts.storage.avatars.audit;
    this.profiles = parts.storage.avatars.profiles;
    this.tokens = parts.tokens;
    this.mail = parts.mail;
    const failed = (err: unknown) => log.error({ err }, 'deleting expired sessions failed');
    this.#prunes = new PeriodicTask(() => this.prune(), { onFailure: failed });
    this.registration = new Registration(parts, throttle);
    this.signIn = new SignIn(parts, throttle);
    this.recovery = new Recovery(parts, throttle, this.signIn);
    this.apiKeys = new ApiKeys(parts);
    this.freezes = new Freezes(parts, log);
    this.sessions = new OwnSessions(parts);
    this.names = new ShownNames(parts.storage.avatars.profiles);
    this.#throttle = throttle;
    this.authenticator = createAvatarAuthenticator(parts, log);
    this.#sources.push(async (avatarId) =>
      (await parts.storage.avatars.apiKeys.list(avatarId)).map(({ id, prefix, createdAtMs }) => {
        return { keyId: id, purpose: 'apiKey', publicPart: prefix, createdAtMs, rotatedAtMs: null };
      }),
    );
  }

  get(id: string): Promise<AvatarRow | undefined> {
    return this.#parts.storage.avatars.profiles.get(id.toLowerCase());
  }

  /**
   * The avatar with a username that `caller` may see. Each look counts as an attempt to sign in from its address, so
   * that names are not listed by trying. A hidden name is as unknown as one that nobody has.
   */
  async byName(name: string, caller: Caller | null, { address }: Origin): Promise<Answer<AvatarRow>> {
    const counted = await this.#throttle.address(address);
    if (!counted.ok) return counted;
    const row = await this.#parts.storage.avatars.profiles.byName(nameKey(name));
    const isShown = row && (!row.nameHidden || row.id === caller?.avatarId);
    return isShown ? ok(row) : refuse('AVATAR_NOT_FOUND', 'no avatar has this name, or it is hidden');
  }

  /** Changes the caller's profile. */
  async update(
    caller: Caller,
    patch: ProfilePatch,
    versions: readonly number[] | undefined,
    origin: Origin,
  ): Promise<Answer<AvatarRow>> {
    const { profiles } = this.#parts.storage.avatars;
    const entry = auditOf(origin, { action: 'avatar.profileChanged' });
    const after = await profiles.update(caller.avatarId, patch, versions, entry);
    if (after) return ok(after);
    const known = (await this.get(caller.avatarId)) !== undefined;
    return known
      ? refuse('VERSION_MISMATCH', 'the avatar has another version')
      : refuse('AVATAR_NOT_FOUND', 'you are no avatar of this database');
  }

  /** Changes type and role of an avatar. Its sessions end, so that no old token keeps its rights. */
  async assign(
    id: string,
    standing: { readonly avatarType?: AvatarType | undefined; readonly isAdmin?: boolean | undefined },
    origin: Origin,
  ): Promise<Answer<AvatarRow>> {
    const avatarId = id.toLowerCase();
    const set = Object.fromEntries(Object.entries(standing).filter(([, given]) => given !== undefined));
    const notice = await this.#parts.mail.notice();
    const entry = auditOf(origin, { action: 'avatar.roleChanged', subjectId: avatarId, facts: set, notice });
    const { profiles, freezes } = this.#parts.storage.avatars;
    const avatar = await profiles.assign(avatarId, set, entry);
    this.#parts.mail.wake();
    if (avatar) return ok(avatar);
    const frozen = await freezes.of(avatarId);
    return frozen ? refuseFrozen(frozen) : refuse('AVATAR_NOT_FOUND', `no avatar is ${id}`);
  }

  /** Whom the caller acts on, and as what; see actedOn. */
  actedOn(caller: Caller, avatarId: string, reason: string | undefined): Promise<Answer<ActedOn>> {
    return actedOn(this.#parts, caller, avatarId, reason);
  }

  /** Adds the keys of an area to the list of an avatar's keys. */
  addKeySource(source: KeySource): void {
    this.#sources.push(source);
  }

  /** The keys of an avatar that is the caller's, oldest first. */
  async keys(caller: Caller, avatarId: string): Promise<Answer<readonly AvatarKey[]>> {
    const avatar = await this.apiKeys.ownedBy(caller, avatarId);
    if (!avatar.ok) return avatar;
    const lists = await Promise.all(this.#sources.map((source) => source(avatar.value.id)));
    return ok(lists.flat().toSorted((a, b) => a.createdAtMs - b.createdAtMs));
  }

  /** A security event of another area, to be stored with its cause; with a message to its subject if `notify`. */
  async auditOf(origin: Origin, entry: Parameters<typeof auditOf>[1], notify = false): Promise<NewAudit> {
    return auditOf(origin, { ...entry, ...(notify && { notice: await this.#parts.mail.notice() }) });
  }

  /**
   * Adds a signing key that signs after `delayMs`, so that whoever keeps the published keys sees it first. With
   * `revoke`, it signs at once and tokens of all other keys are refused within seconds; a kill leaves the old keys or
   * the new one. Returns its id.
   */
  async rotateSigningKeys({
    delayMs,
    revoke,
  }: {
    readonly delayMs: number;
    readonly revoke: boolean;
  }): Promise<string> {
    const { storage, tokens, clock } = this.#parts;
    const { signingKeys } = storage.avatars;
    const key = await tokens.newKey(clock.now() + (revoke ? 0 : delayMs));
    const created = auditOf(LOCAL_COMMAND, { action: 'signingKey.created', facts: { keyId: key.id } });
    const revoked = auditOf(LOCAL_COMMAND, { action: 'signingKey.revoked' });
    if (revoke) await signingKeys.replaceAll(key, { created, revoked });
    else await signingKeys.add(key, created);
    return key.id;
  }

  /** Agents that one owner may have. */
  get maxAgents(): number {
    return this.#parts.settings.maxAgents;
  }

  /** False when messages are only announced in the log. */
  get sendsMail(): boolean {
    return this.#parts.settings.mail.kind !== 'log';
  }

  /**
   * Fills names' skeletons, makes the first signing key, sends waiting messages, and deletes expired rows from time to
   * time.
   */
  async start(): Promise<void> {
    await fillSkeletons(this.#parts.storage.avatars.usernames);
    await this.tokens.jwks();
    await this.#prunes.start(PRUNE_MS);
    this.#parts.mail.start();
  }

  /** Deletes what has expired, and reads which cost most hashes of passwords have. */
  async prune(): Promise<void> {
    const { passwords, settings } = this.#parts;
    const { sessions, mailTokens, attempts, audit, profiles, knownAddresses, tallies } = this.#parts.storage.avatars;
    const nowMs = this.#parts.clock.now();
    await sessions.prune(nowMs);
    await mailTokens.prune(nowMs);
    await attempts.prune(nowMs - FORGET_MS);
    await knownAddresses.prune(nowMs - KNOWN_MS);
    await tallies.prune(nowMs);
    this.#prunedTo = await audit.prune(nowMs - settings.auditDays * DAY_MS, this.#prunedTo);
    passwords.expect(await profiles.hashForms());
    await this.apiKeys.tellEnding();
  }

  async close(): Promise<void> {
    await this.#prunes.stop();
    await this.#parts.mail.close();
  }
}

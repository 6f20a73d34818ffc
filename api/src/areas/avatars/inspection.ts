import { type AuditRow, type AvatarRow, openPlatformStorage, type Page, type PlatformStorage } from '@causeway/storage';
import { locateDatabase } from '@causeway/storage/location';
import type { OperatedArea } from '../../area.ts';
import { LOCAL_COMMAND } from '../../http/callers/origin.ts';
import { skeletonOf } from './usernames/skeleton.ts';
import { wrongIn } from './usernames/username.ts';

/** An avatar that an operator must look at. */
export interface Finding {
  /** What was found, the same word for all of a kind. */
  readonly finding: string;
  readonly avatarId: string;
  readonly username: string;
  /** What is wrong, and what to do; sentences for people. */
  readonly problem: string;
  readonly advice: string;
}

type Found = Pick<AvatarRow, 'id' | 'username'>;

/** One question about all avatars. */
interface Inspection {
  readonly finding: string;
  /** The avatars to report. */
  readonly find: (storage: PlatformStorage) => AsyncIterable<Found>;
  readonly problem: string;
  readonly advice: (avatar: Found) => string;
}

/** Rows that are read at once. */
const PAGE = 500;

type Rows<T> = Pick<Page<T>, 'items' | 'nextCursor'>;

/** The rows of all pages. */
async function* paged<T>(read: (cursor: string | null) => Promise<Rows<T>>): AsyncGenerator<T> {
  let cursor: string | null = null;
  do {
    const page: Rows<T> = await read(cursor);
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** The newest of an avatar's events with this action that tells whether it is an admin; undefined without one. */
async function newestOf(
  { avatars }: PlatformStorage,
  subjectId: string,
  action: AuditRow['action'],
): Promise<AuditRow | undefined> {
  for await (const event of paged((cursor) => avatars.audit.list({ subjectId, action }, cursor, PAGE))) {
    if (event.outcome === 'allowed' && typeof event.facts.isAdmin === 'boolean') return event;
  }
  return undefined;
}

/** Whether the security log tells how the avatar became an admin, after it last was none. */
async function isExplained(storage: PlatformStorage, { id }: AvatarRow): Promise<boolean> {
  const changed = await newestOf(storage, id, 'avatar.roleChanged');
  if (changed) return changed.facts.isAdmin === true;
  const registered = await newestOf(storage, id, 'avatar.registered');
  return registered?.facts.isAdmin === true && registered.address === LOCAL_COMMAND.address;
}

/** The names of all avatars, or of those without a skeleton, in the order of ids. */
const named = ({ avatars }: PlatformStorage, open?: 'open') =>
  paged(async (cursor) => {
    const items = await avatars.usernames.list(cursor, PAGE, open);
    return { items, nextCursor: items.length === PAGE ? (items.at(-1)?.id ?? null) : null };
  });

/** What is looked for; a further finding is a further entry. */
const INSPECTIONS: readonly Inspection[] = [
  {
    finding: 'adminWithoutEvent',
    async *find(storage) {
      for await (const avatar of paged((cursor) => storage.avatars.inspection.admins(cursor, PAGE))) {
        if (!(await isExplained(storage, avatar))) yield avatar;
      }
    },
    problem: 'It is an admin, and no security event says who made it one.',
    advice: ({ id }) =>
      `Unless you know why: take the role away as another admin (PUT /api/avatar/${id}/role with {"isAdmin": false}), revoke ` +
      `its API keys (GET and DELETE /api/avatar/${id}/api-keys), and read what it did (GET /api/avatar/audit-log?actorId=${id}).`,
  },
  {
    finding: 'addressWithoutProof',
    find: (storage) => paged((cursor) => storage.avatars.inspection.unprovenAddresses(cursor, PAGE)),
    problem: 'Its e-mail address counts as proved, and no security event is the proof.',
    advice: ({ id }) =>
      'Unless you know that the address is its owner’s: stop the API, set verified_email_key to null in the row of the table ' +
      `avatars with the id ${id}, and let the avatar ask for the message again (POST /api/avatar/resend-verification).`,
  },
  {
    finding: 'usernameAgainstRules',
    async *find(storage) {
      for await (const avatar of named(storage)) if (wrongIn(avatar.username) !== null) yield avatar;
    },
    problem: 'Its username has characters that no new one may have, or is an e-mail address.',
    advice: () =>
      'It keeps working, and never signs in in place of whoever has proved it as an address. Look at what the avatar does, and ' +
      'ask its owner to register another name.',
  },
  {
    finding: 'usernameLooksLikeAnother',
    async *find(storage) {
      for await (const avatar of named(storage, 'open')) {
        if ((await storage.avatars.usernames.lookalike(skeletonOf(avatar.usernameKey), avatar.id)) !== undefined)
          yield avatar;
      }
    },
    problem: 'People cannot tell its username from that of an older avatar.',
    advice: () => 'It keeps working. Look at what the avatar does, and whether somebody takes it for the other one.',
  },
];

/** Checks every avatar of the configured database, which the API may be serving. It changes nothing. */
export async function inspectAvatars(location: OperatedArea<never>['location']): Promise<readonly Finding[]> {
  const storage = await openPlatformStorage(locateDatabase(location), { mustExist: true });
  try {
    const findings: Finding[] = [];
    for (const { finding, find, problem, advice } of INSPECTIONS) {
      for await (const avatar of find(storage)) {
        const { id: avatarId, username } = avatar;
        findings.push({ finding, avatarId, username, problem, advice: advice(avatar) });
      }
    }
    return findings;
  } finally {
    await storage.close();
  }
}

/** A text without characters that control a terminal. */
const printable = (text: string): string => text.replace(/\p{C}/gu, '?');

/** The findings as text for people. */
export const reportOf = (findings: readonly Finding[]): string =>
  findings.length === 0
    ? 'every admin and every proved address has its security event, and every username keeps the rules'
    : findings
        .map(({ avatarId, username, problem, advice }) => `${avatarId} ${printable(username)}: ${problem}\n  ${advice}`)
        .join('\n');

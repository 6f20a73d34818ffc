import { createHash } from 'node:crypto';
import type { CountedEngine } from './reads.ts';

type Statement = readonly [text: string, ...values: unknown[]];

const KIB = 1024;

/** An id that rises with `n`, of another kind of row for each `kind`. */
export const idOf = (kind: number, n: number): string => `0198c5b2-6a1e-7c3d-9f1${kind}-${String(n).padStart(12, '0')}`;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The review's mission: 440 quests with a text, 223 kB. */
const definitionOf = (n: number) => ({
  ...{ name: `mission ${n}`, description: 'x', missionType: 'Easy', difficulty: 'Easy', order: 0 },
  ...{ rewardKarma: 0, rewardXP: 0, deadline: null, chapters: [] },
  quests: Array.from({ length: 440 }, (_, at) => ({
    ...{ id: `q${at}`, name: `q${at}`, description: 'word '.repeat(72), difficulty: 'Easy', order: at },
    ...{ rewardKarma: 0, rewardXP: 0, chapterId: null, prerequisiteQuestIds: [], objectives: [] },
  })),
});

function* missions(count: number, owner: string): Generator<Statement> {
  for (let n = 0; n < count; n += 1) {
    const [id, checksum] = [idOf(1, n), `mission ${n}`];
    yield [
      `insert into mission_definitions (checksum, name, description, mission_type, difficulty, "order", reward_karma, reward_xp,
         total_karma, total_xp, total_quests, definition) values (?, ?, 'x', 'Easy', 'Easy', 0, 0, 0, 0, 0, 440, ?)`,
      ...[checksum, `mission ${n}`, JSON.stringify(definitionOf(n))],
    ];
    yield [
      `insert into missions (id, avatar_id, origin_id, installed, checksum, mission_type, published_version, published_checksum,
         published_type, created_at_ms, updated_at_ms, version) values (?, ?, ?, false, ?, 'Easy', 1, ?, 'Easy', 0, 0, 1)`,
      ...[id, owner, id, checksum, checksum],
    ];
    yield [
      `insert into mission_versions (mission_id, version, checksum, envelope, created_at_ms) values (?, 1, ?, '{}', 0)`,
      ...[id, checksum],
    ];
  }
}

const DEPENDENCIES = JSON.stringify(
  Array.from({ length: 500 }, (_, at) => ({ libraryId: idOf(2, at), versionRange: `>=1.${'0'.repeat(150)}` })),
);

/** A library with versions of 500 dependencies, 120 kB each. */
export function* libraryOf(id: string, owner: string, versions: number): Generator<Statement> {
  yield [
    `insert into libraries (id, created_by, current, created_at_ms, updated_at_ms) values (?, ?, '1.0.0', 0, 0)`,
    ...[id, owner],
  ];
  for (let n = 0; n < versions; n += 1) {
    yield [
      `insert into library_versions (library_id, version, ordinal, name, description, category, created_at_ms, dependency_count,
         dependencies) values (?, ?, ?, 'l', 'd', 'c', 0, 500, ?)`,
      ...[id, `1.${n}.0`, n + 1, DEPENDENCIES],
    ];
  }
}

/** Libraries, the first of them with as many versions. */
function* libraries(count: number, owner: string): Generator<Statement> {
  for (let n = 0; n < count; n += 1) yield* libraryOf(idOf(2, n), owner, n === 0 ? count : 1);
}

function* holons(count: number, owner: string): Generator<Statement> {
  const body = JSON.stringify({ name: 'h', holonType: 'Note', metadata: { x: 'ab1 '.repeat(62_000) } });
  for (let n = 0; n < count; n += 1) {
    const [id, bodyId] = [idOf(3, n), idOf(4, n)];
    yield [
      `insert into holons (id, avatar_id, ordinal, name, holon_type, version, created_at_ms, updated_at_ms)
       values (?, ?, ?, 'h', 'Note', 1, 0, 0)`,
      ...[id, owner, bodyId],
    ];
    yield [
      `insert into holon_versions (holon_id, version, body_id, checksum, bytes, saved_by, created_at_ms, copies)
       values (?, 1, ?, ?, ?, ?, 0, 1)`,
      ...[id, bodyId, sha256(body), body.length, owner],
    ];
    yield [`insert into holon_places (holon_id, version, provider, checked_at_ms) values (?, 1, 'database', 0)`, id];
    yield ['insert into holon_bodies (id, body) values (?, ?)', bodyId, body];
  }
}

function* tasks(count: number, owner: string): Generator<Statement> {
  const input = JSON.stringify({ text: 'x'.repeat(200 * KIB) });
  for (let n = 0; n < count; n += 1) {
    yield [
      `insert into agent_tasks (id, list_key, submitter_id, fingerprint, type, requirement, queue, input, result, priority, state,
         fair_at_ms, rank_ms, deadline_at_ms, token, failures, max_attempts, message_id, created_at_ms, ended_at_ms, updated_at_ms, version)
       values (?, ?, ?, '', 'ocr', '{"capability":"ocr","model":null,"resolution":null}', 'q', ?, ?, 'normal', 'completed', 0, 0, 0,
         1, 0, 3, 'm', 0, 0, ?, 1)`,
      ...[idOf(5, n), idOf(5, n), owner, input, input, n],
    ];
  }
}

function* messages(count: number, owner: string): Generator<Statement> {
  for (let n = 0; n < count * 8; n += 1) {
    yield [
      `insert into direct_messages (id, from_avatar_id, to_avatar_id, text, metadata, sent_at_ms) values (?, 'eve', ?, ?, '{}', 0)`,
      ...[idOf(6, n), owner, 'é'.repeat(10_000)],
    ];
    yield [
      `insert into message_copies (avatar_id, message_id, peer_id, incoming, unread) values (?, ?, 'eve', true, true)`,
      ...[owner, idOf(6, n)],
    ];
  }
}

function* agents(count: number, owner: string): Generator<Statement> {
  const models = JSON.stringify([{ type: 'ocr', models: Array.from({ length: 500 }, () => 'm'.repeat(100)) }]);
  for (let n = 0; n < count; n += 1) {
    yield [
      `insert into agents (id, owner_id, name, capabilities, endpoints, availability, max_concurrent_tasks, active, completed, failed,
         response_ms, cost_micros, last_seen_at_ms, created_at_ms, updated_at_ms, version)
       values (?, ?, 'a', ?, '{}', 'online', 1, 0, 0, 0, 0, 0, 0, 0, 0, 1)`,
      ...[idOf(7, n), owner, models],
    ];
    yield [
      `insert into avatars (id, username, username_key, avatar_type, is_admin, owner_id, metadata, version, created_at_ms, updated_at_ms)
       values (?, ?, ?, 'AI_Agent', false, ?, ?, 1, 0, 0)`,
      ...[idOf(7, n), `bot ${n}`, `bot ${n}`, owner, JSON.stringify({ x: 'x'.repeat(60 * KIB) })],
    ];
  }
}

/** Statements of one transaction. */
const AT_ONCE = 100;

/** Writes `count` of the largest rows of each list of `owner` into the database. */
export async function fillLarge(engine: CountedEngine, owner: string, count: number): Promise<void> {
  for (const rows of [missions, libraries, holons, tasks, messages, agents]) {
    let some: Statement[] = [];
    for (const statement of rows(count, owner)) {
      if (some.push(statement) < AT_ONCE) continue;
      await engine.run(some);
      some = [];
    }
    await engine.run(some);
  }
}

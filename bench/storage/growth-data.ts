import Database from 'better-sqlite3';
import pg from 'pg';
import { isCorrected, trigramsOf } from '../../storage/src/core/search-text.ts';

/**
 * Words of which a number of documents has each, whatever the size: `rare` a thousand, `few` as many as are left for
 * others.
 */
export const WORDS = { common: 'common', rare: 'rare', few: 'bamelo', misspelt: 'bammelo' } as const;
export const RARE = 1_000;
const FEW = 500;
/**
 * Holons with a value, messages from one avatar, unread messages, and runs of an avatar: a hundred of each at every
 * size.
 */
export const CHOSEN = 100;
/** Words of the vocabulary per square root of the number of documents, as texts have them. */
const WORDS_PER_ROOT = 20;
const SYLLABLES = [...'bcdfgklmnr'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));

const PREFIX = '0198c5b2-0000-7000-8000-';
/** The id of the holon, message or mission number `at`, from 0. */
export const idOf = (at: number): string => PREFIX + at.toString(16).padStart(12, '0');
/** The mission that everyone has completed. */
export const ORIGIN = idOf(0);

/** Runs statements; `values` of the form `$1`. */
interface Loader {
  readonly dialect: 'sqlite' | 'postgres';
  run(text: string, values?: readonly string[]): Promise<void>;
  /** The secondary indexes: name and definition. */
  indexes(): Promise<readonly { readonly name: string; readonly text: string }[]>;
  close(): Promise<void>;
}

/** Opens a database only to fill it: nothing is durable before `close`. */
async function loader(database: string): Promise<Loader> {
  if (database.startsWith('postgres')) {
    const client = new pg.Client(database);
    await client.connect();
    return {
      dialect: 'postgres',
      run: async (text, values = []) => void (await client.query(text, [...values])),
      indexes: async () => {
        const text = `select i.indexname as name, i.indexdef as text from pg_indexes i
          where i.schemaname = 'public' and not exists (select from pg_constraint c where c.conname = i.indexname)`;
        return (await client.query(text)).rows;
      },
      close: () => client.end(),
    };
  }
  const file = new Database(database);
  for (const pragma of ['journal_mode = off', 'synchronous = off', 'cache_size = -500000']) file.pragma(pragma);
  return {
    dialect: 'sqlite',
    run: async (text, values = []) => void file.prepare(text.replaceAll(/\$\d/g, '?')).run(...values),
    indexes: async () =>
      file.prepare("select name, sql as text from sqlite_schema where type = 'index' and sql is not null").all() as {
        name: string;
        text: string;
      }[],
    close: async () => {
      file.close();
    },
  };
}

/** A word of letters for each number below 125,000. */
const wordAt = (at: number): string =>
  [at, at / 50, at / 2_500].map((place) => SYLLABLES[Math.floor(place) % 50]).join('');

/** Statements that fill the index of the search, after `documents`. */
function* searchStatements(dialect: Loader['dialect'], size: number, vocabulary: readonly string[]) {
  const marks = [
    { mark: 'h', scope: 'hann', kind: 'holon' },
    { mark: 'm', scope: 'mxpublicx', kind: 'mission' },
  ];
  const items = (value: string) =>
    dialect === 'sqlite' ? `json_each(${value}) v` : `json_array_elements(${value}::json) v`;
  for (const { mark, scope, kind } of marks) {
    yield [
      `insert into search_documents (collection, ref, scope, head, body)
       select '${kind}s', '${PREFIX}' || n.hex, '${scope}', '${mark}${kind} ${mark}' || n.i,
         '${mark}${WORDS.common} ${mark}' || n.one || ' ${mark}' || n.other
           || case when n.i % ${size / RARE} = 0 then ' ${mark}${WORDS.rare}' else '' end
           || case when n.i % ${size / FEW} = 1 then ' ${mark}${WORDS.few}' else '' end
       from numbers n order by n.i`,
    ];
    yield [
      `insert into search_words (word, documents)
       select '${mark}' || i, 1 from numbers
       union all select '${mark}' || word, count(*) from (select one as word from numbers union all select other from numbers) w group by word
       union all select '${mark}${kind}', ${size} union all select '${mark}${WORDS.common}', ${size}
       union all select '${mark}${WORDS.rare}', ${RARE} union all select '${mark}${WORDS.few}', ${FEW}`,
    ];
    const words = [...vocabulary, kind, WORDS.common, WORDS.rare, WORDS.few].filter(isCorrected);
    const trigrams = words.flatMap((word) =>
      trigramsOf(word).map((trigram) => [`${mark}${trigram}`, word.length, `${mark}${word}`]),
    );
    const value = dialect === 'sqlite' ? 'v.value' : 'v';
    yield [
      `insert into search_trigrams (trigram, length, word)
       select ${value} ->> 0, cast(${value} ->> 1 as integer), ${value} ->> 2 from ${items('$1')}`,
      JSON.stringify(trigrams),
    ];
  }
  if (dialect === 'sqlite') {
    yield ['insert into search_text (rowid, scope, head, body) select id, scope, head, body from search_documents'];
  }
}

const holonStatements = (size: number): readonly string[] => {
  const chosen = `i % ${size / CHOSEN} = 7`;
  return [
    `insert into holons (id, avatar_id, ordinal, name, holon_type, version, created_at_ms, updated_at_ms)
     select '${PREFIX}' || hex, 'ann', hex, 'holon ' || i, 'T' || (i % 100), 1, i, i from numbers order by i`,
    `insert into holon_versions (holon_id, version, body_id, checksum, bytes, saved_by, created_at_ms, copies)
     select '${PREFIX}' || hex, 1, hex, hex, 10, 'ann', i, 2 from numbers order by i`,
    ...['database', 'files'].map(
      (provider) => `insert into holon_places (holon_id, version, provider, checked_at_ms)
       select '${PREFIX}' || hex, 1, '${provider}', i from numbers order by i`,
    ),
    `insert into holon_fields (holon_id, ordinal, avatar_id, holon_type, field, value)
     select '${PREFIX}' || hex, hex, 'ann', 'T' || (i % 100), 'group',
       case when ${chosen} then 'chosen' else 'other' || (i % 1000) end from numbers order by i`,
    `insert into holon_bodies (id, body) select hex, '{"n":' || i || '}' from numbers order by i`,
  ];
};

const messageStatements = (size: number): readonly string[] => {
  const peer = `case when i % ${size / CHOSEN} = 3 then 'carol' else 'bob' end`;
  const unread = `i % ${size / CHOSEN} = 5`;
  return [
    `insert into direct_messages (id, from_avatar_id, to_avatar_id, text, metadata, sent_at_ms)
     select '${PREFIX}' || hex, ${peer}, 'ann', 'message ' || one || ' ' || other, '{}', i from numbers order by i`,
    `insert into message_copies (avatar_id, message_id, peer_id, incoming, unread)
     select 'ann', '${PREFIX}' || hex, ${peer}, true, ${unread} from numbers order by i`,
    `insert into message_copies (avatar_id, message_id, peer_id, incoming, unread)
     select ${peer}, '${PREFIX}' || hex, 'ann', false, false from numbers order by i`,
    `insert into message_totals (avatar_id, sent, received, unread) values ('ann', 0, ${size}, ${CHOSEN})`,
  ];
};

const missionStatements = (size: number): readonly string[] => {
  const type = `case i % 4 when 0 then 'Easy' when 1 then 'Medium' when 2 then 'Hard' else 'Expert' end`;
  const definition = `'{"name":"mission ' || i || '","description":"${WORDS.common} ' || one || ' ' || other || '","missionType":"'
    || ${type} || '","difficulty":"Easy","order":0,"rewardKarma":5,"rewardXP":50,"deadline":null,"chapters":[],"quests":['
    || '{"id":"a","name":"a","description":"","difficulty":"Easy","order":0,"rewardKarma":1,"rewardXP":1,"chapterId":null,'
    || '"prerequisiteQuestIds":[],"objectives":[]}]}'`;
  const chosen = `i % ${size / CHOSEN} = 9`;
  return [
    `insert into missions (id, avatar_id, origin_id, installed, checksum, mission_type, published_version,
       published_checksum, published_type, created_at_ms, updated_at_ms, version)
     select '${PREFIX}' || hex, case i % 3 when 0 then 'ann' else 'bob' end, '${PREFIX}' || hex, false, 'c' || hex,
       ${type}, 1, 'c' || hex, ${type}, i, i, 1 from numbers order by i`,
    `insert into mission_definitions (checksum, name, description, mission_type, difficulty, "order", reward_karma, reward_xp,
       total_karma, total_xp, total_quests, definition)
     select 'c' || hex, 'mission ' || i, '${WORDS.common} ' || one || ' ' || other, ${type}, 'Easy', 0, 5, 50, 6, 51, 1, ${definition}
     from numbers order by i`,
    `insert into mission_versions (mission_id, version, checksum, envelope, created_at_ms)
     select '${PREFIX}' || hex, 1, 'c' || hex, '{}', i from numbers order by i`,
    `insert into mission_runs (id, mission_id, avatar_id, checksum, published_version, status, attempt, started_at_ms, version)
     select '${PREFIX}' || hex, '${PREFIX}' || hex, case when ${chosen} then 'ann' else 'a' || i end, 'c' || hex, 1,
       'InProgress', 1, i, 1 from numbers order by i`,
    `insert into mission_run_quests (run_id, quest_id, avatar_id, status, met, awaits_order, started_at_ms)
     select '${PREFIX}' || hex, 'a', case when ${chosen} then 'ann' else 'a' || i end, 'InProgress', '[]', false, i
     from numbers order by i`,
    `insert into mission_rewards (id, avatar_id, origin_id, mission_id, karma, xp, counted, duration_ms, created_at_ms)
     select '${PREFIX}' || hex, 'a' || i, '${ORIGIN}', '${ORIGIN}', 5, 50, true, cast(i as bigint) * 7919 % ${size}, i from numbers order by i`,
    `insert into mission_rewards (id, avatar_id, origin_id, mission_id, karma, xp, counted, duration_ms, created_at_ms)
     select 'ann' || hex, 'ann', '${PREFIX}' || hex, '${PREFIX}' || hex, 5, 50, true, i, i from numbers where ${chosen} order by i`,
    `insert into mission_balances (avatar_id, karma, xp, missions_completed, apart_karma, apart_xp)
     values ('ann', ${5 * CHOSEN}, ${50 * CHOSEN}, ${CHOSEN}, 0, 0)`,
  ];
};

/**
 * Fills a migrated database with `size` holons and messages of `ann`, missions, runs and rewards, in the form in which
 * the repositories write them. Indexes are built afterwards, and PostgreSQL gets the statistics that its autovacuum
 * collects.
 */
export async function fill(database: string, size: number): Promise<void> {
  const opened = await loader(database);
  try {
    await fillWith(opened, size);
  } finally {
    await opened.close();
  }
}

async function fillWith({ dialect, run, indexes }: Loader, size: number): Promise<void> {
  const vocabulary = Array.from({ length: Math.ceil(WORDS_PER_ROOT * Math.sqrt(size)) }, (_, at) => wordAt(at));
  const words = vocabulary.length;
  const later = await indexes();
  for (const { name } of later) await run(`drop index ${name}`);
  const [series, hex] =
    dialect === 'sqlite'
      ? [
          `(with recursive s(i) as (select 0 union all select i + 1 from s where i < ${size - 1}) select i from s)`,
          `printf('%012x', s.i)`,
        ]
      : [`(select i from generate_series(0, ${size - 1}) i)`, `lpad(to_hex(s.i), 12, '0')`];
  await run('create temp table vocabulary (i integer primary key, word text)');
  await run(
    dialect === 'sqlite'
      ? 'insert into vocabulary select key, value from json_each($1)'
      : 'insert into vocabulary select i - 1, word from json_array_elements_text($1::json) with ordinality v(word, i)',
    [JSON.stringify(vocabulary)],
  );
  // Two different words for each number; each word is about equally frequent.
  await run(`create temp table numbers as select s.i, ${hex} as hex, one.word as one, other.word as other from ${series} s
    join vocabulary one on one.i = s.i % ${words}
    join vocabulary other on other.i = (s.i % ${words} + 1 + s.i / ${words} % ${words - 2}) % ${words}`);
  for (const text of [...holonStatements(size), ...messageStatements(size), ...missionStatements(size)])
    await run(text);
  for (const [text = '', ...values] of searchStatements(dialect, size, vocabulary)) await run(text, values);
  for (const { text } of later) await run(text);
  if (dialect === 'postgres') {
    await run('vacuum analyze');
    await run('checkpoint');
  }
}

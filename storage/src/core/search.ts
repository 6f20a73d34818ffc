import { and, eq } from 'drizzle-orm';
import type { Context } from './context.ts';
import type { Dialect } from './dialect.ts';
import { searchTables } from './search-schema.ts';
import { wordsOf } from './search-text.ts';
import { correctWord, countWords, discountWords, documentsWith } from './search-words.ts';
import { first, run, runText, type TxScript } from './steps.ts';

/** What is searched separately, and the letter that marks its words in the common index. */
const COLLECTIONS = { missions: 'm', libraries: 'l', messages: 'g', holons: 'h' } as const;
export type SearchCollection = keyof typeof COLLECTIONS;

/** Names a document. */
export interface SearchKey {
  readonly collection: SearchCollection;
  /** Unique within the collection. */
  readonly id: string;
}

/** Something that can be found. */
export interface SearchDocument extends SearchKey {
  /** The avatar that alone may find it; null: everyone. */
  readonly avatarId: string | null;
  /** Name or title: it counts more than the body. */
  readonly head: string;
  readonly body: string;
}

/** A question to the index. Every word must occur, or a similar word in the place of one that no document has. */
export interface SearchQuery {
  readonly collection: SearchCollection;
  /** Any text; no character of it is an operator. */
  readonly text: string;
  /** Finds also the documents of this avatar alone; null: only what everyone may find. */
  readonly avatarId: string | null;
  readonly limit: number;
  readonly offset?: number;
}

/** Ids, best first. */
export interface SearchResult {
  readonly ids: readonly string[];
  /** True when more documents matched than are ranked (CANDIDATES), so that better ones may be missing. */
  readonly cut: boolean;
}

/** Full-text search over documents of several collections. Writes are steps within the caller's job. */
export interface SearchIndex {
  /** Adds the document, in the place of an earlier one with its id. */
  put(document: SearchDocument): TxScript<void>;
  remove(key: SearchKey): TxScript<void>;
  find(query: SearchQuery): TxScript<SearchResult>;
}

/** Searching outside of an area's job. */
export interface SearchRepository {
  find(query: SearchQuery): Promise<SearchResult>;
}

/** Most documents that are ranked: the newest if more match. */
export const CANDIDATES = 10_000;

/** Most words of a document's head, of its body, and of a query; further words are left out. */
const MAX_HEAD_WORDS = 100;
const MAX_BODY_WORDS = 5_000;
const MAX_QUERY_WORDS = 16;

/** Most characters of a query that are looked at. */
const MAX_QUERY_LENGTH = 1_000;

/** The scope of documents that everyone may find, or of those that one avatar may find: letters and digits only. */
const scopeOf = (collection: SearchCollection, avatarId: string | null): string => {
  const owner = avatarId?.replace(/[^a-wyz0-9]/g, (char) => `x${char.charCodeAt(0).toString(16)}x`);
  return `${COLLECTIONS[collection]}${owner === undefined ? 'xpublicx' : owner}`;
};

const marked = (collection: SearchCollection, words: readonly string[]): readonly string[] =>
  words.map((word) => `${COLLECTIONS[collection]}${word}`);

const distinctWords = ({ head, body }: { readonly head: string; readonly body: string }): readonly string[] => [
  ...new Set([...head.split(' '), ...body.split(' ')].filter((word) => word !== '')),
];

/** For each word of a query the words of which one must occur, with the number of documents that have one of them. */
type Terms = readonly { readonly words: readonly string[]; readonly documents: number }[];

/**
 * The terms that the index answers, and the others, of too many documents, which are compared in the documents found
 * so. The index answers all terms if they are all `common`.
 */
function splitTerms(terms: Terms, candidates: number) {
  const rare = terms.filter(({ documents }) => documents <= candidates);
  const common = rare.length === 0;
  return {
    common,
    indexed: common ? terms : rare,
    compared: common ? [] : terms.filter((term) => !rare.includes(term)),
  };
}

/** A query as its engine needs it. */
interface Question extends Pick<Required<SearchQuery>, 'limit' | 'offset'> {
  readonly terms: Terms;
  readonly scopes: readonly string[];
  /** Most documents that are ranked. */
  readonly candidates: number;
}

/** One engine's index over the documents. */
interface TextIndex {
  added(row: IndexedRow): TxScript<void>;
  removed(row: IndexedRow): TxScript<void>;
  ranked(question: Question): TxScript<readonly string[]>;
}

interface IndexedRow {
  readonly id: number;
  readonly scope: string;
  readonly head: string;
  readonly body: string;
}

/**
 * FTS5, ranked by bm25, which visits every document with a term to count them. So a word of too many documents is no
 * term beside a rarer one: the ranked documents are looked through for it. If all words are such, the scope is a term,
 * too, because documents of other scopes must be skipped by the index. SQLite takes the tables of a cross join in their
 * order, and reads the documents in the order of their ranks until it has enough.
 */
const fts5: TextIndex = {
  *added({ id, scope, head, body }) {
    yield* runText('insert into search_text (rowid, scope, head, body) values (?, ?, ?, ?)', [id, scope, head, body]);
  },
  *removed({ id, scope, head, body }) {
    const text = "insert into search_text (search_text, rowid, scope, head, body) values ('delete', ?, ?, ?, ?)";
    yield* runText(text, [id, scope, head, body]);
  },
  *ranked({ terms, scopes, candidates, limit, offset }) {
    const quoted = (words: readonly string[]) => `(${words.map((word) => `"${word}"`).join(' OR ')})`;
    const { common, indexed, compared } = splitTerms(terms, candidates);
    const match = [
      ...indexed.map(({ words }) => `{head body} : ${quoted(words)}`),
      ...(common ? [`scope : ${quoted(scopes)}`] : []),
    ].join(' AND ');
    const has = "instr(' ' || d.head || ' ' || d.body || ' ', ?) > 0";
    const conditions = compared.map(({ words }) => ` and (${words.map(() => has).join(' or ')})`).join('');
    const rows = yield* runText<{ ref: string }>(
      `select d.ref from (select id from (select rowid as id, bm25(search_text, 0.0, 4.0, 1.0) as score from search_text
           where search_text match ? order by rowid desc limit ${candidates}) order by score, id desc limit ${candidates}) c
       cross join search_documents d on d.id = c.id
       where d.scope in (${scopes.map(() => '?').join(', ')})${conditions} limit ? offset ?`,
      [match, ...scopes, ...compared.flatMap(({ words }) => words.map((word) => ` ${word} `)), limit, offset],
    );
    return rows.map(({ ref }) => ref);
  },
};

/**
 * A tsvector column, which PostgreSQL computes from head and body, ranked by ts_rank. A word of too many documents
 * beside a rarer one is compared by the function behind `@@`, which no index answers: the index would read all of its
 * documents.
 */
const tsvector: TextIndex = {
  *added() {},
  *removed() {},
  *ranked({ terms, scopes, candidates, limit, offset }) {
    const values: unknown[] = [];
    const given = (value: unknown) => `$${values.push(value)}`;
    const lexeme = (word: string) => `phraseto_tsquery('simple', ${given(word)})`;
    const queryOf = (some: Terms) => some.map(({ words }) => `(${words.map(lexeme).join(' || ')})`).join(' && ');
    const { common, indexed, compared } = splitTerms(terms, candidates);
    const beside = compared.length === 0 ? '' : ` and ts_match_vq(vector, ${queryOf(compared)})`;
    const matching = `select id, ref, vector from search_documents where vector @@ (${queryOf(indexed)})${beside}`;
    const newest = `limit ${candidates}`;
    // Of words that many documents have, an index gives the newest of each scope in their order. With the scope in that
    // order, and not equal to a constant, the planner does not read the documents of all scopes in the order of their
    // ids.
    const newestIn = (scope: string) =>
      `(${matching} and scope >= ${scope} and scope <= ${scope} order by scope desc, id desc ${newest})`;
    const found = common
      ? `${scopes.map((scope) => newestIn(given(scope))).join(' union all ')} order by id desc ${newest}`
      : `${matching} and scope = any(${given(scopes)}) ${newest}`;
    const rows = yield* runText<{ ref: string }>(
      `select ref from (${found}) c
       order by ts_rank(vector, ${queryOf(terms)}) desc, id desc limit ${given(limit)} offset ${given(offset)}`,
      values,
    );
    return rows.map(({ ref }) => ref);
  },
};

/** The index of the database behind `dialect`, of which a query ranks at most `candidates` documents. */
export function createSearchIndex(dialect: Dialect, candidates = CANDIDATES): SearchIndex {
  const tables = searchTables(dialect);
  const { searchDocuments } = tables;
  const text = dialect.name === 'sqlite' ? fts5 : tsvector;

  function* remove({ collection, id }: SearchKey): TxScript<void> {
    const key = and(eq(searchDocuments.collection, collection), eq(searchDocuments.ref, id));
    const row = yield* first((db) => db.select().from(searchDocuments).where(key));
    if (row === undefined) return;
    yield* discountWords(tables, distinctWords(row));
    yield* text.removed(row);
    yield* run((db) => db.delete(searchDocuments).where(eq(searchDocuments.id, row.id)));
  }

  /** The terms of a query; undefined when a word has no document and nothing similar either. */
  function* termsOf({ collection, text }: SearchQuery): TxScript<Terms | undefined> {
    const plain = new Set(wordsOf(text.slice(0, MAX_QUERY_LENGTH), MAX_QUERY_WORDS));
    const words = marked(collection, [...plain]);
    const known = yield* documentsWith(tables, words);
    const terms: Terms[number][] = [];
    for (const word of words) {
      const documents = known.get(word);
      if (documents !== undefined) {
        terms.push({ words: [word], documents });
        continue;
      }
      const corrections = yield* correctWord(tables, word);
      const corrected = yield* documentsWith(tables, corrections);
      const sum = [...corrected.values()].reduce((total, count) => total + count, 0);
      terms.push({ words: corrections, documents: sum });
    }
    const found = terms.length > 0 && terms.every(({ words }) => words.length > 0);
    return found ? terms : undefined;
  }

  return {
    *put(document) {
      yield* remove(document);
      const { collection, id: ref, avatarId } = document;
      const join = (value: string, most: number) => marked(collection, wordsOf(value, most)).join(' ');
      const head = join(document.head, MAX_HEAD_WORDS);
      const body = join(document.body, MAX_BODY_WORDS);
      const scope = scopeOf(collection, avatarId);
      const rows = { collection, ref, scope, head, body };
      const row = yield* first((db) => db.insert(searchDocuments).values(rows).returning());
      if (row === undefined) throw new Error('an insert gave no row back');
      yield* countWords(tables, distinctWords(row));
      yield* text.added(row);
    },

    remove,

    *find(query) {
      const terms = yield* termsOf(query);
      if (terms === undefined) return { ids: [], cut: false };
      const { collection, avatarId, limit, offset = 0 } = query;
      const scopes = [null, ...(avatarId === null ? [] : [avatarId])].map((owner) => scopeOf(collection, owner));
      const ids = yield* text.ranked({ terms, scopes, candidates, limit, offset });
      return { ids, cut: terms.every(({ documents }) => documents > candidates) };
    },
  };
}

/** SearchRepository over the index. */
export const createSearchRepository = ({ read }: Pick<Context, 'read'>, dialect: Dialect): SearchRepository => {
  const index = createSearchIndex(dialect);
  return { find: (query) => read(() => index.find(query)) };
};

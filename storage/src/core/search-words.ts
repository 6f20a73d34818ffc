import { and, asc, between, eq, inArray, lte, sql } from 'drizzle-orm';
import { partsOf } from './parts.ts';
import type { SearchTables } from './search-schema.ts';
import { correctionsOf, isCorrected, selectiveTrigrams, trigramsOf } from './search-text.ts';
import { all, run, type TxScript } from './steps.ts';

/** Most rows that one statement writes. */
const CHUNK = 500;

/** Most words that are compared per trigram of a word with a typing error. */
const MAX_NEIGHBOURS = 500;

/** Largest difference in length between a word with a typing error and its correction. */
const MAX_LENGTH_DIFFERENCE = 2;

/** Words of one collection are stored behind its mark, one letter. */
const unmarked = (word: string): string => word.slice(1);

/** The number of documents with each of `words`, without words that no document has. */
export function* documentsWith(
  { searchWords }: SearchTables,
  words: readonly string[],
): TxScript<ReadonlyMap<string, number>> {
  const known = new Map<string, number>();
  for (const chunk of partsOf(words, CHUNK)) {
    const rows = yield* all((db) => db.select().from(searchWords).where(inArray(searchWords.word, chunk)));
    for (const { word, documents } of rows) known.set(word, documents);
  }
  return known;
}

const trigramRows = (word: string) => {
  const length = unmarked(word).length;
  return trigramsOf(unmarked(word)).map((trigram) => ({ trigram: `${word[0]}${trigram}`, length, word }));
};

/** Counts a document with the distinct `words`; within the caller's job. */
export function* countWords(tables: SearchTables, words: readonly string[]): TxScript<void> {
  const { searchWords, searchTrigrams } = tables;
  const known = yield* documentsWith(tables, words);
  for (const chunk of partsOf(words, CHUNK)) {
    const rows = chunk.map((word) => ({ word, documents: 1 }));
    const set = { documents: sql`${searchWords.documents} + 1` };
    yield* run((db) => db.insert(searchWords).values(rows).onConflictDoUpdate({ target: searchWords.word, set }));
  }
  const added = words.filter((word) => !known.has(word) && isCorrected(unmarked(word)));
  for (const rows of partsOf(added.flatMap(trigramRows), CHUNK)) {
    yield* run((db) => db.insert(searchTrigrams).values(rows));
  }
}

/** Takes back countWords for a document that is removed; within the caller's job. */
export function* discountWords(
  { searchWords, searchTrigrams }: SearchTables,
  words: readonly string[],
): TxScript<void> {
  const gone: string[] = [];
  for (const chunk of partsOf(words, CHUNK)) {
    const fewer = { documents: sql`${searchWords.documents} - 1` };
    yield* run((db) => db.update(searchWords).set(fewer).where(inArray(searchWords.word, chunk)));
    const unused = and(inArray(searchWords.word, chunk), lte(searchWords.documents, 0));
    gone.push(...(yield* all((db) => db.delete(searchWords).where(unused).returning())).map(({ word }) => word));
  }
  for (const word of gone.filter((word) => isCorrected(unmarked(word)))) {
    for (const { trigram, length } of trigramRows(word)) {
      const row = and(
        eq(searchTrigrams.trigram, trigram),
        eq(searchTrigrams.length, length),
        eq(searchTrigrams.word, word),
      );
      yield* run((db) => db.delete(searchTrigrams).where(row));
    }
  }
}

/** The words of the index that `word`, which the index does not have, may have meant; most similar first. */
export function* correctWord({ searchTrigrams }: SearchTables, word: string): TxScript<readonly string[]> {
  const plain = unmarked(word);
  if (!isCorrected(plain)) return [];
  const near = between(
    searchTrigrams.length,
    plain.length - MAX_LENGTH_DIFFERENCE,
    plain.length + MAX_LENGTH_DIFFERENCE,
  );
  const neighbours = new Set<string>();
  for (const trigram of selectiveTrigrams(plain)) {
    const rows = yield* all((db) =>
      db
        .select({ word: searchTrigrams.word })
        .from(searchTrigrams)
        .where(and(eq(searchTrigrams.trigram, `${word[0]}${trigram}`), near))
        .orderBy(asc(searchTrigrams.length), asc(searchTrigrams.word))
        .limit(MAX_NEIGHBOURS),
    );
    for (const row of rows) neighbours.add(unmarked(row.word));
  }
  return correctionsOf(plain, neighbours).map((correction) => `${word[0]}${correction}`);
}

import type { Dialect } from './dialect.ts';

/**
 * Tables of the full-text index. The index itself is in the migrations alone, because drizzle cannot describe it: on
 * SQLite the FTS5 table `search_text` over `search_documents`, on PostgreSQL the generated tsvector column
 * `search_documents.vector` with a GIN index.
 */
export const searchTables = ({ table, index, uniqueIndex, primaryKey, text, integer, serial }: Dialect) => ({
  /** What can be found, as words in their compared form, each behind the mark of its collection. */
  searchDocuments: table(
    'search_documents',
    {
      id: serial(),
      collection: text().notNull(),
      /** The id within the collection. */
      ref: text().notNull(),
      /** Who may find it, see `scopeOf`. */
      scope: text().notNull(),
      head: text().notNull(),
      body: text().notNull(),
    },
    (row) => [
      uniqueIndex('search_documents_ref').on(row.collection, row.ref),
      index('search_documents_scope').on(row.scope, row.id),
    ],
  ),
  /** The number of documents with a word. */
  searchWords: table('search_words', { word: text().primaryKey(), documents: integer().notNull() }),
  /** The words that have a trigram, by their lengths. */
  searchTrigrams: table(
    'search_trigrams',
    { trigram: text().notNull(), length: integer().notNull(), word: text().notNull() },
    (row) => [primaryKey({ columns: [row.trigram, row.length, row.word] })],
  ),
});
export type SearchTables = ReturnType<typeof searchTables>;

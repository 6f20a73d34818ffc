import type { Domain } from '@causeway/protocol';
import type { Dialect, Row } from '../core/dialect.ts';

/** The lengths of buckets. */
export const INTERVALS = ['minute', 'hour', 'day'] as const;
export type Interval = (typeof INTERVALS)[number];

/** In place of a chain: the row has the orders of all chains at this end. */
export const EVERY_CHAIN: Domain = -1;

/** Times that are measured of an order. */
export const STAGES = ['confirming', 'proving', 'signing', 'minting', 'total'] as const;
export type Stage = (typeof STAGES)[number];

/** Tables of the figures of orders by time. */
export const seriesTables = ({ table, index, primaryKey, text, integer, exactJson }: Dialect) => ({
  /**
   * What orders did in one bucket. An order is in the rows of its lane, of all lanes from its source, of all lanes to
   * its destination, and of all lanes, so that a series is read from one row a bucket, whatever it is filtered by.
   */
  orderFigures: table(
    'order_figures',
    {
      interval: text<Interval>().notNull(),
      source: integer<Domain>().notNull(),
      destination: integer<Domain>().notNull(),
      /** Unix milliseconds. */
      startMs: integer().notNull(),
      /** Orders whose lock was seen, that completed, and whose input came back. */
      created: integer().notNull(),
      completed: integer().notNull(),
      rolledBack: integer().notNull(),
      /** The amount of the orders whose lock was seen, in wire units as decimal text, by `home/family` of the asset. */
      volume: exactJson<Readonly<Record<string, string>>>().notNull(),
      /** How many orders took how long: their number by stage and by the bin of a histogram. */
      stages: exactJson<Readonly<Partial<Record<Stage, Readonly<Record<string, number>>>>>>().notNull(),
    },
    (row) => [
      primaryKey({ columns: [row.interval, row.source, row.destination, row.startMs] }),
      index('order_figures_age').on(row.interval, row.startMs),
    ],
  ),

  /** How far the orders are counted: one row. */
  orderFiguresPosition: table('order_figures_position', {
    id: integer().primaryKey(),
    /** The seq of the newest event that is counted. */
    seq: integer().notNull(),
    /** Up to which id orders of before are counted; null once all of them are. Events after `seq` wait until then. */
    filledTo: text(),
  }),
});
export type SeriesTables = ReturnType<typeof seriesTables>;

/** What orders did in one bucket. */
export type FiguresRow = Row<SeriesTables['orderFigures']>;

/** Which row it is. */
export type FiguresKey = Pick<FiguresRow, 'interval' | 'source' | 'destination' | 'startMs'>;

/** How far the orders are counted. */
export type SeriesPosition = Omit<Row<SeriesTables['orderFiguresPosition']>, 'id'>;

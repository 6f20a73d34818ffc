import type { Area } from '../core/area.ts';
import { type SeriesTables, seriesTables } from './schema.ts';
import type { SeriesContext } from './steps.ts';

export * from './schema.ts';
export * from './steps.ts';

/** The tables of the figures of orders by time. The API's area adds the jobs that count. */
export interface SeriesStore {
  readonly context: SeriesContext;
}

/** Storage of the figures of orders by time. */
export const series: Area<SeriesTables, SeriesStore> = { tables: seriesTables, open: (context) => ({ context }) };

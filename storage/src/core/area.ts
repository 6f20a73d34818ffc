import type { Context } from './context.ts';
import type { Dialect } from './dialect.ts';
import type { Engine } from './engine.ts';
import type { EventRepository, EventRow, NewEvent } from './events.ts';
import type { Quotas } from './quotas.ts';
import type { TxScript } from './steps.ts';

/** The parts that an area's repository works with. */
export interface AreaContext<Tables> extends Context {
  readonly tables: Tables;
  readonly engine: Pick<Engine, 'shared' | 'dialect'>;
  /** The epoch of the events, and of all other numbers that rise with each change. */
  readonly epoch: EventRepository['epoch'];
  /** How much an owner may store. */
  readonly quotas: Quotas;
  /** Writes one event row within the caller's job. */
  readonly appendEvent: (event: NewEvent) => TxScript<void>;
  /** The same, for a job that needs the event's seq. */
  readonly appendEventRow: (event: NewEvent) => TxScript<EventRow>;
}

/** A slice of the platform: its tables and the repository over them. */
export interface Area<Tables, Repository> {
  readonly tables: (dialect: Dialect) => Tables;
  readonly open: (context: AreaContext<Tables>) => Repository;
}

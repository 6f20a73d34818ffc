import type { Context } from './core/context.ts';
import type { Engine } from './core/engine.ts';
import type { EventRow } from './core/events.ts';
import { createIdempotencyRepository, idempotencyTables } from './core/idempotency.ts';
import type { Kit } from './core/kit.ts';
import { createRateLimitRepository, rateLimitTables } from './core/rate-limits.ts';
import type { Steps } from './core/steps.ts';

/** The parts that an area's repository works with. */
export interface AreaContext<Tables> extends Context {
  readonly tables: Tables;
  readonly engine: Pick<Engine, 'shared'>;
  /** Writes one event row within the caller's job. */
  readonly appendEvent: (event: Omit<EventRow, 'seq'>) => Steps<EventRow>;
}

/** A slice of the platform: its tables and the repository over them. */
export interface Area<Tables, Repository> {
  readonly tables: (kit: Kit) => Tables;
  readonly open: (context: AreaContext<Tables>) => Repository;
}

/** An area of any kind, in a list. */
// biome-ignore lint/suspicious/noExplicitAny: tables go into a list of areas and come out to the same area again
export type AnyArea = Area<any, unknown>;

const area = <Tables, Repository>(slice: Area<Tables, Repository>) => slice;

/** The areas in the API's database beside the bridge, under the names of their repositories. */
export const AREAS = {
  idempotency: area({
    tables: idempotencyTables,
    open: (context) => createIdempotencyRepository(context, context.tables),
  }),
  rateLimits: area({
    tables: rateLimitTables,
    open: (context) => createRateLimitRepository(context, context.engine, context.tables),
  }),
} as const satisfies Readonly<Record<string, AnyArea>>;

/** The repositories of a list of areas, by name. */
export type RepositoriesOf<Areas extends Readonly<Record<string, AnyArea>>> = {
  readonly [Name in keyof Areas]: ReturnType<Areas[Name]['open']>;
};

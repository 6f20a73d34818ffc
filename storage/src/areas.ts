import { agents } from './agents/index.ts';
import { avatars } from './avatars/index.ts';
import type { Area } from './core/area.ts';
import { createIdempotencyRepository, idempotencyTables } from './core/idempotency.ts';
import { createRateLimitRepository, rateLimitTables } from './core/rate-limits.ts';
import { createSealedSecretRepository, sealedSecretTables } from './core/sealed-secrets.ts';
import { createSearchRepository } from './core/search.ts';
import { searchTables } from './core/search-schema.ts';
import { health } from './health/index.ts';
import { holons } from './holons/index.ts';
import { libraries } from './libraries/index.ts';
import { messages } from './messages/index.ts';
import { missions } from './missions/index.ts';
import { offers } from './offers/index.ts';
import { series } from './series/index.ts';
import { usage } from './usage/index.ts';
import { wallets } from './wallets/index.ts';

export type { Area, AreaContext } from './core/area.ts';

/** An area of any kind, in a list. */
// biome-ignore lint/suspicious/noExplicitAny: tables go into a list of areas and come out to the same area again
export type AnyArea = Area<any, unknown>;

const area = <Tables, Repository>(slice: Area<Tables, Repository>) => slice;

/** The areas in the API's database beside the bridge, under the names of their repositories. */
export const AREAS = {
  idempotency: area({
    tables: idempotencyTables,
    open: createIdempotencyRepository,
  }),
  rateLimits: area({
    tables: rateLimitTables,
    open: (context) => createRateLimitRepository(context, context.engine, context.tables),
  }),
  sealedSecrets: area({
    tables: sealedSecretTables,
    open: (context) => createSealedSecretRepository(context, context.tables),
  }),
  search: area({
    tables: searchTables,
    open: (context) => createSearchRepository(context, context.engine.dialect),
  }),
  agents,
  avatars,
  health,
  holons,
  wallets,
  libraries,
  messages,
  missions,
  offers,
  series,
  usage,
} as const satisfies Readonly<Record<string, AnyArea>>;

/** The repositories of a list of areas, by name. */
export type RepositoriesOf<Areas extends Readonly<Record<string, AnyArea>>> = {
  readonly [Name in keyof Areas]: ReturnType<Areas[Name]['open']>;
};

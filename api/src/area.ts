import type { Sealer } from '@causeway/keys';
import type { Clock } from '@causeway/runtime';
import type { Tracer } from '@causeway/runtime/trace-context';
import type { PlatformStorage } from '@causeway/storage';
import type { Command } from 'commander';
import type { BaseLogger } from 'pino';
import type { Registry } from 'prom-client';
import type { z } from 'zod';
import type { BridgeContext } from './bridge/context.ts';
import type { AccessTable } from './http/callers/access.ts';
import type { Authenticator } from './http/callers/callers.ts';
import type { ErrorTable } from './http/errors/errors.ts';
import { mergeTopics, type TopicTable } from './http/events/topics.ts';
import type { Router } from './http/route.ts';
import type { SealedSecrets } from './sealed.ts';
import type { ServiceState } from './service-routes.ts';

/** Dependencies of an area. */
export interface AreaDeps<Settings = unknown> {
  readonly storage: PlatformStorage;
  readonly bridge: BridgeContext;
  /** Seals secrets under the master key. */
  readonly sealer: Sealer;
  /** The area's own members of the configuration's `api` section. */
  readonly settings: Settings;
  /** Folder of the configuration, to which its paths are relative. */
  readonly baseDir: string;
  readonly clock: Clock;
  /** Cryptographically random bytes. */
  readonly random: (length: number) => Uint8Array;
  readonly log: BaseLogger;
  /** Makes spans; undefined while no collector is configured. */
  readonly tracer: Tracer | undefined;
  /** The topics of all areas of the application. */
  readonly topics: TopicTable;
  /** The service of another area of the same application; areas must not need each other in a circle. */
  use<Service>(area: Area<Service>): Service;
}

/** What the application needs of one of its areas. */
export interface Provided {
  /** Tells who a caller is. */
  readonly authenticator: Authenticator;
  /** The state of the networks, for /health. */
  readonly networks: ServiceState['networks'];
}

/** An area over the database of a checked configuration, which the API may be serving. */
export interface OperatedArea<Service> {
  /** Where the database is, for `locateDatabase`. */
  readonly location: { readonly database: string; readonly baseDir: string };
  /** Runs `work` with the area alone. It has no chains. */
  withService<T>(work: (service: Service) => Promise<T>): Promise<T>;
  /** Runs `work` with the area in a whole API that does not listen. */
  withApi<T>(work: (service: Service) => Promise<T>): Promise<T>;
}

/** What the commands of an area are given. */
export interface Operator<Service> {
  print(line: string): void;
  /** Reads and checks the configuration file of the API. Throws ConfigError. */
  load(file: string): Promise<OperatedArea<Service>>;
}

/** One part of the API: routes, schemas, errors and their service. Only the list in app.ts names it. */
export interface Area<Service = unknown, Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string;
  /** The group of its operations in the OpenAPI document. */
  readonly tag: { readonly name: string; readonly description: string };
  /** The errorCodes that only its routes answer. */
  readonly errors: ErrorTable;
  /** Who may call each of its operations. */
  readonly access: AccessTable;
  /** Members that it adds to the `api` section of the configuration, with their defaults. */
  readonly settings?: Shape;
  open(deps: AreaDeps<z.output<z.ZodObject<Shape>>>): Service;
  /** Its sealed secrets that last. */
  readonly sealed?: SealedSecrets;
  /** Adds its commands below `causeway admin`, for the operator. They load what they need when they run. */
  commands?(admin: Command, operator: Operator<Service>): void;
  /** What the whole application takes of it. */
  provides?(service: Service): Partial<Provided>;
  /** The topics of its events on the streams of avatars. */
  readonly topics?: TopicTable;
  /** Prefixes of its routes; the first is the documented one. `/api/v1` and `/api/v1/bridge` if absent. */
  readonly prefixes?: readonly [string, ...string[]];
  /** Adds the routes. `service` must not be used before the first request. */
  register(router: Router, service: Service): void;
  /** Adds its metrics to those that are served. */
  metrics?(registry: Registry, service: Service): void;
  /** Starts work besides requests; resolves when the first request may come. */
  start?(service: Service): Promise<void>;
  /** Ends the waits of open requests; the server is about to close. */
  stop?(service: Service): void;
  /** Ends work besides requests; the server has closed. */
  close?(service: Service): Promise<void>;
}

/** Names the type parameters of an area by its members. */
export const defineArea = <Service, Shape extends z.ZodRawShape = z.ZodRawShape>(
  area: Area<Service, Shape>,
): Area<Service, Shape> => area;

/** An area with its service. */
export interface OpenArea {
  readonly area: Area;
  readonly service: unknown;
}

/** The one area that provides `what`. Throws when there is none, or more than one. */
export function providedBy<What extends keyof Provided>(areas: readonly OpenArea[], what: What): Provided[What] {
  const found = areas.flatMap(({ area, service }) => area.provides?.(service)[what] ?? []);
  if (found.length !== 1) throw new Error(`${found.length} areas provide ${what}, not one`);
  return found[0] as Provided[What];
}

/** The open areas of one application. */
export interface OpenAreas {
  readonly all: readonly OpenArea[];
  /** The service of `area`. Throws when the application does not have it. */
  use<Service>(area: Area<Service>): Service;
}

/** Opens each of `areas` once, after the areas that it uses. `api` is the configuration's section of that name. */
export function openAreas(
  areas: readonly Area[],
  deps: Omit<AreaDeps, 'use' | 'settings' | 'topics'>,
  api: Readonly<Record<string, unknown>>,
): OpenAreas {
  const open = new Map<Area, unknown>();
  const opening = new Set<Area>();
  const topics = mergeTopics(areas.map((area) => area.topics ?? {}));
  const use = <Service>(area: Area<Service>): Service => {
    const key = area as Area;
    if (!open.has(key)) {
      if (!areas.includes(key)) throw new Error(`the application has no area ${area.name}`);
      if (opening.has(key)) throw new Error(`the area ${area.name} needs itself`);
      opening.add(key);
      // The section was parsed with the settings of every area.
      open.set(key, key.open({ ...deps, topics, settings: api as never, use }));
    }
    return open.get(key) as Service;
  };
  return { all: areas.map((area) => ({ area, service: use(area) })), use };
}

import type pg from 'pg';

/**
 * The members of node-postgres that its types lack: all of them are named here, and a test fails where a version of the
 * package has one no more.
 */

/** A client's connection, as the package's own query classes use it. */
export interface Wire {
  readonly stream: { cork(): void; uncork(): void; destroy(): void; unref(): void };
  parse(query: { readonly name: string; readonly text: string }): void;
  describe(query: { readonly type: 'S'; readonly name: string }): void;
  close(query: { readonly type: 'S'; readonly name: string }): void;
  bind(query: { readonly statement: string; readonly values: readonly unknown[] }): void;
  execute(): void;
  sync(): void;
}

interface Internals {
  /** The server's pid of the session; null before it has begun. */
  readonly processID: number | null;
  readonly connection: Wire;
}

const internalsOf = (client: pg.ClientBase) => client as unknown as Internals;

/** The connection of a client. */
export const wireOf = (client: pg.ClientBase): Wire => internalsOf(client).connection;

/** The server's pid of a client's session; null before it has begun. */
export const processOf = (client: pg.ClientBase): number | null => internalsOf(client).processID;

const OF_WIRE = ['parse', 'describe', 'close', 'bind', 'execute', 'sync'] as const satisfies readonly (keyof Wire)[];
const OF_STREAM = ['cork', 'uncork', 'destroy', 'unref'] as const satisfies readonly (keyof Wire['stream'])[];

/** The names of those members that `client` lacks. */
export function missingParts(client: pg.ClientBase): readonly string[] {
  const { connection } = internalsOf(client) as Partial<Internals>;
  const isFunction = (of: object | undefined, name: string) =>
    typeof (of as Record<string, unknown> | undefined)?.[name] === 'function';
  return [
    ...('processID' in client ? [] : ['client.processID']),
    ...OF_WIRE.filter((name) => !isFunction(connection, name)).map((name) => `connection.${name}`),
    ...OF_STREAM.filter((name) => !isFunction(connection?.stream, name)).map((name) => `connection.stream.${name}`),
  ];
}

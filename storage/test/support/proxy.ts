import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket, connect as socketTo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Name of a PostgreSQL server's socket within its folder. */
const SOCKET = '.s.PGSQL.5432';

/** A way to a database on which a session can break at a commit. */
export interface Proxy {
  /** URL of the same database. */
  readonly url: string;
  /** Breaks the next session that commits, before the server receives the commit or after it was done. */
  cut: 'before' | 'after' | undefined;
  /** Swallows what goes either way, as a route does that ended without a reset: on connections that were open meanwhile, and on all while it is true. */
  silent: boolean;
  close(): void;
}

/** Starts a proxy for the database at `url`, whose server listens on a Unix socket. */
export async function startProxy(url: string): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-proxy-'));
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = socketTo(join(new URL(url).searchParams.get('host') ?? '', SOCKET));
    const end = (): void => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    let swallowed = false;
    const isSwallowed = (): boolean => {
      swallowed ||= proxy.silent;
      return swallowed;
    };
    let answer = (data: Buffer): void => {
      client.write(data);
    };
    database.on('data', (data) => {
      if (!isSwallowed()) answer(data);
    });
    client.on('data', (data) => {
      if (isSwallowed()) return undefined;
      const { cut } = proxy;
      if (cut === undefined || !data.includes('commit\0')) return database.write(data);
      proxy.cut = undefined;
      if (cut === 'before') return end();
      // The server answers once the transaction is committed.
      answer = end;
      return database.write(data);
    });
  });
  server.listen(join(folder, SOCKET));
  await once(server, 'listening');
  const own = new URL(url);
  own.searchParams.set('host', folder);
  const proxy: Proxy = {
    url: own.href,
    cut: undefined,
    silent: false,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return proxy;
}

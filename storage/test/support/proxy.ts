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
  /**
   * Breaks the next session that commits, before the server receives the commit, while it works on it or after it was
   * done; or swallows the second half of the commit, and all that follows on this connection.
   */
  cut: 'before' | 'during' | 'after' | 'half' | undefined;
  /** What happens before a session breaks before its commit. */
  meanwhile: (() => Promise<void>) | undefined;
  /**
   * Swallows what goes either way, as a route does that ended without a reset: on connections that were open meanwhile,
   * and on all while it is true.
   */
  silent: boolean;
  close(): void;
}

/** Starts a proxy for the database at `url`, whose server listens on a Unix socket. */
export async function startProxy(url: string): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-proxy-'));
  const sockets = new Set<Socket>();
  const swallowed = new Set<Socket>();
  let silent = false;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const path = join(new URL(url).searchParams.get('host') ?? '', SOCKET);
    const database = socketTo({ path, allowHalfOpen: true });
    const end = (): void => {
      // Neither side hears how the other one ends.
      if (swallowed.has(client)) return;
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', end).on('end', end).on('close', end);
    }
    if (silent) swallowed.add(client);
    let answer = (data: Buffer): void => {
      client.write(data);
    };
    database.on('data', (data) => {
      if (!swallowed.has(client)) answer(data);
    });
    client.on('data', (data) => {
      if (swallowed.has(client)) return undefined;
      const { cut } = proxy;
      if (cut === undefined || !data.includes('commit\0')) return database.write(data);
      proxy.cut = undefined;
      if (cut === 'before') {
        const { meanwhile } = proxy;
        if (meanwhile === undefined) return end();
        swallowed.add(client);
        return void meanwhile().then(() => {
          swallowed.delete(client);
          end();
        });
      }
      if (cut === 'half') {
        swallowed.add(client);
        return database.write(data.subarray(0, data.indexOf('commit\0')));
      }
      if (cut === 'during') return database.write(data, end);
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
    meanwhile: undefined,
    get silent() {
      return silent;
    },
    set silent(is) {
      silent = is;
      if (is) for (const socket of sockets) swallowed.add(socket);
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return proxy;
}

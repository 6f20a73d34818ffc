import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket, connect as socketTo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Name of a PostgreSQL server's socket within its folder. */
const SOCKET = '.s.PGSQL.5432';

/** What programs sent to a database. */
export interface Flights {
  readonly transactions: number;
  /** Round trips of transactions from their begin to the answer of their commit: so long they have their locks. */
  readonly flights: number;
  /** Statements in these. */
  readonly statements: number;
  /** Round trips outside of transactions. */
  readonly reads: number;
}

/** A way to a database on which round trips are counted. */
export interface FlightCounter {
  /** URL of the same database. */
  readonly url: string;
  /** What came on this way since the last call, or since the start. */
  take(): Flights;
  close(): void;
}

const NONE: Flights = { transactions: 0, flights: 0, statements: 0, reads: 0 };

/** Starts a counter for the database at `url`, whose server listens on a Unix socket. */
export async function startFlightCounter(url: string): Promise<FlightCounter> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-flights-'));
  const server = join(new URL(url).searchParams.get('host') ?? '', SOCKET);
  const sockets = new Set<Socket>();
  let counted = { ...NONE };
  const add = (key: keyof Flights, count = 1): void => {
    counted = { ...counted, [key]: counted[key] + count };
  };
  const listener = createServer((client) => {
    const database = socketTo(server);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => [client, database].map((one) => one.destroy()));
    }
    const count = countFlights(add);
    client.on('data', (data) => {
      count(data);
      database.write(data);
    });
    database.pipe(client);
  });
  listener.listen(join(folder, SOCKET));
  await once(listener, 'listening');
  const own = new URL(url);
  own.searchParams.set('host', folder);
  return {
    url: own.href,
    take() {
      const taken = counted;
      counted = { ...NONE };
      return taken;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Reads the messages of one session from their bytes: each has a letter, its length and its content. */
function countFlights(add: (key: keyof Flights, count?: number) => void): (data: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let started = false;
  let open = false;
  /** Texts and names of the statements of the flight that comes. */
  let statements: string[] = [];
  const land = (): void => {
    if (statements.some((text) => text.includes('begin'))) {
      open = true;
      add('transactions');
    }
    add(open ? 'flights' : 'reads');
    if (open) add('statements', statements.length);
    if (statements.some((text) => text.includes('commit\0') || text.includes('rollback\0'))) open = false;
    statements = [];
  };
  return (data) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    for (;;) {
      // The first message of a session has no letter.
      const head = started ? 1 : 0;
      if (rest.length < head + 4) return;
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return;
      const letter = started ? String.fromCharCode(rest[0] as number) : '';
      const content = rest.toString('latin1', head + 4, end);
      rest = rest.subarray(end);
      started = true;
      // Bind: the name of a portal, which is empty, and that of the statement.
      if (letter === 'B') statements.push(content.slice(1, content.indexOf('\0', 1) + 1));
      if (letter === 'Q') statements.push(content);
      if (letter === 'Q' || letter === 'S') land();
    }
  };
}

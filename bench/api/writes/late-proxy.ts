import { connect, createServer, type Socket } from 'node:net';

/**
 * A way to a PostgreSQL server's socket on which each answer comes late, in a process of its own: it listens on the
 * second socket for the server at the first one. A message is the delay from then on, milliseconds.
 */

const [server = '', own = ''] = process.argv.slice(2);
/** Answers that are due so soon go with those that are due now: timers have whole milliseconds. */
const SOON_MS = 0.3;

let delayMs = 0;

/** Passes on what comes from `from` after the delay, in its order. */
function late(from: Socket, to: Socket): void {
  const pieces: { readonly dueMs: number; readonly data: Buffer }[] = [];
  let timed = false;
  const pass = (): void => {
    timed = false;
    const now = performance.now();
    to.cork();
    while (pieces[0] && pieces[0].dueMs <= now + SOON_MS) to.write((pieces.shift() as { data: Buffer }).data);
    to.uncork();
    wait();
  };
  const wait = (): void => {
    const [next] = pieces;
    if (timed || next === undefined) return;
    timed = true;
    setTimeout(pass, Math.max(0, next.dueMs - performance.now()));
  };
  from.on('data', (data) => {
    pieces.push({ dueMs: performance.now() + delayMs, data });
    wait();
  });
}

const listener = createServer((client) => {
  const database = connect(server);
  const end = (): void => {
    client.destroy();
    database.destroy();
  };
  for (const socket of [client, database]) socket.on('error', end).on('close', end);
  client.on('data', (data) => database.write(data));
  late(database, client);
});
process.on('message', (ms: number) => {
  delayMs = ms;
  process.send?.('late');
});
process.on('disconnect', () => process.exit());
listener.listen(own, () => process.send?.('ready'));

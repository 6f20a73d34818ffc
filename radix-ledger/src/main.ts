import { Command, InvalidArgumentError } from 'commander';
import { startLedger } from './start.ts';

/** A local Radix ledger in its own process. */

interface Options {
  readonly port: number;
  readonly folder?: string;
  readonly roundMs: number;
  readonly idleRoundMs: number;
  readonly epochMs: number;
}

const LAST_PORT = 65_535;
/** Longest delay that a timer supports, ms. */
const LONGEST_MS = 2 ** 31 - 1;

/** Parses a whole number from `min` to `max`. */
const numberFrom = (min: number, max: number) => (text: string) => {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new InvalidArgumentError(`a whole number from ${min} to ${max}, please`);
  return value;
};
const milliseconds = numberFrom(1, LONGEST_MS);

const options: Options = new Command('radix-ledger')
  .description('A local Radix ledger behind the Core API')
  .option('--port <port>', 'port on loopback; 0 takes a free one', numberFrom(0, LAST_PORT), 3333)
  .option('--folder <folder>', 'folder that the ledger is kept in; without one it ends with the process')
  .option('--round-ms <ms>', 'least time between rounds while transactions wait', milliseconds, 200)
  .option('--idle-round-ms <ms>', 'time between rounds while none wait', milliseconds, 1_000)
  .option('--epoch-ms <ms>', 'length of an epoch of a new ledger', milliseconds, 60_000)
  .parse()
  .opts();

/** Runs the ledger until a signal ends it. Throws when the folder or the port is not available. */
async function run({ port, folder, roundMs, idleRoundMs, epochMs }: Options): Promise<void> {
  const running = await startLedger({
    port,
    pace: 'automatic',
    roundMs,
    idleRoundMs,
    genesis: { epochMs },
    ...(folder !== undefined && { folder }),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close());
  console.log(`Listening on http://127.0.0.1:${running.port}`);
}

run(options).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});

import { Command, InvalidArgumentError } from 'commander';
import { address } from './params.ts';
import { RpcServer } from './server.ts';
import { SlotClock } from './slot-clock.ts';
import { Validator } from './validator.ts';

/** A local Solana chain in its own process. */

interface Options {
  readonly port: number;
  readonly slotMs: number;
  readonly state?: string;
  readonly airdrop: Readonly<Record<string, bigint>>;
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('a whole number, please');
  return Number(text);
}

function balance(text: string, balances: Readonly<Record<string, bigint>>): Record<string, bigint> {
  const [key = '', lamports = ''] = text.split('=');
  if (!address.safeParse(key).success || !/^\d+$/.test(lamports))
    throw new InvalidArgumentError('ADDRESS=LAMPORTS, please');
  return { ...balances, [key]: (balances[key] ?? 0n) + BigInt(lamports) };
}

const options: Options = new Command('solana-node')
  .description('A local Solana chain behind JSON-RPC and WebSocket')
  .option('--port <port>', 'port for both; the next one speaks WebSocket too; 0 takes free ones', wholeNumber, 8899)
  .option('--slot-ms <ms>', 'milliseconds a slot takes', wholeNumber, 400)
  .option('--state <folder>', 'folder that the chain is kept in')
  .option('--airdrop <address=lamports>', 'lamports that an account of a new chain starts with', balance, {})
  .parse()
  .opts();

/** Runs the chain until a signal ends it. Throws when the state or the ports are not available. */
async function run({ port, slotMs, state, airdrop }: Options): Promise<void> {
  const validator = new Validator({ balances: airdrop, ...(state !== undefined && { state }) });
  const slots = new SlotClock(validator, slotMs);
  const server = new RpcServer({ validator, slots });
  const stop = async () => {
    slots.pause();
    await server.close();
    validator.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  const listening = await server.listen(port);
  slots.resume();
  console.log(`Listening on http://127.0.0.1:${listening}`);
}

run(options).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});

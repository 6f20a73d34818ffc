import { randomUUID } from 'node:crypto';
import { ConfigError, numberOption, sharedConfig } from '@causeway/chains';
import type { Failure } from '@causeway/protocol';
import type { BridgeStorage, Lease } from '@causeway/storage';
import type { Command } from 'commander';
import type { Bridge } from './bridges.ts';
import { CONFIG, type Common, JSON_OUTPUT, print, refuseCommand, withStorage } from './command-kit.ts';

const ROLLBACK_HELP = `
For DEEP_REORG: a chain changed below its finality, or its endpoints say so. Compare them first, and pause the bridges of
that chain. Without --yes the command only shows what would be taken back. Nothing is guessed: what is recorded up to
--to must still be on the chain. The process whose database it is must have ended. Roll back relayer and signers alike;
afterwards they read the chain again from there. Where the destination has a root for messages that vanished,
ROOT_MISMATCH names it, and an administrator replaces it.

Examples:
  causeway rollback --chain ethereum
  causeway rollback --chain ethereum --to 21000000 --yes --config signer-1.yaml`;

/** Ids that are shown of a list. */
const MOST_SHOWN = 10;

/** Time for which the chain's lease is taken, milliseconds. */
const LEASE_MS = 60_000;

interface RollbackOptions extends Common {
  readonly chain: string;
  readonly to?: number;
  readonly yes?: boolean;
}

/** Adds rollback to `program`. */
export function registerViewCommands(program: Command): void {
  program
    .command('rollback')
    .description('take back what is recorded of a chain above a block, also what was final')
    .requiredOption('--chain <name>', 'chain of the configuration file')
    .option(
      '--to <block>',
      'newest block that stays; the newest on which record and chain agree when absent',
      numberOption({ least: 0, most: Number.MAX_SAFE_INTEGER }),
    )
    .option('--yes', 'take it back')
    .option(...CONFIG)
    .option(...JSON_OUTPUT)
    .addHelpText('after', ROLLBACK_HELP)
    .action((options: RollbackOptions) =>
      withStorage(options.config, (storage, config) => rollBack(options, storage, config), sharedConfig),
    );
}

async function rollBack(
  { chain, to, yes = false, json }: RollbackOptions,
  storage: BridgeStorage,
  config: Parameters<typeof withBridges>[0],
): Promise<void> {
  const { planRollback, rollBackEvenFinal } = await import('./view/broken-finality.ts');
  await withBridges(config, chain, (bridges) =>
    withLease(storage, chain, async (fence) => {
      const plans = [];
      for (const bridge of bridges) {
        const plan = await planRollback(bridge, storage.chainView, to);
        if (plan.ok) plans.push({ bridge, plan: plan.value });
        else if (plan.error.code !== 'NOTHING_TO_ROLL_BACK') return refuseCommand(inWords(plan.error));
      }
      if (yes) {
        for (const { bridge, plan } of plans) await rollBackEvenFinal(bridge, storage.chainView, plan.to, fence);
      }
      const lines = plans.flatMap(({ plan }) => [
        `${chain} ${plan.family}, above ${plan.to ? `block ${plan.to.number}` : 'its deployment'}:`,
        `  messages  ${shown(plan.messages)}`,
        `  outcomes  ${shown(plan.outcomes)}`,
        `  roots     ${plan.roots}`,
        `  orders    ${shown(plan.orders)}`,
      ]);
      const end = yes ? 'taken back; start the process again' : 'nothing was changed; --yes takes it back';
      print(json, { done: yes, bridges: plans.map(({ plan }) => plan) }, [
        ...lines,
        plans.length > 0 ? end : `${chain}: nothing to roll back`,
      ]);
    }),
  );
}

/** Opens the bridges on `chain`. Throws ConfigError when it is not configured. */
async function withBridges(
  config: Parameters<Parameters<typeof withStorage>[1]>[1],
  chain: string,
  action: (bridges: readonly Bridge[]) => Promise<void>,
): Promise<void> {
  const settings = config.chains[chain];
  const known = Object.keys(config.chains).join(', ') || 'none';
  if (!settings) throw new ConfigError(`--chain ${chain}: is not in the configuration file, which has ${known}`);
  const { openBridges } = await import('./wiring.ts');
  const bridges = await openBridges({ ...config, chains: { [chain]: settings } });
  try {
    await action(bridges);
  } finally {
    await Promise.all(bridges.map(({ provider }) => provider.close()));
  }
}

/** Runs `action` while no relayer or signer works for `chain` on this database. */
export async function withLease(
  { leases }: BridgeStorage,
  chain: string,
  action: (lease: Lease) => Promise<void>,
): Promise<void> {
  const lease = await leases.acquire(`chain ${chain}`, randomUUID(), LEASE_MS);
  if (!lease) return refuseCommand(`another process works for ${chain} on this database: end it first`);
  try {
    await action(lease);
  } finally {
    await leases.release(lease);
  }
}

const inWords = ({ code, message }: Failure): string => `${code}: ${message}`;

const shown = (ids: readonly string[]): string =>
  `${ids.length}${ids.length > 0 ? `: ${ids.slice(0, MOST_SHOWN).join(', ')}${ids.length > MOST_SHOWN ? ', …' : ''}` : ''}`;

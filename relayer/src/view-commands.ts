import { randomUUID } from 'node:crypto';
import { sharedConfig } from '@causeway/chains';
import { ConfigError, loadConfig, numberOption } from '@causeway/config';
import { identityName } from '@causeway/keys';
import { fenced, type Guarded, LEASE_MS } from '@causeway/outbox';
import { CONFIG, type Common, JSON_OUTPUT, print, refuseCommand } from '@causeway/process/commands';
import type { AnyFailure } from '@causeway/protocol';
import { systemClock } from '@causeway/runtime';
import type { BridgeStorage, ChainViewRepository } from '@causeway/storage';
import type { Command } from 'commander';
import type { Bridge } from './bridges.ts';
import { checkpointOf } from './checkpoint.ts';
import { withStorage } from './command-kit.ts';
import { peerConfig } from './config.ts';

const ROLLBACK_HELP = `
For DEEP_REORG: a chain changed below its finality, or its endpoints say so. Compare them first, and pause the bridges of
that chain. Without --yes the command only shows what would be taken back. Nothing is guessed: what is recorded up to
--to must still be on the chain. The process whose database it is must have ended. Roll back relayer and signers alike;
afterwards they read the chain again from there. Open transactions that name vanished messages are listed: the relayer
sends them no more and takes their place with an empty transaction. So are signatures that a signer gave: whoever kept
three of them can use them until the anchor moves. Where the destination has a root for messages that vanished,
ROOT_MISMATCH names it, and an administrator replaces it.

Examples:
  causeway rollback --chain ethereum
  causeway rollback --chain ethereum --to 21000000 --yes --config signer-1.yaml`;

/** Ids that are shown of a list. */
const MOST_SHOWN = 10;

interface RollbackOptions extends Common {
  readonly chain: string;
  readonly to?: number;
  readonly yes?: boolean;
}

const VIEW_HELP = `
A new signer, or one whose database is lost, reads every block since the deployment. With the view that another operator
exported it reads only the blocks in which the bridges emitted something, through its own endpoints: the file says where to
look and is believed in nothing. Everything is compared with the bridges' own counters, roots and statuses. A signer with such a
view refuses to cancel old messages whose nonce was replaced (VIEW_IMPORTED) until it has scanned all blocks itself.

Examples:
  causeway view export --chain ethereum --out ethereum.view --config causeway.yaml
  causeway view import ethereum.view --config signer-1.yaml
  causeway view rescan --chain ethereum --config signer-1.yaml`;

interface ExportOptions extends Common {
  readonly chain: string;
  readonly out: string;
}

interface RescanOptions extends Common {
  readonly chain: string;
}

interface ImportOptions extends Common {
  readonly from?: string;
}

/** Milliseconds between two lines of progress. */
const TELL_EVERY_MS = 2_000;

/** Adds rollback and view to `program`. */
export function registerViewCommands(program: Command): void {
  const view = program
    .command('view')
    .description('export where the bridges of a chain emitted events, or read them again from such a file')
    .addHelpText('after', VIEW_HELP);
  view
    .command('export')
    .description('write and sign where the bridges of a chain emitted events; works while the process runs')
    .requiredOption('--chain <name>', 'chain of the configuration file')
    .requiredOption('--out <file>', 'new file to write')
    .option(...CONFIG)
    .option(...JSON_OUTPUT)
    .action((options: ExportOptions) => exportChain(options));
  view
    .command('import')
    .description('fill an empty view from an exported file and from the own endpoints')
    .argument('<file>', 'file that `causeway view export` wrote')
    .option('--from <identity>', 'an exporter that the configuration file does not name, "ed25519:…"')
    .option(...CONFIG)
    .option(...JSON_OUTPUT)
    .action((file: string, options: ImportOptions) => importChain(file, options));
  view
    .command('rescan')
    .description('read every block of a chain again, once the process starts; what is recorded stays')
    .requiredOption('--chain <name>', 'chain of the configuration file')
    .option(...CONFIG)
    .option(...JSON_OUTPUT)
    .action((options: RescanOptions) =>
      withStorage(options.config, (storage, config) => rescan(options, storage, config), sharedConfig),
    );
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
  const { namingVanished } = await import('./view/vanished.ts');
  const checkpoint = checkpointOf(process.env);
  await withBridges(config, chain, (bridges) =>
    withLease(storage, chain, async (view) => {
      const plans = [];
      for (const bridge of bridges) {
        const plan = await planRollback(bridge, view, to);
        if (plan.ok) plans.push({ bridge, plan: plan.value });
        else if (plan.error.code !== 'NOTHING_TO_ROLL_BACK') return refuseCommand(inWords(plan.error));
      }
      const naming = await namingVanished(
        storage,
        view,
        plans.map(({ plan }) => plan),
      );
      if (yes) {
        for (const { bridge, plan } of plans) {
          await rollBackEvenFinal(bridge, view, plan.to);
          checkpoint('during-rollback');
        }
      }
      const lines = plans.flatMap(({ plan }) => [
        `${chain} ${plan.family}, above ${plan.to ? `block ${plan.to.number}` : 'its deployment'}:`,
        `  messages  ${shown(plan.messages)}`,
        `  outcomes  ${shown(plan.outcomes)}`,
        `  roots     ${plan.roots}`,
        `  orders    ${shown(plan.orders)}`,
      ]);
      const end = yes ? 'taken back; start the process again' : 'nothing was changed; --yes takes it back';
      print(json, { done: yes, bridges: plans.map(({ plan }) => plan), ...naming }, [
        ...lines,
        ...naming.submissions.map(
          ({ id, domain, family, anchor, messages }) =>
            `open transaction ${id} to ${domain} ${family}, anchor ${anchor}, names ${shown(messages)}`,
        ),
        ...naming.signatures.map(
          ({ domain, anchor, digest }) => `signature for ${domain}, anchor ${anchor}, names some of them: ${digest}`,
        ),
        plans.length > 0 ? end : `${chain}: nothing to roll back`,
      ]);
    }),
  );
}

async function rescan(
  { chain, json }: RescanOptions,
  storage: BridgeStorage,
  config: Parameters<typeof withBridges>[0],
): Promise<void> {
  await withBridges(config, chain, (bridges) =>
    withLease(storage, chain, async (view) => {
      for (const { provider } of bridges) await view.readAgain(provider.family, provider.domain, undefined);
      print(json, { chain, bridges: bridges.map(({ provider }) => provider.family) }, [
        `${chain}: every block is read again; start the process`,
      ]);
    }),
  );
}

async function exportChain({ config: path, chain, out, json }: ExportOptions): Promise<void> {
  const peers = loadConfig(path, peerConfig);
  const { exportView } = await import('./view/export-view.ts');
  const { openPeerIdentity } = await import('./wiring.ts');
  const section = peers.relayer ? 'relayer' : 'signer';
  const source = peers[section]?.identity;
  if (!source) throw new ConfigError(`${path}: has no section relayer or signer, whose identity signs the file`);
  const identity = await openPeerIdentity(section, source, peers.baseDir);
  await withStorage(
    path,
    ({ chainView }, config) =>
      withBridges(config, chain, async (bridges) => {
        const blocks = await exportView(chain, bridges, chainView, identity, out);
        if (!blocks.ok) return refuseCommand(inWords(blocks.error));
        const result = { file: out, chain, blocks: blocks.value, exporter: identity.name };
        print(json, result, [`${out}: ${blocks.value} blocks with events of ${chain}, signed by ${identity.name}`]);
      }),
    sharedConfig,
  );
}

async function importChain(file: string, { config: path, from, json }: ImportOptions): Promise<void> {
  const { relayer, signer } = loadConfig(path, peerConfig);
  const known = [
    ...(relayer?.signers ?? []).map(({ identity }) => identity),
    ...(signer?.relayers ?? []),
    ...(from ? [from] : []),
  ];
  if (from && !identityName.safeParse(from).success)
    throw new ConfigError(`--from ${from}: is no identity, "ed25519:…"`);
  const { verifyFile } = await import('./view/view-file.ts');
  const { importView } = await import('./view/import-view.ts');
  const { isSignedBy } = await import('./exchange/signed-message.ts');
  const head = await verifyFile(file, known, isSignedBy);
  if (!head.ok) return refuseCommand(inWords(head.error));
  const { chain } = head.value;
  let toldMs = Number.NEGATIVE_INFINITY;
  const tell = (family: string, block: number, to: number) => {
    if (systemClock.monotonic() - toldMs < TELL_EVERY_MS) return;
    toldMs = systemClock.monotonic();
    process.stderr.write(`${chain} ${family}: block ${block} of ${to}\n`);
  };
  const { openDatabase } = await import('./database.ts');
  const storage = await openDatabase(loadConfig(path, sharedConfig));
  try {
    await withBridges(loadConfig(path, sharedConfig), chain, (bridges) =>
      withLease(storage, chain, async (view) => {
        const imported = await importView(file, bridges, view, tell);
        if (!imported.ok) return refuseCommand(`${inWords(imported.error)}; nothing was changed`);
        print(json, { chain, blocks: imported.value }, [
          `${chain}: ${imported.value} blocks with events read and compared; start the process`,
        ]);
      }),
    );
  } finally {
    await storage.close();
  }
}

/** Opens the bridges on `chain`. Throws ConfigError when it is not configured. */
export async function withBridges(
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

/**
 * Runs `action` while no relayer or signer works for `chain` on this database. Its writes are refused if one begins to.
 */
export async function withLease(
  storage: BridgeStorage,
  chain: string,
  action: (view: ChainViewRepository, guarded: Guarded) => Promise<void>,
): Promise<void> {
  const { leases } = storage;
  const lease = await leases.acquire(`chain ${chain}`, randomUUID(), LEASE_MS);
  if (!lease) return refuseCommand(`another process works for ${chain} on this database: end it first`);
  const renewing = setInterval(() => leases.renew(lease, LEASE_MS).catch(() => {}), LEASE_MS / 3);
  try {
    const guarded = fenced(storage, lease);
    await action(guarded.chainView, guarded);
  } finally {
    clearInterval(renewing);
    await leases.release(lease);
  }
}

export const inWords = ({ code, message }: AnyFailure): string => `${code}: ${message}`;

const shown = (ids: readonly string[]): string =>
  `${ids.length}${ids.length > 0 ? `: ${ids.slice(0, MOST_SHOWN).join(', ')}${ids.length > MOST_SHOWN ? ', …' : ''}` : ''}`;

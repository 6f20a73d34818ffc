import type { sharedConfig } from '@causeway/chains';
import { ConfigError, loadConfig, numberOption } from '@causeway/config';
import { CONFIG, type Common, JSON_OUTPUT, refuseCommand } from '@causeway/process/commands';
import { systemClock } from '@causeway/runtime';
import type { Command } from 'commander';
import type { z } from 'zod';
import type { Bridge } from './bridges.ts';
import { withStorage } from './command-kit.ts';
import { relayerConfig, signerConfig } from './config.ts';
import { withBridges, withLease } from './view-commands.ts';

const ALLOW_HELP = `
After a rollback, signatures that somebody kept back for a transaction of the oracle stay usable until the Safe's nonce moves.
With this the operator of a signer lets it sign one transaction that only moves the nonce and does nothing else; \`causeway void-anchor\`
at the relayer asks for it. Agree with the other operators first: every signature for that nonce is worth nothing afterwards. Without
--yes the command only says what it would allow. It works while the signer runs, and an allowance ends by itself.

Examples:
  causeway signer allow-void --chain polygon --nonce 17 --config signer-1.yaml
  causeway signer allow-void --chain polygon --nonce 17 --hours 2 --yes --config signer-1.yaml
  causeway signer allow-void --chain polygon --nonce 17 --withdraw --config signer-1.yaml
  causeway signer allow-void --list --config signer-1.yaml`;

const VOID_HELP = `
After a rollback, signatures that somebody kept back for a transaction of the oracle stay usable until the Safe's nonce moves. This
moves it by a transaction that does nothing else. Each signer signs only what its own operator allows
(\`causeway signer allow-void\`). Without --yes the command asks the signers and shows what they answer. The relayer must have ended, so
that the two do not use one nonce. Where signed transactions expire by themselves, the command does nothing.

Examples:
  causeway void-anchor --chain polygon
  causeway void-anchor --chain polygon --family main --yes --config causeway.yaml`;

const FAMILY = ['--family <name>', 'family of assets', 'main'] as const;

/** Most hours that an allowance may hold, a week. */
const MOST_HOURS = 168;

interface AllowOptions extends Common {
  readonly chain?: string;
  readonly family: string;
  readonly nonce?: number;
  readonly hours: number;
  readonly withdraw?: boolean;
  readonly list?: boolean;
  readonly yes?: boolean;
}

interface VoidOptions extends Common {
  readonly chain: string;
  readonly family: string;
  readonly yes?: boolean;
}

/** Adds allow-void to the command of the signer. */
export function registerAllowVoid(signer: Command): void {
  signer
    .command('allow-void')
    .description("let this signer sign a transaction that only moves the Safe's nonce")
    .option('--chain <name>', 'chain of the configuration file')
    .option(...FAMILY)
    .option(
      '--nonce <n>',
      'nonce of the Safe that is used up',
      numberOption({ least: 0, most: Number.MAX_SAFE_INTEGER }),
    )
    .option('--hours <n>', 'how long it is allowed', numberOption({ least: 1, most: MOST_HOURS }), 24)
    .option('--withdraw', 'allow it no more')
    .option('--list', 'list what is allowed')
    .option('--yes', 'allow it')
    .option(...CONFIG)
    .option(...JSON_OUTPUT)
    .addHelpText('after', ALLOW_HELP)
    .action((_options: object, command: Command) => allow(command.optsWithGlobals()));
}

/** Adds void-anchor to `program`. */
export function registerVoidAnchor(program: Command): void {
  program
    .command('void-anchor')
    .description("move a Safe's nonce by a transaction that does nothing else, once its signers' operators allow it")
    .requiredOption('--chain <name>', 'chain of the configuration file')
    .option(...FAMILY)
    .option('--yes', 'send it')
    .option(...CONFIG)
    .option(...JSON_OUTPUT)
    .addHelpText('after', VOID_HELP)
    .action((options: VoidOptions) => voidOne(options));
}

async function allow(options: AllowOptions): Promise<void> {
  const { chain, family, nonce, list = false } = options;
  await withStorage(
    options.config,
    async (storage, config) => {
      const { allowVoid, listAllowed } = await import('./signer/allow-void.ts');
      if (list) {
        const { openBridges } = await import('./wiring.ts');
        return listAllowed(storage, await openBridges(config), options);
      }
      if (chain === undefined || nonce === undefined) {
        return refuseCommand('give --chain and --nonce, or --list');
      }
      await withBridge(config, chain, family, (bridge) =>
        allowVoid(storage, bridge, { ...options, anchor: String(nonce) }),
      );
    },
    signerConfig,
  );
}

async function voidOne(options: VoidOptions): Promise<void> {
  const { chain, family, config: file } = options;
  const relayer = loadConfig(file, relayerConfig);
  await withStorage(file, (storage, config) =>
    withBridge(config, chain, family, async (bridge) => {
      const { voidAnchor, saysExpires } = await import('./submit/void-anchor.ts');
      if (!bridge.provider.buildVoid) return saysExpires(bridge, options);
      await withLease(storage, chain, async (_view, { submissions }) => {
        const { openPayers } = await import('./wiring.ts');
        const { openSigners } = await import('./submit/signers.ts');
        const { Bridges } = await import('./bridges.ts');
        const payers = await openPayers(relayer, new Bridges([bridge]));
        const payer = payers[bridge.provider.kind];
        if (!payer) throw new ConfigError(`relayer.payers.${bridge.provider.kind}: give the key that pays`);
        // As the relayer does: signers share no database, and compare with clocks of their own.
        const clock = storage.leases.shared ? storage.clock : systemClock;
        const signers = await openSigners(relayer, clock);
        await voidAnchor({ bridge, submissions, payer, signers, clock: storage.clock }, options);
      });
    }),
  );
}

/** Opens the bridge of `family` on `chain`. Refuses the command when there is none. */
const withBridge = (
  config: z.infer<typeof sharedConfig> & { readonly baseDir: string },
  chain: string,
  family: string,
  action: (bridge: Bridge) => Promise<void>,
): Promise<void> =>
  withBridges(config, chain, async (bridges) => {
    const bridge = bridges.find(({ provider }) => provider.family === family);
    if (bridge) return action(bridge);
    const known = bridges.map(({ provider }) => provider.family).join(', ') || 'none';
    return refuseCommand(`--family ${family}: ${chain} has the families ${known}`);
  });

import { numberOption } from '@causeway/config';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AdminFlags } from './lib/admin/desk.ts';
import type { CollectFlags, FeeFlags } from './lib/admin/fees.ts';
import type { LimitsFlags } from './lib/admin/limits.ts';
import { administering } from './lib/admin/options.ts';
import type { RotateFlags } from './lib/admin/oracle.ts';
import type { PauseFlags } from './lib/admin/pauses.ts';
import type { ReplaceFlags } from './lib/admin/replace-root.ts';
import type { HandOverFlags } from './lib/admin/roles.ts';
import { userCommand } from './lib/client/command.ts';

/** A nonce of a lane. Throws commander's error. */
function nonceOption(text: string): bigint {
  if (/^\d{1,20}$/.test(text)) return BigInt(text);
  throw new InvalidArgumentError('is a whole number.');
}

/** Addresses between commas. Throws commander's error. */
function addressesOption(text: string): readonly string[] {
  const addresses = text.split(',').map((each) => each.trim());
  if (addresses.every((each) => each !== '')) return addresses;
  throw new InvalidArgumentError('are addresses with commas between them.');
}

/** Registers the commands of a bridge's admin and guardian. */
export function registerCommands(program: Command): void {
  registerPauses(program);
  registerRepair(program);
  registerRoles(program);
  registerFigures(program);
  registerOracle(program);
}

function registerPauses(program: Command): void {
  const texts = {
    pause: {
      description: 'pause a bridge, one of its remotes or one direction, by the guardian’s or the admin’s key',
      examples: [
        'causeway pause --network polygon --direction inbound --keystore guardian.json --password-env PASSWORD',
        'causeway pause --network polygon --remote ethereum --keystore guardian.json --password-env PASSWORD',
        'causeway pause --keystore guardian.json --password-env PASSWORD --yes     every network of the key’s kind',
      ],
    },
    unpause: {
      description: 'end a pause, by the admin’s key',
      examples: [
        'causeway unpause --network polygon --direction inbound --keystore admin.json --password-env PASSWORD',
        'causeway unpause --network polygon --remote ethereum --plan plans',
      ],
    },
  } as const;
  for (const name of ['pause', 'unpause'] as const) {
    const command = program
      .command(name)
      .description(texts[name].description)
      .option('--remote <name>', 'both directions with this network alone')
      .addOption(
        new Option('--direction <direction>', 'one direction; both when absent').choices(['outbound', 'inbound']),
      );
    userCommand<PauseFlags>(administering(command, texts[name].examples), async (context, _args, flags) => {
      const { setPause } = await import('./lib/admin/pauses.ts');
      await setPause(name, context, flags);
    });
  }
}

function registerRepair(program: Command): void {
  const command = program
    .command('replace-root')
    .description('repair a forged or orphaned root by the own view of its source, or drop the last interval')
    .requiredOption('--remote <name>', 'network whose messages the root is of')
    .addOption(
      new Option('--first-nonce <n>', 'first nonce of the interval; the only wrong one when absent').argParser(
        nonceOption,
      ),
    )
    .option('--drop', 'drop the interval, the last of its lane, because its messages do not exist')
    .option(
      '--scan',
      'read both bridges’ events from their deployment on, instead of the database of the configuration',
    );
  const examples = [
    'causeway replace-root --network polygon --remote ethereum --config relayer.yaml --plan plans',
    'causeway replace-root --network polygon --remote ethereum --first-nonce 17 --drop --keystore admin.json --password-env P',
  ];
  userCommand<ReplaceFlags>(administering(command, examples), async (context, _args, flags) => {
    const { replaceRoot } = await import('./lib/admin/replace-root.ts');
    await replaceRoot(context, flags);
  });
}

function registerRoles(program: Command): void {
  const loadRoles = () => import('./lib/admin/roles.ts');
  const handOver = program
    .command('hand-over')
    .description('propose another admin, who becomes it by accept-admin')
    .argument('[admin]', 'the new admin: an address or a badge')
    .option('--withdraw', 'take the proposal back');
  userCommand<HandOverFlags>(
    administering(handOver, [
      'causeway hand-over 0x… --network polygon --keystore deployer.json --password-env PASSWORD',
    ]),
    async (...given) => (await loadRoles()).handOver(...given),
  );
  const accept = program
    .command('accept-admin')
    .description('become the admin that was proposed')
    .argument('[admin]', 'the proposed admin; the key’s own when absent');
  userCommand<AdminFlags>(
    administering(accept, [
      'causeway accept-admin --network polygon --keystore admin.json --password-env PASSWORD',
      'causeway accept-admin 0x… --network polygon --plan plans     for a multisignature; once more when it is executed',
    ]),
    async (...given) => (await loadRoles()).acceptAdmin(...given),
  );
  const guardian = program
    .command('set-guardian')
    .description('make another address or badge the guardian, by the admin’s key')
    .argument('<guardian>', 'the new guardian');
  userCommand<AdminFlags>(
    administering(guardian, ['causeway set-guardian 0x… --network polygon --plan plans']),
    async (...given) => (await loadRoles()).setGuardian(...given),
  );
}

function registerFigures(program: Command): void {
  const limits = program
    .command('set-limits')
    .description('set the limits of an asset at a bridge, by the admin’s key')
    .option('--remote <name>', 'with this network alone; with every one when absent')
    .addOption(
      new Option('--side <side>', 'canonical: of the network’s own asset; bridged: of the remote’s')
        .choices(['canonical', 'bridged'])
        .default('canonical'),
    )
    .option('--min <amount>', 'least amount of an order')
    .option('--max <amount>', 'largest amount of an order')
    .option('--capacity <amount>', 'most that goes through at once')
    .option('--refill <amount>', 'what comes back of it in a second');
  userCommand<LimitsFlags>(
    administering(limits, [
      'causeway set-limits --network polygon --remote ethereum --max 500 --capacity 2000 --plan plans',
    ]),
    async (context, _args, flags) => (await import('./lib/admin/limits.ts')).setLimits(context, flags),
  );
  const fee = program
    .command('set-fee')
    .description('set the delivery fee towards a remote, by the guardian’s or the admin’s key')
    .argument('<coins>', 'coins of --network that a lock or burn pays beside its amount, such as 0.0021')
    .requiredOption('--remote <name>', 'network to which the orders go');
  userCommand<FeeFlags>(
    administering(fee, [
      'causeway set-fee 0.0021 --network ethereum --remote solana --keystore guardian.json --password-env P',
    ]),
    async (...given) => (await import('./lib/admin/fees.ts')).setFee(...given),
  );
  const collect = program
    .command('collect-fees')
    .description('pay all collected delivery fees to an address, by the admin’s key')
    .requiredOption('--to <address>', 'local address that is paid');
  userCommand<CollectFlags>(
    administering(collect, ['causeway collect-fees --network ethereum --to 0x… --plan plans']),
    async (context, _args, flags) => (await import('./lib/admin/fees.ts')).collectFees(context, flags),
  );
}

function registerOracle(program: Command): void {
  const rotate = program
    .command('rotate-oracle')
    .description('give the bridges of a network another oracle, by the admin’s key')
    .addOption(
      new Option('--members <addresses>', 'addresses of the members, with commas between them')
        .argParser(addressesOption)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--threshold <n>', 'how many must sign, more than half')
        .argParser(numberOption({ least: 1, most: 1_000 }))
        .makeOptionMandatory(),
    );
  userCommand<RotateFlags>(
    administering(rotate, [
      'causeway rotate-oracle --network polygon --members 0x…,0x…,0x… --threshold 2 --plan plans',
    ]),
    async (context, _args, flags) => (await import('./lib/admin/oracle.ts')).rotateOracle(context, flags),
  );
  const freeze = program
    .command('freeze-table')
    .description('freeze the lookup table of a bridge, so that nobody can extend it any more');
  userCommand<AdminFlags>(
    administering(freeze, ['causeway freeze-table --network solana --keystore deployer.json --password-env PASSWORD']),
    async (context, _args, flags) => (await import('./lib/admin/table.ts')).freezeTable(context, flags),
  );
}

// The code of a command is loaded when it runs, after its configuration has been checked.
import { disguised, loadKinds, originsOf } from '@causeway/chains';
import { loadConfig, numberOption, waitForConfig, withPlaces } from '@causeway/config';
import type { Running } from '@causeway/process';
import {
  CONFIG,
  type Common,
  JSON_OUTPUT,
  type ProcessOptions,
  print,
  refuseCommand,
  run,
  WAIT,
} from '@causeway/process/commands';
import { nextState, ORDER_STATES, type OrderState } from '@causeway/protocol';
import type { OrderRow } from '@causeway/storage';
import { type Command, Option } from 'commander';
import { ACKNOWLEDGE_HELP, acknowledge } from './account/acknowledge-command.ts';
import { checkpointOf } from './checkpoint.ts';
import { type StoredConfig, withStorage } from './command-kit.ts';
import { relayerConfig, signerConfig, watchConfig } from './config.ts';
import { FEES_HELP, type FeesOptions, priceOption, spanOption } from './fees/fees-options.ts';
import { registerViewCommands } from './view-commands.ts';
import { registerAllowVoid, registerVoidAnchor } from './void-commands.ts';

/** Most rows in one list. */
const MAX_LISTED = 100_000;

const loadRelayer = () => import('./relayer.ts');
const loadSigner = () => import('./signer/start.ts');
const loadWatch = () => import('./watch/start.ts');

const ORIGINS_HELP = `
Signers that read from the same hosts can be deceived together. Operators compare these lists among themselves, and show
them to nobody else: hosts tell an attacker whom to attack. With --word, equal hashes mean equal hosts, and after "of"
equal providers; URLs, which may hold keys, are never shown.

Example:
  causeway signer origins --config signer-1.yaml --word "what we agreed on"`;

const WATCH_HELP = `
A process of its own, on another host than relayer and signers, with endpoints and a database of its own and no key of an
oracle. With a guardian's key (watch.keys) it pauses the lanes of what it finds, and everything inbound once a second lane of a bridge
is hit; without one it only raises alarms. It does not start with a key that can do more than pause.

Examples:
  causeway watch --config watch.yaml
  causeway watch status --config watch.yaml --json
  causeway watch acknowledge --config watch.yaml`;

const WATCH_STATUS_HELP = `
Asks the running watch for its /health. The status is 1 when it does not answer, or has found something.

Example:
  causeway watch status --config watch.yaml`;

const VERIFY_HELP = `
Works with the configuration of a relayer, a signer, the API or a solver, and needs no key and no database. Signers refuse
while a line says REFUSED; SHOWN is for people. The status is 1 when something is refused or a chain cannot be compared.

Example:
  causeway verify --config signer-1.yaml --explain`;

/**
 * Adds relayer, signer, watch, status, verify, fees, orders, retry, cancel, signatures, void-anchor and the commands of
 * a view to `program`.
 */
export function registerCommands(program: Command): void {
  const relayer = program
    .command('relayer')
    .description('run the relayer: watches the chains, asks the signers, submits what they signed')
    .option(...CONFIG)
    .option(...WAIT)
    .addHelpText('after', '\nExample:\n  causeway relayer --config causeway.yaml')
    .action((options: ProcessOptions) => run(() => runRelayer(options)));
  registerAcknowledge(relayer, relayerConfig);
  const signer = program
    .command('signer')
    .description('run one signer: verifies proposals against its own view and signs them')
    .option(...CONFIG)
    .option(...WAIT)
    .addHelpText('after', '\nExample:\n  causeway signer --config signer-1.yaml')
    .action((options: ProcessOptions) => run(() => runSigner(options)));
  signer
    .command('origins')
    .description('list the hosts of this signer’s RPC endpoints, for operators who compare them')
    .option(...CONFIG)
    .option('--word <word>', 'show hashes with this word, which the operators agree on, instead of hosts')
    .option(...JSON_OUTPUT)
    .addHelpText('after', ORIGINS_HELP)
    .action((_options: object, command: Command) => listOrigins(command.optsWithGlobals()));
  registerAcknowledge(signer, signerConfig);
  registerAllowVoid(signer);
  const watch = program
    .command('watch')
    .description('look for thefts from outside, raise alarms, and pause with a key that can only pause')
    .option(...CONFIG)
    .option(...WAIT)
    .addHelpText('after', WATCH_HELP)
    .action((options: ProcessOptions) => run(() => runWatch(options)));
  watch
    .command('status')
    .description('show what a running watch found, paused and could not pause')
    .option(...CONFIG)
    .option(...JSON_OUTPUT)
    .addHelpText('after', WATCH_STATUS_HELP)
    .action(async (_options: object, command: Command) =>
      (await import('./watch/status-command.ts')).showWatch(command.optsWithGlobals()),
    );
  registerAcknowledge(watch, watchConfig);
  program
    .command('status')
    .description('show the relayer, its chains and its orders, and views that contradict their chain')
    .option(...CONFIG)
    .option(...JSON_OUTPUT)
    .addHelpText('after', '\nExample:\n  causeway status --json')
    .action(async (options: Common) => (await import('./status-command.ts')).showStatus(options));
  program
    .command('verify')
    .description('compare every deployment in the configuration with its chain, and name what differs')
    .option(...CONFIG)
    .option('--explain', 'say what each difference means, and what to do')
    .option(...JSON_OUTPUT)
    .addHelpText('after', VERIFY_HELP)
    .action(async (options: Common) => (await import('./verify-command.ts')).showVerification(options));
  program
    .command('fees')
    .description('compare what deliveries cost with what the delivery fees brought in, and suggest fees')
    .option(...CONFIG)
    .addOption(
      new Option('--since <span>', 'how far back, such as 12h or 30d')
        .default(30 * 86_400_000, '30d')
        .argParser(spanOption),
    )
    .option('--lane <source:destination>', 'only this lane, by the names of its chains')
    .addOption(
      new Option('--price <chain=number>', 'what a native coin of the chain is worth; repeatable, over relayer.prices')
        .default({}, 'relayer.prices')
        .argParser(priceOption),
    )
    .addOption(
      new Option('--margin <percent>', 'what a suggestion adds to the cost')
        .default(25)
        .argParser(numberOption({ least: 0, most: 1_000 })),
    )
    .option(...JSON_OUTPUT)
    .addHelpText('after', FEES_HELP)
    .action(async ({ json, ...options }: FeesOptions & Common) => {
      const { feesOf, feesText } = await import('./fees/fees-command.ts');
      const fees = await feesOf(options);
      print(json, fees, feesText(fees));
    });
  program
    .command('orders')
    .description('list orders, newest first')
    .option(...CONFIG)
    .addOption(new Option('--state <state>', 'only those in this state').choices([...ORDER_STATES]))
    .addOption(limitOption())
    .option(...JSON_OUTPUT)
    .addHelpText('after', '\nExample:\n  causeway orders --state failed')
    .action((options: Common & { readonly state?: OrderState; readonly limit: number }) => listOrders(options));
  program
    .command('retry')
    .description('let a failed order go on; works while the relayer runs')
    .argument('<order>', 'id of the order')
    .option(...CONFIG)
    .option(...JSON_OUTPUT)
    .addHelpText('after', '\nExample:\n  causeway retry 019a6f6e-2b7c-7c1e-9d43-0c3f5a4b1e20')
    .action((id: string, options: Common) => retryOrder(id, options));
  program
    .command('cancel')
    .description('expire an order that is not locked, or have the destination cancel it; works while the relayer runs')
    .argument('<order>', 'id of the order')
    .option(...CONFIG)
    .option(...JSON_OUTPUT)
    .addHelpText(
      'after',
      '\nA locked order is refunded once its time to be delivered is over: signers agree no earlier.\n' +
        '\nExample:\n  causeway cancel 019a6f6e-2b7c-7c1e-9d43-0c3f5a4b1e20',
    )
    .action((id: string, options: Common) => cancelOrder(id, options));
  program
    .command('signatures')
    .description('list what a signer has signed, newest first')
    .option('-c, --config <file>', 'configuration file of the signer', 'signer.yaml')
    .addOption(limitOption())
    .option(...JSON_OUTPUT)
    .addHelpText(
      'after',
      '\n--json also shows the signed calls.\n\nExample:\n  causeway signatures --config signer-1.yaml --limit 10',
    )
    .action((options: Common & { readonly limit: number }) => listSignatures(options));
  registerViewCommands(program);
  registerVoidAnchor(program);
}

/** Adds acknowledge to the command of a process. */
function registerAcknowledge(process: Command, schema: StoredConfig): void {
  process
    .command('acknowledge')
    .description('list what differs between the messages of a lane and its destination, and acknowledge executions')
    .argument('[messages...]', 'ids of executed messages that count no more')
    .option(...CONFIG)
    .option('--yes', 'acknowledge them without a question')
    .option(...JSON_OUTPUT)
    .addHelpText('after', ACKNOWLEDGE_HELP)
    .action((messages: readonly string[], _options: object, command: Command) =>
      acknowledge(messages, command.optsWithGlobals(), schema),
    );
}

const limitOption = (): Option =>
  new Option('--limit <n>', 'at most this many').default(50).argParser(numberOption({ least: 1, most: MAX_LISTED }));

async function runRelayer({ config, waitForConfig: waits }: ProcessOptions): Promise<Running> {
  if (waits) await waitForConfig(config, () => Promise.all([loadRelayer(), loadKinds()]));
  const checked = loadConfig(config, relayerConfig);
  const { startRelayer } = await loadRelayer();
  return withPlaces(config, () => startRelayer(checked, { checkpoint: checkpointOf(process.env) }));
}

async function runSigner({ config, waitForConfig: waits }: ProcessOptions): Promise<Running> {
  if (waits) await waitForConfig(config, () => Promise.all([loadSigner(), loadKinds()]));
  const checked = loadConfig(config, signerConfig);
  const { startSigner } = await loadSigner();
  return withPlaces(config, () => startSigner(checked));
}

async function runWatch({ config, waitForConfig: waits }: ProcessOptions): Promise<Running> {
  if (waits) await waitForConfig(config, () => Promise.all([loadWatch(), loadKinds()]));
  const checked = loadConfig(config, watchConfig);
  const { startWatch } = await loadWatch();
  return withPlaces(config, () => startWatch(checked));
}

async function listOrigins({ config, word, json }: Common & { readonly word?: string }): Promise<void> {
  const { chains } = loadConfig(config, signerConfig);
  const shown = (origin: string) => (word === undefined ? origin : disguised(origin, word));
  const lists = Object.entries(chains).map(([name, { rpc }]) => [name, originsOf(rpc).map(shown)] as const);
  print(
    json,
    Object.fromEntries(lists),
    lists.flatMap(([name, origins]) => origins.map((origin) => `${name.padEnd(12)}  ${origin}`)),
  );
}

const describe = (order: OrderRow): string =>
  `${order.id}  ${order.state.padEnd(10)}  ${order.operation}  ${order.source} -> ${order.destination}  ${order.wireAmount}` +
  (order.failureCode ? `  ${order.failureCode}` : '');

async function listOrders({
  config,
  state,
  limit,
  json,
}: Common & { readonly state?: OrderState; readonly limit: number }): Promise<void> {
  await withStorage(config, async ({ orders }) => {
    const { items } = await orders.list(state ? { state } : {}, null, limit);
    print(json, items, items.length > 0 ? items.map(describe) : ['no orders']);
  });
}

async function retryOrder(id: string, { config, json }: Common): Promise<void> {
  await withStorage(config, async ({ orders }) => {
    const order = await orders.transition(id, 'retried');
    if (order) return print(json, order, [`${describe(order)}: goes on`]);
    refuseChange(await orders.get(id), id, 'only a failed order can be retried');
  });
}

async function cancelOrder(id: string, { config, json }: Common): Promise<void> {
  await withStorage(config, async ({ orders }) => {
    const before = await orders.get(id);
    const trigger = before && nextState(before.state, 'cancelStarted') ? 'cancelStarted' : 'expired';
    const patch = { failureCode: 'CANCELLED_BY_OPERATOR', failureMessage: 'an operator cancelled the order' };
    // Only from the state that was read: an order that begins to lock meanwhile must not expire.
    const order =
      before === undefined || before.state === 'locking'
        ? undefined
        : await orders.transition(id, trigger, patch, { states: [before.state] });
    if (order) return print(json, order, [`${describe(order)}: is being cancelled`]);
    refuseChange(
      before,
      id,
      'it can be cancelled before its lock, or after the lock was seen and before it is completed',
    );
  });
}

async function listSignatures({ config, limit, json }: Common & { readonly limit: number }): Promise<void> {
  await withStorage(
    config,
    async ({ signatures }) => {
      const signed = await signatures.list(limit);
      const lines = signed.map(
        ({ createdAtMs, domain, digest, calls }) =>
          `${new Date(createdAtMs).toISOString()}  ${domain}  ${digest}  ${calls.length} calls`,
      );
      print(json, signed, lines.length > 0 ? lines : ['no signatures']);
    },
    signerConfig,
  );
}

function refuseChange(order: OrderRow | undefined, id: string, rule: string): void {
  refuseCommand(order ? `${id} is ${order.state}: ${rule}` : `there is no order ${id}`);
}

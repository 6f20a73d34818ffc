import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Devnet,
  type DevnetName,
  describeDevnet,
  parseChains,
  startDevnet,
  USUAL_NETWORKS,
} from '@causeway/devnet';
import { leftBehind } from '@causeway/local-nodes';
import type { RunningPostgres } from '@causeway/local-nodes/postgres';
import { signalStatus, stopRequest } from '@causeway/runtime';
import { Listr, type ListrTask, PRESET_TIMER } from 'listr2';
import { carryOrder, type OrderOutcome, type OrderProgress } from '../orders/order-run.ts';
import { type OrderSpec, parseOrder, usualOrder } from '../orders/order-spec.ts';
import { type DevnetAvatar, type DevnetWallet, fund, signInAs, walletsOn } from './devnet-avatar.ts';
import { createRunFolder } from './run-folder.ts';
import { runSolver } from './solver.ts';
import { summarise } from './start-summary.ts';
import { type System, spawnServices, type WaitingServices } from './system.ts';

/** The command-line options of `npm start`. */
export interface StartOptions {
  /** The usual one when absent, between the first two chains with wallets. */
  readonly order?: readonly string[] | undefined;
  readonly chains?: string | undefined;
  readonly exit: boolean;
  readonly postgres: boolean;
  readonly json: boolean;
}

interface Context {
  devnet: Devnet;
  system: System;
  demo: DevnetAvatar;
  wallets: readonly DevnetWallet[];
  outcomes: OrderOutcome[];
}

/** Starts everything, carries the orders and, unless it must end then, keeps running. Returns the exit status. */
export async function start(options: StartOptions): Promise<number> {
  const named = options.order?.map(parseOrder);
  const networks = options.chains === undefined ? USUAL_NETWORKS : parseChains(options.chains);
  const stop = stopRequest();
  const folder = createRunFolder(fileURLToPath(new URL('../../../.causeway', import.meta.url)));
  const context = { outcomes: [] } as unknown as Context;
  const left = leftBehind();
  if (left !== undefined && !options.json) console.error(left);
  const postgres = options.postgres ? runPostgres(folder) : undefined;
  // A failure is reported where the configuration is written, which may be later.
  postgres?.catch(() => {});
  try {
    await runTasks(systemTasks(folder, networks, postgres, stop.signal), context, options);
    const usual = usualOrder(context.wallets.map(({ network }) => network));
    await runTasks(
      (named ?? (usual ? [usual] : [])).map((order) => orderTask(order, stop.signal)),
      context,
      options,
    );
    if (options.json) console.log(JSON.stringify(result(context)));
    if (options.exit) return 0;
    const { devnet, system, demo, wallets } = context;
    const summary = summarise({ devnet, api: system.api, demo, wallets });
    if (!options.json) console.log(`\n${summary}`);
    await untilStopped(context.system, stop.signal);
    return 0;
  } catch (error) {
    if (stop.by !== undefined) return signalStatus(stop.by);
    if (options.json) console.log(JSON.stringify({ orders: context.outcomes, error: String(error) }));
    else console.error(`\n${error instanceof Error ? error.message : error}\nLogs: ${join(folder, 'logs')}`);
    return 1;
  } finally {
    await (context.system ?? context.devnet)?.stop();
    await postgres?.then((server) => server.stop()).catch(() => {});
  }
}

/** Starts the PostgreSQL that came with the packages; its data lie in `folder`. */
async function runPostgres(folder: string): Promise<RunningPostgres> {
  const { startPostgres } = await import('@causeway/local-nodes/postgres');
  return startPostgres({ folder: join(folder, 'postgres') });
}

/** A terminal with room for lines; some recorders and CI services have one of no columns. */
const isScreen = ({ isTTY, columns }: NodeJS.WriteStream): boolean => isTTY && columns > 0;

/** Live lines on a terminal, plain lines elsewhere, and none with JSON. */
async function runTasks(tasks: ListrTask<Context>[], context: Context, { json }: StartOptions): Promise<void> {
  const list = new Listr<Context, 'default' | 'silent', 'verbose'>(tasks, {
    renderer: json ? 'silent' : 'default',
    rendererOptions: { timer: PRESET_TIMER },
    fallbackRenderer: 'verbose',
    fallbackRendererCondition: () => !json && !isScreen(process.stdout),
    fallbackRendererOptions: { timer: PRESET_TIMER },
    registerSignalListeners: false,
  });
  await list.run(context);
}

/**
 * The services load while the chains are deployed to, and wait for their configuration. They begin with the first step
 * of a deployment, because the chains need both processors until then.
 */
function systemTasks(
  folder: string,
  networks: readonly DevnetName[],
  postgres: Promise<RunningPostgres> | undefined,
  signal: AbortSignal,
): ListrTask<Context>[] {
  const database = postgres?.then(({ url }) => url);
  database?.catch(() => {});
  let spawned: WaitingServices | undefined;
  const services = (): WaitingServices => {
    spawned ??= spawnServices(folder, networks.length > 1);
    return spawned;
  };
  return [
    {
      title: 'Local chains and bridges',
      task: async (context, task) => {
        const devnet = startDevnet({
          folder,
          networks,
          ports: 'usual',
          ...(database && { database }),
          onProgress: ({ network, step }) => {
            signal.throwIfAborted();
            services();
            if (isScreen(process.stdout)) task.output = `${network}: ${step}`;
          },
        });
        try {
          context.devnet = await devnet;
        } catch (error) {
          await spawned?.stop();
          throw error;
        }
      },
    },
    {
      title: 'Five signers, relayer and API',
      task: async (context, task) => {
        context.system = await services().ready(context.devnet, signal);
        const { api } = context.system;
        task.title = `Five signers, relayer and API; the web app is ${api}/, the documentation ${api}/docs`;
      },
    },
    {
      title: 'An avatar with wallets, funded by the faucet',
      task: async (context, task) => {
        const { devnet, system } = context;
        const prepared = prepareDemo(context, (text) => {
          if (isScreen(process.stdout)) task.output = text;
        });
        await Promise.race([prepared, system.failure]);
        task.title = `Avatar ${context.demo.username} with ${context.wallets.length} wallets, funded by ${devnet.faucet.url}`;
      },
    },
    {
      title: 'A solver that fills swaps',
      enabled: networks.length > 1,
      task: async ({ system }) => {
        const { solver, failure } = system;
        if (solver) await Promise.race([runSolver(system, solver, signal), failure]);
      },
    },
  ];
}

/** Registers the demo avatar, signs in, creates its wallets and funds each. `show` gets what is done next. */
async function prepareDemo(context: Context, show: (text: string) => void): Promise<void> {
  const { devnet, system } = context;
  show('register and sign in');
  context.demo = await signInAs('demo', system.api, devnet.folder);
  show('create wallets');
  const networks = devnet.chains.map(({ network }) => network.name);
  context.wallets = await walletsOn(context.demo.client, networks);
  show('ask the faucet');
  await fund(devnet, context.wallets);
}

function orderTask(order: OrderSpec, signal: AbortSignal): ListrTask<Context> {
  const title = `${order.mode === 'swap' ? 'Swap' : 'Order'}: ${order.amount} ${order.from} to ${order.to}`;
  return {
    title,
    task: async ({ demo, system, outcomes }, task) => {
      const show = ({ status, text }: OrderProgress) => {
        // On a terminal one changing line; elsewhere a line for every state, and none for confirmations.
        if (isScreen(process.stdout)) task.title = `${title}: ${text}`;
        else if (status !== undefined) task.output = text;
      };
      const carried = carryOrder(demo.client, order, show, signal);
      const outcome = await Promise.race([carried, system.failure]);
      outcomes.push(outcome);
      task.title = `${outcome.summary} (${outcome.seconds.toFixed(1)} s)`;
      if (!outcome.completed) throw new Error(outcome.summary);
    },
  };
}

const result = ({ devnet, system, demo, wallets, outcomes }: Context) => ({
  orders: outcomes,
  api: system.api,
  avatar: { username: demo.username, avatarId: demo.avatarId, passwordFile: demo.passwordFile, wallets },
  ...describeDevnet(devnet),
});

/** Resolves at the first signal. Rejects when a process that should run has ended. */
function untilStopped(system: System, signal: AbortSignal): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return Promise.race([stopped, system.failure]);
}

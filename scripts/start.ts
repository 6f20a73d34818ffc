// npm start: local chains, bridges, signers, relayer and API, and real orders carried through them.

import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Devnet, describeDevnet, formatDevnet, startDevnet } from '@causeway/devnet';
import { Listr, type ListrTask, PRESET_TIMER } from 'listr2';
import { carryOrder, type OrderOutcome } from './lib/order-run.ts';
import { type OrderSpec, parseOrder } from './lib/order-spec.ts';
import { createRunFolder } from './lib/run-folder.ts';
import { type System, startServices } from './lib/system.ts';

const HELP = `npm start [-- --exit] [-- --order FROM,TO,AMOUNT] [-- --json]

Brings up five local chains (three EVM, Solana, Radix), deploys the bridges, starts five signers, the relayer and the REST
API, carries real orders through them, and stays up until Ctrl-C.

  --order FROM,TO,AMOUNT  an order to carry, one after the other; repeatable; ETH,polygon,0.5 when absent
  --exit                  ends after the orders, with status 0, or 1 where one did not complete
  --json                  one line of JSON instead of progress

FROM and TO are a chain (ethereum, polygon, arbitrum, solana, radix), an asset (ETH, POL, ARB, SOL, XRD), or
ASSET@chain.`;

interface Context {
  devnet: Devnet;
  system: System;
  outcomes: OrderOutcome[];
}

const { values } = parseArgs({
  options: {
    order: { type: 'string', multiple: true, default: ['ETH,polygon,0.5'] },
    exit: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});

function tasks(folder: string, orders: readonly OrderSpec[], signal: AbortSignal): ListrTask<Context>[] {
  return [
    {
      title: 'Local chains and bridges',
      task: async (context, task) => {
        context.devnet = await startDevnet({
          folder,
          ports: 'usual',
          onProgress: ({ network, step }) => {
            signal.throwIfAborted();
            if (process.stdout.isTTY) task.output = `${network}: ${step}`;
          },
        });
      },
    },
    {
      title: 'Five signers, relayer and API',
      task: async (context) => {
        context.system = await startServices(context.devnet, signal);
      },
    },
    ...orders.map((order): ListrTask<Context> => orderTask(order, signal)),
  ];
}

function orderTask(order: OrderSpec, signal: AbortSignal): ListrTask<Context> {
  return {
    title: `Order: ${order.amount} ${order.from} to ${order.to}`,
    task: async ({ devnet, system, outcomes }, task) => {
      const [alice] = devnet.configuration.callers;
      const show = (line: string) => {
        task.output = line;
      };
      const carried = carryOrder(system.api, alice?.token ?? '', order, show, signal);
      const outcome = await Promise.race([carried, system.failure]);
      outcomes.push(outcome);
      task.title = `${outcome.summary} (${outcome.seconds.toFixed(1)} s)`;
      if (!outcome.completed) throw new Error(outcome.summary);
    },
  };
}

function whatNext({ devnet, system }: Context): string {
  const { callers, relayer } = devnet.configuration;
  const [alice] = callers;
  return `${formatDevnet(describeDevnet(devnet))}

API            ${system.api}, documentation ${system.api}/docs
Relayer        ${relayer.url}/health, ${relayer.url}/metrics
Logs           ${join(devnet.folder, 'logs')}
Tokens         ${callers.map(({ avatarId, token }) => `${avatarId} ${token}`).join(', ')}

Try next:
  curl -s -X POST ${system.api}/api/v1/orders -H 'Authorization: Bearer ${alice?.token}' \\
    -H 'Content-Type: application/json' -d '{"from":"ETH","to":"arbitrum","amount":"0.25"}'
  curl -s ${system.api}/api/v1/networks
  npm run causeway -- status --config ${relayer.config}

Ctrl-C ends it.`;
}

async function start(): Promise<number> {
  const orders = values.order.map(parseOrder);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const folder = createRunFolder(fileURLToPath(new URL('../.causeway', import.meta.url)));
  const context = { outcomes: [] } as unknown as Context;
  try {
    const list = new Listr<Context, 'default' | 'silent', 'verbose'>(tasks(folder, orders, stop.signal), {
      renderer: values.json ? 'silent' : 'default',
      rendererOptions: { timer: PRESET_TIMER },
      fallbackRenderer: 'verbose',
      fallbackRendererOptions: { timer: PRESET_TIMER },
      registerSignalListeners: false,
    });
    await list.run(context);
    report(context);
    if (values.exit) return 0;
    await untilStopped(context.system, stop.signal);
    return 0;
  } catch (error) {
    if (stop.signal.aborted) return 130;
    if (values.json) console.log(JSON.stringify({ orders: context.outcomes, error: String(error) }));
    else console.error(`\n${error instanceof Error ? error.message : error}\nLogs: ${join(folder, 'logs')}`);
    return 1;
  } finally {
    await (context.system ?? context.devnet)?.stop();
  }
}

function report(context: Context): void {
  const { devnet, system, outcomes } = context;
  if (values.json) console.log(JSON.stringify({ orders: outcomes, api: system.api, ...describeDevnet(devnet) }));
  else if (!values.exit) console.log(`\n${whatNext(context)}`);
}

/** Resolves at the first signal; rejects when something that should run has ended. */
function untilStopped(system: System, signal: AbortSignal): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  return Promise.race([stopped, system.failure]);
}

if (values.help) {
  console.log(HELP);
} else {
  enableCompileCache();
  try {
    process.exitCode = await start();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}

import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess } from '@causeway/local-nodes';
import { parse } from 'yaml';
import { cpuOf, memoryOf, type ProcessFacts, processTree, readProcess } from './process-tree.ts';
import { runScript } from './run-script.ts';

/** The cost of one `npm start`. */
export interface StartFacts {
  /** Processor time of the seven services, each until its first 200 answer to GET /health, seconds. */
  readonly serviceCpuSeconds: number;
  /** Resident memory of the seven services together when the last one was ready, bytes. */
  readonly serviceRssBytes: number;
  /** The same, with pages that processes share counted once, bytes. */
  readonly servicePssBytes: number;
  /** Time until all seven services were ready, seconds. */
  readonly readySeconds: number;
  /** Time until the URLs were printed, seconds. */
  readonly urlsSeconds: number;
  /** Processor time of all processes, including the chains, until all seven services were ready, seconds. */
  readonly allCpuSeconds: number;
  /** `node_modules/.bin/causeway --help`, and `orders` with the relayer's configuration, seconds. */
  readonly helpSeconds: number;
  readonly ordersSeconds: number;
}

const SERVICES = ['signer', 'relayer', 'api'];
const SERVICE_COUNT = 7;
const LOOK_MS = 50;
const TIMEOUT_MS = 300_000;

/** The median; for an even number, the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] as number;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
}

/** Runs `npm start` of the project at `root` until everything runs and the URLs are printed, then ends it. */
export async function measureStart(root: string): Promise<StartFacts> {
  const began = performance.now();
  const secondsSince = () => (performance.now() - began) / 1000;
  const child = runScript(root, 'start', []);
  try {
    const printed = untilPrinted(child, /\bAPI .*\/docs/).then(secondsSince);
    const [ready, urlsSeconds] = await Promise.all([untilReady(child, secondsSince), printed]);
    const { config } = ready.services.find(({ name }) => name === 'relayer') as ServiceSeen;
    return {
      serviceCpuSeconds: ready.services.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
      serviceRssBytes: ready.rss,
      servicePssBytes: ready.pss,
      readySeconds: ready.seconds,
      urlsSeconds,
      allCpuSeconds: ready.allCpuSeconds,
      helpSeconds: commandSeconds(root, ['--help']),
      ordersSeconds: commandSeconds(root, ['orders', '--config', config]),
    };
  } finally {
    await endProcess(child, 60_000);
  }
}

/** Resolves once the output matches `pattern`. Rejects when the process ends before. */
async function untilPrinted(child: ChildProcess, pattern: RegExp): Promise<void> {
  let output = '';
  const found = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (pattern.test(output)) resolve();
    });
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`npm start ended before it printed its URLs:\n${output.split('\n').slice(-15).join('\n')}`);
  });
  await Promise.race([found, ended]);
}

/** A service that has answered. */
interface ServiceSeen {
  readonly name: string;
  readonly config: string;
  readonly cpuSeconds: number;
}

async function untilReady(child: ChildProcess, secondsSince: () => number) {
  const seen = new Map<number, ServiceSeen>();
  for (let waitedMs = 0; waitedMs < TIMEOUT_MS; waitedMs += LOOK_MS) {
    if (child.exitCode !== null) throw new Error(`npm start ended with status ${child.exitCode}`);
    const tree = processTree(child.pid as number);
    const waiting = tree.filter(({ pid, command }) => isService(command) && !seen.has(pid));
    await Promise.all(waiting.map((one) => noteWhenReady(one, seen)));
    if (seen.size === SERVICE_COUNT) {
      const memory = [...seen.keys()].map(memoryOf);
      const sum = (key: 'rss' | 'pss') => memory.reduce((total, one) => total + one[key], 0);
      const allCpuSeconds = cpuOf(processTree(child.pid as number));
      return { services: [...seen.values()], seconds: secondsSince(), rss: sum('rss'), pss: sum('pss'), allCpuSeconds };
    }
    await sleep(LOOK_MS);
  }
  throw new Error(`only ${seen.size} of ${SERVICE_COUNT} services were ready after ${TIMEOUT_MS / 1000} s`);
}

const configOf = (command: readonly string[]): string => command[command.indexOf('--config') + 1] ?? '';
const isService = (command: readonly string[]): boolean =>
  command.includes('--config') && command.some((word) => SERVICES.includes(word));

async function noteWhenReady({ pid, command }: ProcessFacts, seen: Map<number, ServiceSeen>): Promise<void> {
  const config = configOf(command);
  if (!existsSync(config)) return;
  const { signer, relayer, api } = parse(readFileSync(config, 'utf8'));
  const port = (signer ?? relayer)?.http.port ?? api.port;
  const healthy = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
  const facts = readProcess(pid);
  if (!healthy || facts === undefined) return;
  const name = SERVICES.find((service) => command.includes(service)) as string;
  seen.set(pid, { name, config, cpuSeconds: facts.cpuSeconds });
}

/** Duration of the installed command with the Node of the PATH, median of three, seconds. */
function commandSeconds(root: string, args: readonly string[]): number {
  const own = dirname(join(root, 'node_modules/.bin/causeway'));
  const PATH = (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.endsWith('node_modules/.bin') && !folder.includes('node-gyp-bin'))
    .join(':');
  const once = () => {
    const began = performance.now();
    const { status, stderr } = spawnSync(join(own, 'causeway'), args, { cwd: root, env: { ...process.env, PATH } });
    if (status !== 0) throw new Error(`causeway ${args[0]} ended with status ${status}: ${stderr}`);
    return (performance.now() - began) / 1000;
  };
  return median([once(), once(), once()]);
}

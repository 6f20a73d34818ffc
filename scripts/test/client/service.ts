import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TestApi, testApi } from '@causeway/api/test-support';

const CAUSEWAY = fileURLToPath(new URL('../../causeway.ts', import.meta.url));

/** What a command printed, and its exit status. */
export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

/** How a command is run. */
export interface Running {
  /** Text for standard input, which is otherwise empty. */
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A person at a computer with an empty folder of settings, and a service over fake chains. */
export interface Service {
  readonly api: TestApi;
  readonly url: string;
  /** XDG_CONFIG_HOME of the commands. */
  readonly settings: string;
  /** Runs `causeway` as a process of its own. */
  causeway(args: readonly string[], running?: Running): Promise<Ended>;
  /** The JSON documents that the command prints with --json. Throws when it fails. */
  json(...args: readonly string[]): Promise<readonly Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** Starts a real API on a free port. `api` overrides members of its configuration. */
export async function startService(api: Readonly<Record<string, unknown>> = {}): Promise<Service> {
  const running = await testApi({ api: { avatars: { attemptsPerMinute: 10_000, argon2: CHEAP }, ...api } });
  const url = await running.app.listen({ port: 0, host: '127.0.0.1' });
  const settings = mkdtempSync(join(tmpdir(), 'causeway-people-'));
  const causeway = (args: readonly string[], { input = '', environment = {} }: Running = {}) =>
    run(args, input, { XDG_CONFIG_HOME: settings, CAUSEWAY_URL: url, ...environment });
  return {
    api: running,
    url,
    settings,
    causeway,
    async json(...args) {
      const { stdout, stderr, status } = await causeway([...args, '--json']);
      if (status !== 0) throw new Error(`causeway ${args.join(' ')} ended with ${status}: ${stderr}`);
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
    async stop() {
      await running.close();
      rmSync(settings, { recursive: true, force: true });
    },
  };
}

const CHEAP = { memoryKiB: 64, passes: 1 };

/** Variables of the environment that commands must not take from the machine of the test. */
const OWN = /^(?:CAUSEWAY_|XDG_)/;

/** Runs `causeway` with `environment` beside the machine's own variables. */
function run(args: readonly string[], input: string, environment: Readonly<Record<string, string>>): Promise<Ended> {
  const inherited = Object.entries(process.env).filter(([name]) => !OWN.test(name));
  const child = spawn(process.execPath, [CAUSEWAY, ...args], {
    env: { ...Object.fromEntries(inherited), ...environment },
  });
  child.stdin.on('error', () => {}).end(input);
  return new Promise((resolve, reject) => {
    const ended = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        ended[name] += text;
      });
    }
    child.once('error', reject);
    child.once('close', (status) => resolve({ ...ended, status }));
  });
}

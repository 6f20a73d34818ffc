import { strict as assert } from 'node:assert';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestApi, type TestApiOptions, testApi } from '@causeway/api/test-support/api';
import { Causeway } from '@causeway/client';
import { DEFAULT_PROFILE, ProfileStore } from '../../lib/client/profiles.ts';
import { CAUSEWAY } from '../causeway.ts';

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
  /** Called with the command's process. */
  readonly onStart?: (child: ChildProcess) => void;
  /** Called with all that the command has printed so far, whenever it has printed more. */
  readonly onOutput?: (stdout: string) => Promise<void>;
}

/** A person at a computer with an empty folder of settings, and a service over fake chains. */
export interface Service {
  readonly api: TestApi;
  readonly url: string;
  /** XDG_CONFIG_HOME of the commands. */
  readonly settings: string;
  /** Runs `causeway` as a process of its own. */
  causeway(args: readonly string[], running?: Running): Promise<Ended>;
  /** Registers an avatar, and signs in as it for the commands. Returns its id. */
  signedUp(username: string): Promise<string>;
  /** The JSON documents that the command prints with --json. Throws when it fails. */
  json(...args: readonly string[]): Promise<readonly Record<string, unknown>[]>;
  /** The first of those documents. */
  one(...args: readonly string[]): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Starts a real API on a free port. `api` overrides members of its configuration; `more` has its chains. */
export async function startService(
  api: Readonly<Record<string, unknown>> = {},
  more: Omit<TestApiOptions, 'api'> = {},
): Promise<Service> {
  const started = await testApi({ ...more, api: { avatars: { attemptsPerMinute: 10_000, argon2: CHEAP }, ...api } });
  const url = await started.app.listen({ port: 0, host: '127.0.0.1' });
  const settings = mkdtempSync(join(tmpdir(), 'causeway-people-'));
  const causeway = (args: readonly string[], running: Running = {}) =>
    run(args, { XDG_CONFIG_HOME: settings, CAUSEWAY_URL: url, ...running.environment }, running);
  const json: Service['json'] = async (...args) => {
    const { stdout, stderr, status } = await causeway([...args, '--json']);
    if (status !== 0) throw new Error(`causeway ${args.join(' ')} ended with ${status}: ${stderr}`);
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  return {
    api: started,
    url,
    settings,
    causeway,
    json,
    one: async (...args) => (await json(...args))[0] ?? assert.fail(`causeway ${args.join(' ')} printed nothing`),
    async signedUp(username) {
      const { avatars } = new Causeway({ baseUrl: url });
      await avatars.register({ username, password: PASSWORD });
      const { id, jwtToken: accessToken, refreshToken } = await avatars.login({ username, password: PASSWORD });
      const profile = { url, avatar: { id, username }, tokens: { accessToken, refreshToken } };
      await new ProfileStore({ XDG_CONFIG_HOME: settings }, () => {}).updateProfile(DEFAULT_PROFILE, () => profile);
      return id;
    },
    async stop() {
      await started.close();
      rmSync(settings, { recursive: true, force: true });
    },
  };
}

/**
 * Describes commands before one service, which is there once the hooks run; `username` is signed in at it. It stops
 * after the hooks of `tests`.
 */
export function describeService(title: string, username: string | undefined, tests: (service: Service) => void): void {
  describe(title, function describeCommands() {
    this.timeout(60_000);
    const service = {} as Service;
    before(async () => {
      Object.assign(service, await startService());
      if (username !== undefined) await service.signedUp(username);
    });
    tests(service);
    after(() => service.stop());
  });
}

/** The password of every avatar of the tests. */
export const PASSWORD = 'correct horse battery staple';

/** argon2id that costs nothing. */
export const CHEAP = { memoryKiB: 64, passes: 1 };

/** Variables of the environment that commands must not take from the machine of the test. */
const OWN = /^(?:CAUSEWAY_|XDG_)/;

/** Runs `causeway` with `environment` beside the machine's own variables. */
function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { input = '', onStart = () => {}, onOutput = async () => {} }: Running,
): Promise<Ended> {
  const inherited = Object.entries(process.env).filter(([name]) => !OWN.test(name));
  const child = spawn(process.execPath, [...CAUSEWAY, ...args], {
    env: { ...Object.fromEntries(inherited), ...environment },
  });
  onStart(child);
  child.stdin.on('error', () => {}).end(input);
  return new Promise((resolve, reject) => {
    const ended = { stdout: '', stderr: '' };
    const fail = (error: unknown) => {
      child.kill();
      reject(error);
    };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        ended[name] += text;
        if (name === 'stdout') onOutput(ended.stdout).catch(fail);
      });
    }
    child.once('error', reject);
    child.once('close', (status) => resolve({ ...ended, status }));
  });
}

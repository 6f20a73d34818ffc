import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { causewayProgram, hasEnded, type Service, startService, untilHealthy } from '@causeway/cli/service';
import type { ConfiguredProcess } from '@causeway/devnet';
import { endProcess, type ProcessGuard } from '@causeway/local-nodes';
import { until } from './wait.ts';

/** Runs a `causeway` command to its end and returns its JSON output. Throws on a status other than 0. */
export async function runCauseway(...args: readonly string[]): Promise<unknown> {
  const { flags, path } = causewayProgram();
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, path, ...args]);
  return JSON.parse(stdout);
}

/** A `causeway` process under test, which can be killed and started again. */
export class CausewayProcess {
  readonly #configured: ConfiguredProcess;
  readonly #guard: ProcessGuard;
  readonly #command: 'relayer' | 'signer' | 'watch' | 'solver' | 'api';
  readonly #log: string;
  #service: Service | undefined;

  constructor(
    command: 'relayer' | 'signer' | 'watch' | 'solver' | 'api',
    configured: ConfiguredProcess,
    folder: string,
    guard: ProcessGuard,
  ) {
    this.#command = command;
    this.#configured = configured;
    this.#guard = guard;
    this.#log = join(folder, 'logs', `${configured.name}.log`);
  }

  get url(): string {
    return this.#configured.url;
  }

  /** Starts the process and waits until it is healthy. */
  async start(): Promise<void> {
    await untilHealthy(this.#spawn({}), this.url, new AbortController().signal);
  }

  /** Starts the process, which may never be healthy. */
  launch(): void {
    this.#spawn({});
  }

  /** Starts the process so that it kills itself at `checkpoint`, possibly before it is healthy. */
  startDoomed(checkpoint: string): void {
    this.#spawn({ CAUSEWAY_CRASH_AT: checkpoint });
  }

  /** Starts the process so that it stops itself with SIGSTOP at `checkpoint`, until `resume`. */
  startHeld(checkpoint: string): void {
    this.#spawn({ CAUSEWAY_HOLD_AT: checkpoint });
  }

  /** Lets a held process go on. */
  resume(): void {
    this.#service?.process.kill('SIGCONT');
  }

  /** Kills the process with SIGKILL, like a crash. */
  async kill(): Promise<void> {
    this.#service?.process.kill('SIGKILL');
    await this.ended();
  }

  /** Waits until the process has ended. Returns the signal that ended it, or null. */
  async ended(): Promise<NodeJS.Signals | null> {
    const service = this.#service;
    if (service === undefined) return null;
    await until(`${service.name} ends`, async () => hasEnded(service));
    return service.process.signalCode;
  }

  /** Ends the process like an operator. */
  async stop(): Promise<void> {
    if (this.#service !== undefined) await endProcess(this.#service.process);
  }

  #spawn(env: Readonly<Record<string, string>>): Service {
    this.#service = startService(this.#command, this.#configured, this.#log, this.#guard, { env });
    return this.#service;
  }
}

import { join } from 'node:path';
import {
  type Configuration,
  type ConfiguredProcess,
  configurationPath,
  type Devnet,
  SIGNER_ROLES,
} from '@causeway/devnet';
import { ProcessGuard } from '@causeway/local-nodes';
import { causewayProgram, hasEnded, logTail, type Service, startService, untilHealthy } from './service.ts';

/** A complete bridge on local chains: five signers, the relayer and the API, each in its own process. */
export interface System {
  readonly devnet: Devnet;
  readonly services: readonly Service[];
  /** Base URL of the API. */
  readonly api: string;
  /** A solver that waits for its configuration; absent on a single chain, where there is nothing to swap. */
  readonly solver?: WaitingSolver;
  /** Rejects, with its name and last words, once a service or node ends by itself. */
  readonly failure: Promise<never>;
  /** Ends the services, then the chains. */
  stop(): Promise<void>;
}

/** A solver without a configuration yet: its API key exists only once the API runs. */
export interface WaitingSolver {
  /** Resolves once the solver is healthy with the written configuration. */
  start(configured: ConfiguredProcess, signal: AbortSignal): Promise<void>;
}

/** The services of a devnet that is still starting. They load their code and wait for their files. */
export interface WaitingServices {
  /** The running system, once `devnet` runs and all services are healthy. If that fails, all of it has ended. */
  ready(devnet: Devnet, signal: AbortSignal): Promise<System>;
  /** Ends the services. */
  stop(): Promise<void>;
}

/**
 * Starts the signers, the relayer, the API and, if `swaps`, a solver for the devnet that is starting in `folder`.
 */
export function spawnServices(folder: string, swaps: boolean): WaitingServices {
  const guard = new ProcessGuard();
  const program = causewayProgram();
  const spawnOne = (command: 'signer' | 'relayer' | 'solver' | 'api', name: string = command): Service => {
    const configured = { name, config: configurationPath(folder, name) };
    return startService(command, configured, join(folder, 'logs', `${name}.log`), guard, {
      waitForConfig: true,
      program,
    });
  };
  const services = [...SIGNER_ROLES.map((name) => spawnOne('signer', name)), spawnOne('relayer'), spawnOne('api')];
  const solver = swaps ? spawnOne('solver') : undefined;
  return {
    ready: (devnet, signal) => systemOf(devnet, { services, solver }, guard, signal),
    stop: () => guard.stop(),
  };
}

async function systemOf(
  devnet: Devnet,
  { services, solver }: { readonly services: readonly Service[]; readonly solver: Service | undefined },
  guard: ProcessGuard,
  signal: AbortSignal,
): Promise<System> {
  let stopping = false;
  const stop = async () => {
    stopping = true;
    await guard.stop();
    await devnet.stop();
  };
  try {
    const urlOf = urlsOf(devnet.configuration);
    await Promise.all(services.map((service) => untilHealthy(service, urlOf(service.name), signal)));
  } catch (error) {
    await stop();
    throw error;
  }
  const failure = firstEnd(devnet, [...services, ...(solver ? [solver] : [])], () => stopping);
  failure.catch(() => {});
  const system = { devnet, services, api: devnet.configuration.api.url, failure, stop };
  if (!solver) return system;
  return { ...system, solver: { start: ({ url }, aborted) => untilHealthy(solver, url, aborted) } };
}

function urlsOf({ signers, relayer, api }: Configuration): (name: string) => string {
  const urls = new Map([...signers, relayer, api].map(({ name, url }) => [name, url]));
  return (name) => {
    const url = urls.get(name);
    if (url === undefined) throw new RangeError(`the devnet has configured no ${name}`);
    return url;
  };
}

function firstEnd(devnet: Devnet, services: readonly Service[], expected: () => boolean): Promise<never> {
  return new Promise((_resolve, reject) => {
    const refuse = (text: string) => {
      if (!expected()) reject(new Error(text));
    };
    for (const service of services) {
      const tell = () => refuse(`${service.name} ended by itself:\n${logTail(service)}`);
      if (hasEnded(service)) tell();
      else service.process.once('exit', tell);
    }
    for (const { network, node } of devnet.chains) {
      node.process.once('exit', () => refuse(`the ${network.name} node ended by itself`));
    }
  });
}

import { join } from 'node:path';
import { type Devnet, endProcess } from '@causeway/devnet';
import { hasEnded, logTail, type Service, startService, untilHealthy } from './service.ts';

/** Everything that a bridge needs, on local chains: five signers, the relayer and the API as processes of their own. */
export interface System {
  readonly devnet: Devnet;
  readonly services: readonly Service[];
  /** Base URL of the API. */
  readonly api: string;
  /** Rejects, naming it and its last words, once a service or node ends by itself. */
  readonly failure: Promise<never>;
  /** Ends the services, then the chains. */
  stop(): Promise<void>;
}

/** Starts the signers, the relayer and the API of `devnet`, and waits until all are healthy; `stop` ends all of it. */
export async function startServices(devnet: Devnet, signal: AbortSignal): Promise<System> {
  const { signers, relayer, api } = devnet.configuration;
  const log = (name: string) => join(devnet.folder, 'logs', `${name}.log`);
  const services = [
    ...signers.map((signer) => startService('signer', signer, log(signer.name), devnet.guard)),
    startService('relayer', relayer, log('relayer'), devnet.guard),
    startService('api', api, log('api'), devnet.guard),
  ];
  let stopping = false;
  const stop = async () => {
    stopping = true;
    await Promise.all(services.map((service) => endProcess(service.process)));
    await devnet.stop();
  };
  try {
    await Promise.all(services.map((service) => untilHealthy(service, signal)));
  } catch (error) {
    await stop();
    throw error;
  }
  const failure = firstEnd(devnet, services, () => stopping);
  failure.catch(() => {});
  return { devnet, services, api: api.url, failure, stop };
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

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startDevnet } from '@causeway/devnet';
import { askFaucet } from '@causeway/devnet/faucet';
import { usageError } from '../keys/key-flags.ts';
import { createRunFolder } from '../start/run-folder.ts';
import { spawnServices } from '../start/system.ts';

/** Where the example runs: a service and a faucet. */
export interface Place {
  readonly url: string;
  /** Gives the address ether. */
  give(address: string): Promise<unknown>;
  /** Rejects when a process that should run has ended. */
  readonly failure: Promise<never>;
  stop(): Promise<void>;
}

/** Uses the service and the faucet that run already. */
export function runningPlace(url: string, faucet: string): Place {
  return {
    url,
    give: (address) => askFaucet(faucet, { address, network: 'ethereum', token: 'ETH' }),
    failure: new Promise<never>(() => {}),
    stop: async () => {},
  };
}

/** Starts two local chains with bridges, five signers, the relayer and the API, on free ports. */
export async function ownPlace(tell: (text: string) => void, signal: AbortSignal): Promise<Place> {
  const folder = createRunFolder(fileURLToPath(new URL('../../../.causeway', import.meta.url)));
  tell('two local chains with bridges, five signers, relayer and API begin');
  const services = spawnServices(folder, false);
  const devnet = await startDevnet({
    ...{ folder, networks: ['ethereum', 'polygon'], families: ['main'], ports: 'free' },
    onProgress: () => signal.throwIfAborted(),
  }).catch(async (error: unknown) => {
    await services.stop();
    throw error;
  });
  const { api: url, failure, stop } = await services.ready(devnet, signal);
  const give = async (address: string) => {
    const gift = await devnet.faucet.give({ address, network: 'ethereum', token: 'ETH' });
    if (!gift.ok) throw new Error(gift.error.message);
  };
  return { url, give, failure, stop };
}

/** Throws when there is no python3. */
export function needPython(): void {
  const { status } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']);
  if (status !== 0) throw usageError('--python needs python3, 3.8 or later, on the PATH; nothing else');
}

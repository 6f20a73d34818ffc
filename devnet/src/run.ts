import { once } from 'node:events';
import { leftBehind } from '@causeway/local-nodes';
import { type StopRequest, signalStatus, stopRequest } from '@causeway/runtime';
import { describeDevnet, formatDevnet } from './describe.ts';
import { type Devnet, startDevnet } from './devnet.ts';
import type { DevnetName } from './networks.ts';

export interface RunOptions {
  /** Folder that keeps the chains. */
  readonly state?: string;
  /** The five usual ones when absent. */
  readonly chains?: readonly DevnetName[];
  /** Seconds between blocks; `usualBlockTime` when absent. */
  readonly blockTime?: number;
  readonly json?: true;
}

/**
 * Runs the chains until the process is asked to stop, and prints their URLs. Returns the exit status: 0, or that of the
 * signal that ended the start.
 */
export async function runDevnet(options: RunOptions): Promise<number> {
  const stop = stopRequest();
  const left = leftBehind();
  if (left !== undefined) process.stderr.write(`${left}\n`);
  let devnet: Devnet;
  try {
    devnet = await start(options, stop);
  } catch (error) {
    if (stop.by !== undefined) return signalStatus(stop.by);
    throw error;
  }
  const description = describeDevnet(devnet);
  console.log(options.json ? JSON.stringify(description) : `\n${formatDevnet(description)}\n\nCtrl-C ends it.`);
  const failed = Promise.race(
    devnet.chains.map(async ({ network, node }) => {
      await once(node.process, 'exit');
      return network.name;
    }),
  );
  const ended = await Promise.race([stop.asked, failed]);
  await devnet.stop();
  if (typeof ended === 'string') throw new Error(`the ${ended} node ended by itself`);
  return 0;
}

const start = ({ state, blockTime, chains }: RunOptions, { signal }: StopRequest): Promise<Devnet> =>
  startDevnet({
    ports: 'usual',
    ...(blockTime !== undefined && { blockTime }),
    ...(chains && { networks: chains }),
    ...(state === undefined ? {} : { folder: state, keepState: true }),
    onProgress: ({ network, step, state: stepState }) => {
      // A signal during the deployment ends it here. The chains keep what they have.
      signal.throwIfAborted();
      if (stepState === 'present' || stepState === 'sent')
        process.stderr.write(`${network}: ${step}${stepState === 'present' ? ' is there' : ''}\n`);
    },
  });

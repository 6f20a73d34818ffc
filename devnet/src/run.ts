import { once } from 'node:events';
import { describeDevnet, formatDevnet } from './describe.ts';
import { startDevnet } from './devnet.ts';
import { leftBehind } from './evm/past-states.ts';

/** Runs the chains until SIGINT or SIGTERM, and prints their URLs. */
export async function runDevnet(options: { state?: string; blockTime: number; json?: true }): Promise<void> {
  const stopped = new AbortController();
  const left = leftBehind();
  if (left !== undefined) process.stderr.write(`${left}\n`);
  const asked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => stopped.abort());
  const devnet = await startDevnet({
    ports: 'usual',
    blockTime: options.blockTime,
    ...(options.state === undefined ? {} : { folder: options.state, keepState: true }),
    onProgress: ({ network, step, state }) => {
      // A signal during the deployment ends it here. The chains keep what they have.
      stopped.signal.throwIfAborted();
      if (state === 'present' || state === 'sent')
        process.stderr.write(`${network}: ${step}${state === 'present' ? ' is there' : ''}\n`);
    },
  });
  const description = describeDevnet(devnet);
  console.log(options.json ? JSON.stringify(description) : `\n${formatDevnet(description)}\n\nCtrl-C ends it.`);
  const failed = Promise.race(
    devnet.chains.map(async ({ network, node }) => {
      await once(node.process, 'exit');
      return network.name;
    }),
  );
  const ended = await Promise.race([asked, failed]);
  await devnet.stop();
  if (typeof ended === 'string') throw new Error(`the ${ended} node ended by itself`);
}

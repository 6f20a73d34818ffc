// npm run example:agents: three agents that vote, split work, and carry a bridge order as a step of a workflow.

import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';

const HELP = `npm run example:agents [-- --python] [-- --url URL --faucet URL] [-- --amount ETH] [-- --seed N] [-- --json]

Three agents work together: a scout that fails at times, a treasurer, and a carrier with a wallet of its own that bridges
coins. They vote, one of them splits work among the others, and a workflow carries an order over the bridge. It prints what
happens, and ends with status 0 when the order is completed.

It starts local chains, signers, the relayer and the API for itself, or uses those of a running \`npm start\`:

  --url URL     the API of a running \`npm start\`
  --faucet URL  the faucet that it has printed
  --python      the treasurer is examples/agents/agent.py, which needs python3 and nothing else
  --amount ETH  what is carried; 0.25 when absent
  --seed N      decides which of the scout's tasks fail at first; 4 when absent
  --json        one line of JSON for each event instead of text`;

try {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      faucet: { type: 'string' },
      python: { type: 'boolean', default: false },
      amount: { type: 'string', default: '0.25' },
      seed: { type: 'string', default: '4' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) console.log(HELP);
  else {
    enableCompileCache();
    const { runExample } = await import('./lib/example/agents.ts');
    process.exitCode = await runExample(values);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

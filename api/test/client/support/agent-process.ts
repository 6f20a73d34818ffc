// node agent-process.ts URL: an agent with the key in AGENT_KEY that never finishes a task, and tells each one it
// begins.

import { agent, Causeway } from '@causeway/client';

const baseUrl = process.argv[2] ?? '';
await agent({
  causeway: new Causeway({ baseUrl, apiKey: process.env.AGENT_KEY ?? '' }),
  ...{ name: 'Doomed', capabilities: [{ type: 'doomed' }], leaseMs: 3_600_000 },
  run: (task) => {
    console.log(task.taskId);
    return new Promise(() => setInterval(() => {}, 60_000));
  },
});

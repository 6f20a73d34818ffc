import { agentStorage } from '@causeway/agents';
import { z } from 'zod';
import { defineArea } from '../../area.ts';
import { EventWaits } from '../../http/events/event-waits.ts';
import { agents } from '../agents/index.ts';
import { A2A_ACCESS } from './access.ts';
import { Pushes } from './pushes.ts';
import { type A2a, a2aRoutes } from './routes.ts';
import { pushSecrets } from './sealed.ts';
import { A2aService } from './service.ts';
import { TaskWaits } from './waits.ts';

/** How often configurations of pushes that nobody needs any more are removed, milliseconds. */
const FORGET_MS = 3_600_000;

const SETTINGS = {
  a2a: z
    .strictObject({
      /** The longest time that SendMessage waits for its task, milliseconds. */
      waitMs: z.number().int().min(0).max(3_600_000).default(300_000),
    })
    .prefault({}),
};

/** The agents and their tasks as A2A 1.0 has them. */
export const a2a = defineArea<A2a, typeof SETTINGS>({
  name: 'a2a',
  tag: { name: 'A2A', description: 'The same agents and tasks for clients of the Agent2Agent protocol 1.0.' },
  errors: {},
  access: A2A_ACCESS,
  settings: SETTINGS,
  sealed: pushSecrets,
  prefixes: [''],
  open({ storage, settings, sealer, clock, log, use }) {
    const tasks = use(agents);
    const { events } = storage;
    const stored = agentStorage(storage.agents);
    const waits = new EventWaits(events);
    const taskWaits = new TaskWaits(waits, settings.a2a.waitMs);
    const pushes = new Pushes({
      ...{ agents: tasks, tasks: stored.tasks, pushes: stored.pushes, sealer, clock },
      onError: (err) => log.error({ err }, 'removing old push configurations failed'),
    });
    tasks.forms.set('a2a.task', pushes.form);
    const calls = new A2aService({ agents: tasks, events, pushes, waits: taskWaits });
    return { agents: tasks, pushes, waits, calls, clock };
  },
  register: a2aRoutes,
  start: ({ pushes }) => pushes.rounds.start(FORGET_MS),
  stop: ({ waits }) => waits.stop(),
  close: async ({ waits, pushes }) => {
    waits.close();
    await pushes.rounds.stop();
  },
});

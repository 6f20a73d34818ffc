import { agentStorage } from '@causeway/agents';
import { z } from 'zod';
import { defineArea } from '../../area.ts';
import { agents } from '../agents/index.ts';
import { A2A_ACCESS } from './access.ts';
import { FORGET_MS, Pushes } from './pushes.ts';
import { type A2a, a2aRoutes } from './routes.ts';
import { pushSecrets } from './sealed.ts';
import { A2aService } from './service.ts';
import { TaskWaits } from './waits.ts';

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
    const waits = new TaskWaits(events, settings.a2a.waitMs);
    const pushes = new Pushes({
      ...{ agents: tasks, tasks: stored.tasks, pushes: stored.pushes, sealer, clock },
      onError: (err) => log.error({ err }, 'removing old push configurations failed'),
    });
    tasks.forms.set('a2a.task', pushes.form);
    return { agents: tasks, pushes, calls: new A2aService({ agents: tasks, events, pushes, waits }), clock };
  },
  register: a2aRoutes,
  start: ({ pushes }) => pushes.rounds.start(FORGET_MS),
  stop: ({ calls }) => calls.waits.all.stop(),
  close: async ({ calls, pushes }) => {
    calls.waits.all.close();
    await pushes.rounds.stop();
  },
});

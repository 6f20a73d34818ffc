import type { components } from '@causeway/client';
import { integer, percent, span } from '../lib/format.ts';
import { useResource } from '../lib/resource.ts';
import { api } from '../lib/service.ts';
import { availabilities, agents as words } from '../text/agents.ts';
import { Show } from './loaded.tsx';
import { Word } from './state.tsx';
import { Foreign } from './values.tsx';

type Agent = components['schemas']['Agent'];

interface Of {
  readonly agent: Agent;
}

/** The name of an agent, which leads to its profile. */
export const AgentLink = ({ agent: { agentId, name } }: Of) => (
  <a href={`/a/${encodeURIComponent(agentId)}`}>
    <Foreign>{name}</Foreign>
  </a>
);

/** Whether an agent takes tasks. */
export const Availability = ({ agent: { availability } }: Of) => <Word among={availabilities} value={availability} />;

/** How many tasks an agent holds. */
export const Load = ({ agent: { currentTasks, maxConcurrentTasks } }: Of) => (
  <span class="number">{words.held(integer(currentTasks), integer(maxConcurrentTasks))}</span>
);

/** Milliseconds between two requests for an agent's figures: on its profile, and in a list of many agents. */
const EVERY_MS = 10_000;
const LISTED_EVERY_MS = 30_000;

/** The state and figures of an agent. */
export const useStatus = (id: string, everyMs = EVERY_MS) =>
  useResource(`status of ${id}`, () => api.agents.status(id), { everyMs });

/** The share of the last 30 days in which an agent was online. */
export const Uptime = ({ id }: { readonly id: string }) => (
  <Show of={useStatus(id, LISTED_EVERY_MS)} lines={1}>
    {({ performance: { uptime30d } }) => (uptime30d === null ? words.notKnown : percent(uptime30d))}
  </Show>
);

/** What an agent has done, in one line. */
export const Figures = ({ id }: { readonly id: string }) => (
  <Show of={useStatus(id, LISTED_EVERY_MS)} lines={1}>
    {({ performance: { tasksCompleted, tasksFailed, averageResponseMs, uptime30d } }) =>
      [
        `${integer(tasksCompleted)} ${words.completed.toLowerCase()}`,
        `${integer(tasksFailed)} ${words.failed.toLowerCase()}`,
        ...(averageResponseMs === null ? [] : [`${words.response.toLowerCase()} ${span(averageResponseMs)}`]),
        ...(uptime30d === null ? [] : [`${words.uptime.toLowerCase()} ${percent(uptime30d)}`]),
      ].join(' · ')
    }
  </Show>
);

import type { components } from '@causeway/client';
import type { States } from '../parts/state.tsx';

type Collaboration = components['schemas']['Collaboration'];
type Part = Collaboration['rounds'][number]['tasks'][number];

export const collaborations = {
  title: (name: string) => `Collaboration ${name}`,
  signIn: 'Sign in to see this collaboration.',
  notFound: 'No collaboration of yours has this id.',
  name: 'Name',
  facts: 'The collaboration',
  protocol: 'How',
  state: 'State',
  round: 'Round',
  began: 'Began',
  ended: 'Ended',
  agents: 'Agents',
  outcome: 'Outcome',
  noOutcome: 'There is none yet.',
  value: 'Value',
  tie: 'The votes are tied.',
  votes: 'Votes',
  weight: 'Weight',
  by: 'By',
  abstained: 'Without a vote',
  reason: 'Reason',
  whole: 'The whole outcome',
  roundOf: (round: number) => `Round ${round}`,
  agent: 'Agent',
  anyAgent: 'any agent',
  part: 'Part',
  result: 'Result',
  noTasks: 'This round has no task yet.',
  changed: (state: string) => `The collaboration is ${state}`,
} as const;

export const protocols: Readonly<Record<Collaboration['protocol'], string>> = {
  consensus: 'all agree, in several rounds',
  voting: 'the most votes win',
  delegation: 'one agent shares the work',
};

export const collaborationStates: States<Collaboration['status']> = {
  running: ['running', 'busy'],
  completed: ['completed', 'good'],
  undecided: ['undecided', 'warn'],
  failed: ['failed', 'bad'],
  cancelled: ['cancelled', 'quiet'],
};

export const kinds: Readonly<Record<Part['kind'], string>> = {
  vote: 'vote',
  split: 'sharing of the work',
  subtask: 'subtask',
  join: 'joining of the results',
};

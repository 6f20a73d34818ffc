import type { Mood } from '../parts/verdict.tsx';

export const lanes = {
  title: 'Lanes and chains',
  chains: 'Chains',
  chain: 'Chain',
  state: 'State',
  head: 'Newest block',
  finality: 'Final after',
  stands: 'finalizes nothing',
  noTime: 'not known',
  blocks: (count: number) => (count === 1 ? '1 block' : `${count} blocks`),
  atOnce: 'at once',
  lanes: 'Lanes',
  way: 'Way',
  open: 'Open',
  isOpen: 'open',
  closed: 'closed',
  paused: 'paused',
  fee: 'Fee',
  range: 'One order',
  limit: 'Limit of deliveries',
  refills: (span: string) => `full ${span}`,
  full: 'full',
  backlog: 'Under way',
  oldest: (span: string) => `oldest ${span}`,
  nobody: 'none',
  unread: 'The chain cannot be read.',
} as const;

/** The health of a chain in a word and its mark. */
export const health: Readonly<Record<'healthy' | 'degraded' | 'down', readonly [word: string, mood: Mood]>> = {
  healthy: ['up', 'good'],
  degraded: ['some endpoints do not answer', 'warn'],
  down: ['down', 'bad'],
};

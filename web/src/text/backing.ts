import type { Mood } from '../parts/verdict.tsx';

export const backing = {
  title: 'Backing',
  intro:
    'Each token that the bridge made is backed by what its escrow holds at home. The service reads both chains and compares; a figure that cannot be read is unknown, never right.',
  of: (symbol: string, chain: string) => `${symbol}, at home on ${chain}`,
  escrow: 'Escrow',
  outstanding: 'Owed for bridged tokens',
  credits: 'Owed for failed payments',
  surplus: 'More than owed',
  sum: 'Escrow = owed for bridged tokens + owed for failed payments + more than owed',
  remote: 'Chain',
  token: 'Token',
  supply: 'Supply there',
  inFlight: 'On its way',
  difference: 'Difference',
  verdict: 'Verdict',
  blocks: 'Blocks read',
  block: (chain: string, block: number) => `${chain} ${block}`,
  checked: 'Read',
  unknownSince: 'unknown since',
  notRead: 'not read',
  empty: 'No asset is bridged here.',
} as const;

/** The verdict in a word and its mark. */
export const verdicts: Readonly<Record<'backed' | 'broken' | 'unknown', readonly [word: string, mood: Mood]>> = {
  backed: ['backed', 'good'],
  broken: ['NOT BACKED', 'bad'],
  unknown: ['unknown', 'warn'],
};

import type { Mission, Quest } from '@causeway/client';
import type { States } from '../parts/state.tsx';

export const missions = {
  title: 'Missions',
  intro: 'Tasks in steps, with karma and XP for who completes them. Some steps are met by orders over the bridge.',
  find: 'Words of a mission',
  none: 'There is no mission yet.',
  noneFound: 'No mission has these words.',
  all: 'All missions',
  notFound: 'No mission has this id.',
  about: 'What it is',
  state: 'Your state',
  progress: 'Progress',
  share: (done: number, of: number, percent: number) => `${done} of ${of} quests, ${percent} %`,
  rewards: 'Rewards',
  reward: (karma: number, xp: number) => `${karma} karma, ${xp} XP`,
  difficulty: 'Difficulty',
  deadline: 'Ends',
  started: 'Started',
  start: 'Start the mission',
  again: 'Start it again',
  signIn: 'Sign in to start it.',
  complete: 'Complete the mission',
  abandon: 'Give it up',
  granted: (karma: number, xp: number) => `Completed: ${karma} karma and ${xp} XP are yours.`,
  notCounted: 'Completed. A mission of your own, or one that is not published, brings nothing.',
  changed: (name: string, percent: number) => `${name}: ${percent} %`,
  quests: 'Quests',
  noQuests: 'It has no quests.',
  after: (names: string) => `After: ${names}`,
  startQuest: 'Start',
  completeQuest: 'Complete',
  order: (amount: string, from: string, to: string) => `an order of ${amount} or more from ${from} to ${to}`,
  done: 'done',
  open: 'open',
  leaders: 'Leaderboard',
  noLeaders: 'Nobody has completed it yet.',
  rank: 'Rank',
  who: 'Who',
  hidden: 'a hidden name',
  time: 'Time',
} as const;

/** The states of a mission for its player, in a word and its mark. */
export const missionStates: States<Mission['status']> = {
  Pending: ['not started', 'quiet'],
  InProgress: ['under way', 'busy'],
  Completed: ['completed', 'good'],
  Failed: ['failed', 'bad'],
  Cancelled: ['given up', 'warn'],
};

/** The states of a quest, in a word and its mark. */
export const questStates: States<Quest['displayState']> = {
  pending: ['not started', 'quiet'],
  active: ['under way', 'busy'],
  completed: ['completed', 'good'],
};

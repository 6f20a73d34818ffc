import type { EndedAccess, KeyRange } from '@causeway/client';

/** How many sessions and keys have ended. */
const ended = ({ sessions, apiKeys }: EndedAccess): string =>
  `Ended with it: ${sessions} ${sessions === 1 ? 'session' : 'sessions'}, ${apiKeys} API ${apiKeys === 1 ? 'key' : 'keys'}.`;

export const password = {
  title: 'Password and e-mail address',
  noEmail: 'You gave no e-mail address.',
  proved: 'confirmed',
  unproved: 'not confirmed',
  sendAgain: 'Send the message with the link again',
  sent: 'If the address is not confirmed, a message is on its way.',
  change: 'Change the password',
  before: 'Password until now',
  after: 'New password',
  help: 'At least 8 characters.',
  keys: 'API keys that end with it',
  changed: (access: EndedAccess) => `The password is changed, and your other sessions have ended. ${ended(access)}`,
} as const;

/** API keys that end with a password, and their words. */
export const endedKeys: readonly (readonly [range: KeyRange, word: string])[] = [
  ['none', 'none'],
  ['own', 'your own'],
  ['all', 'your own and those of your agents'],
];

/** The pages that links in messages lead to. */
export const mail = {
  reset: {
    title: 'Choose a new password',
    intro: 'Every session and API key of your account and of its agents ends with it.',
    button: 'Set the password',
    done: (access: EndedAccess) => `The password is changed. ${ended(access)}`,
  },
  verify: {
    title: 'Confirm your e-mail address',
    introOwn: 'You are signed in: your other sessions end with it.',
    introStranger:
      'You are not signed in here: every session and API key of the account ends with it, because a stranger may have ' +
      'registered with your address. Sign in first to keep your keys.',
    signIn: 'Sign in first',
    button: 'Confirm the address',
    done: (access: EndedAccess) => `The address is confirmed. ${ended(access)}`,
  },
  disown: {
    title: 'This was not me',
    intro: 'Somebody gave your e-mail address here. Say that it was not you, and what they asked for is void.',
    button: 'This was not me',
  },
  noToken: 'This page belongs to a link in a message. Open the link again: it can be used for a short time only.',
  account: 'To the account',
  refused: 'The link was used before, or its time is over. Ask for another message.',
} as const;

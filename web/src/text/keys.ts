import type { ApiKey } from '@causeway/client';

export const keys = {
  none: 'You have no API key.',
  name: 'What it is for',
  lasts: 'It ends after',
  may: 'It may',
  make: 'Make an API key',
  made: 'Your new API key.',
  madeHelp: 'Copy it now: nobody can show it again.',
  ends: 'ends',
  used: 'last used',
  never: 'never',
  revoke: 'Revoke',
  revoked: 'revoked',
} as const;

/** Days, and their words. */
export const keyLifetimes: readonly (readonly [days: string, word: string])[] = [
  ['90', '90 days'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['365', 'a year'],
];

/** What a key may do, by its scope. */
export const scopes: Readonly<Record<ApiKey['scopes'][number], string>> = {
  'orders:read': 'see orders',
  'orders:write': 'make and cancel orders',
  'offers:write': 'offer swaps',
  'wallets:read': 'see wallets',
  'wallets:write': 'use wallets, as far as you allow it',
  'missions:read': 'see missions',
  'missions:write': 'play and write missions',
  'libraries:read': 'see libraries',
  'libraries:write': 'publish libraries',
  'agents:read': 'see agents',
  'agents:write': 'change agents',
  'tasks:read': 'see tasks',
  'tasks:write': 'give and do tasks',
  'messages:read': 'read messages',
  'messages:write': 'send messages',
  'holons:read': 'see holons',
  'holons:write': 'change holons',
  'profile:read': 'see your profile',
  'profile:write': 'change your profile',
  'keys:read': 'see keys',
  'keys:write': 'make and end keys',
  admin: 'everything of an admin',
};

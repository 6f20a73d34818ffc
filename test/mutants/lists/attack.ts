import { type Mutant, mutantsOf } from '../mutant.ts';

/** Checks of who somebody is, and of what is left, of which the attack on every operation must notice each. */
export const ATTACK_MUTANTS: readonly Mutant[] = mutantsOf('attack', {
  'api/src/areas/holons/service.ts': {
    'a holon is its owner’s': [
      "avatarId === caller.avatarId || hasScope(caller, 'admin');",
      "avatarId !== '' || hasScope(caller, 'admin');",
    ],
  },
  'api/src/areas/agents/tasks/service.ts': {
    'a task is shown to its submitter and its holder': [
      "[submitterId, principalId].includes(caller.avatarId) || hasScope(caller, 'admin');",
      "submitterId !== principalId || caller.avatarId !== '';",
    ],
  },
  'api/src/areas/wallets/access.ts': {
    'no admin makes a wallet for somebody else': ['createWallet: OWN', 'createWallet: WRITE'],
  },
  'storage/src/avatars/profiles.ts': {
    'a profile changes no column beside its own, whatever a route lets through': [
      'yield* change(before, profile)',
      'yield* change(before, { ...profile, isAdmin: true } as Profile)',
    ],
  },
  'api/src/http/errors/frozen.ts': {
    'a frozen account changes nothing': ['if (!frozen || READS.has(method)', 'if (!frozen || method !== undefined'],
  },
});

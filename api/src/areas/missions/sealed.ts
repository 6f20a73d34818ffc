import { listedSecrets } from '../../sealed.ts';
import { resealedMissionKey } from './package-keys.ts';

/** The keys with which packages are signed. */
export const missionSecrets = listedSecrets(async ({ missions }) =>
  (await missions.keys.list()).map((key) => ({
    name: `package key of avatar ${key.avatarId}`,
    before: key.sealed,
    rewrapped: resealedMissionKey(key),
    replace: (after) => missions.keys.reseal(key.avatarId, key.sealed, after),
  })),
);

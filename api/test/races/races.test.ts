import assert from 'node:assert/strict';
import { LONG } from '@causeway/protocol/test-support/cases';
import { onEngine } from '@causeway/storage/test-support/engines';
import { removeGates } from '@causeway/storage/test-support/gate';
import { POSTGRES } from '@causeway/storage/test-support/postgres';
import { runRace } from '@causeway/storage/test-support/race';
import { READ_AGAIN } from './money-races.ts';
import { RACES } from './races.ts';

onEngine(
  POSTGRES,
  'two processes',
  (engine) => {
    for (const [title, race] of Object.entries(RACES)) {
      it(`${title}, by their locks of ${race.locks.join(' and ')}${LONG ? ' alone' : ''}`, async () => {
        await runRace(await engine.newPlatform(), race, false);
        if (LONG) await assert.rejects(runRace(await engine.newPlatform(), race, true), assert.AssertionError);
      });
    }
    for (const [title, race] of Object.entries(READ_AGAIN)) {
      it(`${title}, by what is read once it is locked`, async () => runRace(await engine.newPlatform(), race, false));
    }
  },
  removeGates,
);

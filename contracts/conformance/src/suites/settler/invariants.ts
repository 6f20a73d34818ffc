import assert from 'node:assert/strict';
import { LONG, SEED } from '@causeway/protocol/test-support/cases';
import { useSettler } from '../../settler.ts';
import type { SettlerKind } from '../../settler-under-test.ts';
import { SwapPlayers } from '../../swap-players.ts';

const STEPS = LONG ? 5_000 : 500;
/** Steps between two checks of all balances: a breach does not heal, so that the next check finds it. */
const CHECK_EVERY = 250;
const FUNCTIONS = ['fill', 'fillAndSettle', 'settle', 'settleLess', 'giveBack', 'withdraw', 'sweep'];

const PLAYS = [
  ['the native coin', 'native', 4],
  ['a token', { decimals: 12 }, 5],
] as const;

export const invariants = (kind: SettlerKind) =>
  describe('W1 to W6', () => {
    for (const [name, asset, first] of PLAYS) {
      // Without gifts the same seed makes another play, in which not everything succeeds.
      const seed = kind.takesGifts ? first : first + 2;
      const settler = useSettler(kind, asset);
      it(`hold at a bridge of ${name} after any moves of the players, with seed ${seed}`, async function () {
        this.timeout(LONG ? 0 : 120_000);
        const players = await SwapPlayers.meet(settler, LONG ? seed + SEED : seed);
        for (let step = 1; step <= STEPS; step++) {
          await players.step();
          if (step % CHECK_EVERY === 0) await players.assertBalances();
        }
        await players.drain();
        await players.assertBalances();
        // The players have done everything, and not only what is refused.
        for (const each of FUNCTIONS) assert((players.done.get(each) ?? 0) > 0, `${each} never succeeded`);
      });
    }
  });

import assert from 'node:assert/strict';
import { LONG, SEED } from '@causeway/protocol/test-support/cases';
import { useSettler } from '../../settler.ts';
import type { SettlerKind } from '../../settler-under-test.ts';
import { SwapPlayers } from '../../swap-players.ts';

const STEPS = LONG ? 5_000 : 100;
/** Steps between two checks of all balances: a breach does not heal, so that the next check finds it. */
const CHECK_EVERY = LONG ? 250 : 50;
const FUNCTIONS = ['fill', 'fillAndSettle', 'settle', 'settleLess', 'giveBack', 'withdraw', 'sweep'];

/** The seeds of plays with gifts and without, in which everything succeeds. */
const PLAYS = [
  ['the native coin', 'native', { gifts: 10, none: 2 }],
  ['a token', { decimals: 12 }, { gifts: 13, none: 16 }],
] as const;

export const invariants = (kind: SettlerKind) =>
  describe('W1 to W6', () => {
    for (const [name, asset, seeds] of PLAYS) {
      // Where the coin is a token, too, the play with a token is enough for a short run.
      if (kind.coinIsToken && asset === 'native' && !LONG) continue;
      const seed = kind.takesGifts ? seeds.gifts : seeds.none;
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

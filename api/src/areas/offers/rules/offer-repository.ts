import { ok } from '@causeway/protocol';
import { lockOf, memoize, type TxScript } from '@causeway/storage/jobs';
import {
  type OfferStore,
  offerStanding,
  outcomesAt,
  type SolverOutcome,
  storeOffers,
  storeOutcomes,
} from '@causeway/storage/offers';
import { outcomesDue } from '@causeway/storage/orders';
import { MAX_OFFERS, type OfferRepository, type OffersRefused, RECORD_LENGTH, REPLACING_MS } from './offers.ts';
import { takeOutcomes } from './outcomes.ts';

/** How long after their end the rows of idle solvers are kept, milliseconds. */
const KEPT_MS = 600_000;

/** All offers count against one bound, and the numbers of their changes rise with the commits. */
const OFFERS = lockOf('area', 'offers');
/** One process at a time adds what became of orders to the records of solvers. */
const OUTCOMES = lockOf('area', 'outcomes');

const refused = (error: OffersRefused) => ({ ok: false, error }) as const;

/** Adds the outcome of an order to the record of its solver's account, within the caller's job. */
export function* addOutcome(context: OfferStore['context'], accountId: string, outcome: SolverOutcome): TxScript<void> {
  const known = yield* outcomesAt(context, accountId);
  yield* storeOutcomes(context, accountId, [...known, outcome].slice(-RECORD_LENGTH));
}

/** The jobs over the tables of offers. */
export const offerStorage = memoize((store: OfferStore): OfferRepository => {
  const { context, changedSince, outcomesOf } = store;
  const { read, write, clock } = context;
  return {
    changedSince,
    outcomesOf,

    // What a power failure takes away would have ended within a minute.
    replace: (solver, offers, maxOffers) =>
      write(
        'normal',
        function* () {
          const nowMs = clock.now();
          const { before, others, outcomes, newest } = yield* offerStanding(context, solver, nowMs);
          const sinceMs = nowMs - (before?.previousAtMs ?? 0);
          // Somebody may have set the clock back.
          if (sinceMs >= 0 && sinceMs < REPLACING_MS) return refused({ code: 'TOO_OFTEN' });
          const left = Math.max(0, MAX_OFFERS - others.account);
          if (offers.length > left) return refused({ code: 'ACCOUNT_FULL', left });
          const most = outcomes.some((outcome) => outcome !== null) ? 2 * maxOffers : maxOffers;
          if (others.all + offers.length > most && offers.length > 0) return refused({ code: 'ALL_FULL' });
          const row = {
            ...solver,
            count: offers.length,
            replacedAtMs: nowMs,
            previousAtMs: before?.replacedAtMs ?? 0,
            endsAtMs: nowMs + Math.max(0, ...offers.map(({ validSeconds }) => validSeconds)) * 1_000,
            change: newest + 1,
            offers,
          };
          return ok(yield* storeOffers(context, row, nowMs - KEPT_MS));
        },
        { locks: [OFFERS] },
      ),

    async countOutcomes(bridge, limit) {
      // Most rounds find nothing, and a write would wait for others.
      if ((await read(() => outcomesDue(bridge, 1))).length === 0) return 0;
      return write(
        'full',
        () => takeOutcomes(bridge, limit, (accountId, outcome) => addOutcome(context, accountId, outcome)),
        { locks: [OUTCOMES] },
      );
    },
  };
});

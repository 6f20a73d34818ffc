import { ok } from '@causeway/protocol';
import { memoize } from '@causeway/storage/jobs';
import {
  countedOffers,
  type OfferStore,
  offersAt,
  outcomesAt,
  storeOffers,
  storeOutcomes,
} from '@causeway/storage/offers';
import { MAX_OFFERS, type OfferRepository, type OffersRefused, RECORD_LENGTH, REPLACING_MS } from './offers.ts';

/** How long after their end the rows of idle solvers are kept, milliseconds. */
const KEPT_MS = 600_000;

const refused = (error: OffersRefused) => ({ ok: false, error }) as const;

/** The jobs over the tables of offers. */
export const offerStorage = memoize((store: OfferStore): OfferRepository => {
  const { context, changedSince, outcomesOf } = store;
  const { write, clock } = context;
  return {
    changedSince,
    outcomesOf,

    // What a power failure takes away would have ended within a minute.
    replace: (solver, offers, maxOffers) =>
      write('normal', function* () {
        const nowMs = clock.now();
        const before = yield* offersAt(context, solver.solverId);
        const sinceMs = nowMs - (before?.previousAtMs ?? 0);
        // Somebody may have set the clock back.
        if (sinceMs >= 0 && sinceMs < REPLACING_MS) return refused({ code: 'TOO_OFTEN' });
        const others = yield* countedOffers(context, solver, nowMs);
        const left = Math.max(0, MAX_OFFERS - others.account);
        if (offers.length > left) return refused({ code: 'ACCOUNT_FULL', left });
        const outcomes = yield* outcomesAt(context, solver.accountId);
        const most = outcomes.some((outcome) => outcome !== null) ? 2 * maxOffers : maxOffers;
        if (others.all + offers.length > most && offers.length > 0) return refused({ code: 'ALL_FULL' });
        const row = {
          ...solver,
          count: offers.length,
          replacedAtMs: nowMs,
          previousAtMs: before?.replacedAtMs ?? 0,
          endsAtMs: nowMs + Math.max(0, ...offers.map(({ validSeconds }) => validSeconds)) * 1_000,
          offers,
        };
        return ok(yield* storeOffers(context, row, nowMs - KEPT_MS));
      }),

    addOutcome: (accountId, outcome) =>
      write('full', function* () {
        const known = yield* outcomesAt(context, accountId);
        yield* storeOutcomes(context, accountId, [...known, outcome].slice(-RECORD_LENGTH));
      }),
  };
});

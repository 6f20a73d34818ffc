import type { ReadFailure } from '@causeway/chains';
import { formatDecimal, ok, type Result } from '@causeway/protocol';
import type { Page } from '@causeway/storage';
import type { Catalogue } from '../../bridge/catalogue.ts';
import { type Credited, creditedOf } from '../../bridge/credited.ts';
import { inTime } from '../../bridge/in-time.ts';
import { SharedReadings } from '../../bridge/shared-readings.ts';
import { isoOrNull } from '../../http/requests/times.ts';
import type { OperatorDeps } from './deps.ts';
import type { CreditView } from './schemas.ts';

/** How long the chain's word on a credit is reused, milliseconds. */
const LIFETIME_MS = 30_000;
/** Credits that are remembered before all are forgotten. */
const MOST_KEPT = 2_000;

/** Payments that failed and were credited. */
export interface CreditService {
  /** One page, newest first; a credit of a network that is no longer configured is left out. */
  list(after: string | null, limit: number): Promise<Page<CreditView>>;
}

/** What a holder can claim, local units. */
interface Claimable {
  readonly units: bigint;
  readonly decimals: number;
}

/** Reads what can be claimed from the chain, at most every half minute for each holder and asset. */
export function createCreditService({
  storage,
  bridge: { catalogue },
  clock,
}: Pick<OperatorDeps, 'storage' | 'bridge' | 'clock'>): CreditService {
  let kept = new Set<string>();
  let readings = new SharedReadings<Claimable, ReadFailure>(clock, LIFETIME_MS);
  const claimableOf = async (credited: Credited): Promise<Claimable | undefined> => {
    const { provider, holder, asset } = credited;
    const key = [provider.domain, provider.family, holder, asset.symbol].join(' ');
    if (!kept.has(key) && kept.size >= MOST_KEPT) {
      kept = new Set();
      readings = new SharedReadings(clock, LIFETIME_MS);
    }
    kept.add(key);
    return inTime(
      clock,
      readings.get(key, () => readClaimable(credited)),
    );
  };
  return {
    async list(after, limit) {
      const page = await storage.orders.everyCredited(after, limit);
      const views = await Promise.all(
        page.items.map(async (row) => {
          const credited = creditedOf(catalogue, row);
          return credited && viewOf(catalogue, credited, await claimableOf(credited));
        }),
      );
      const known = views.flatMap((view, at) => (view ? [{ view, cursor: page.cursors[at] ?? '' }] : []));
      return {
        items: known.map(({ view }) => view),
        cursors: known.map(({ cursor }) => cursor),
        nextCursor: page.nextCursor,
      };
    },
  };
}

async function readClaimable({ provider, holder, asset }: Credited): Promise<Result<Claimable, ReadFailure>> {
  const home = asset.home.deployment.domain;
  const [units, decimals] = await Promise.all([provider.claimable(holder, home), provider.decimals(home)]);
  if (!units.ok) return units;
  return decimals.ok ? ok({ units: units.value, decimals: decimals.value }) : decimals;
}

function viewOf(
  catalogue: Catalogue,
  { row, asset, network, holder }: Credited,
  claimable: Claimable | undefined,
): CreditView {
  return {
    orderId: row.id,
    chain: network.name,
    holder,
    amount: formatDecimal(row.wireAmount, asset.wireDecimals),
    token: catalogue.token(asset, network)?.symbol ?? asset.symbol,
    creditedAt: isoOrNull(row.completedAtMs),
    state: claimable === undefined ? 'unknown' : claimable.units > 0n ? 'unclaimed' : 'claimed',
    claimable: claimable === undefined ? null : formatDecimal(claimable.units, claimable.decimals),
  };
}

import { kindOf, type Network, type ReadFailure } from '@causeway/chains';
import type { Domain, Result } from '@causeway/protocol';
import type { PayerRow } from '@causeway/storage';
import { inTime } from '../../bridge/in-time.ts';
import { afterReading, type Known, timeOf } from '../../bridge/last-known.ts';
import { sharedReading } from '../../bridge/shared-readings.ts';
import type { OperatorDeps } from './deps.ts';
import { coinsOf } from './names.ts';
import type { PayerView } from './schemas.ts';

/** How long a balance is reused, milliseconds. */
const LIFETIME_MS = 10_000;

/** The payers of the oracle's transactions. */
export interface PayerService {
  list(): Promise<readonly PayerView[]>;
}

interface KnownPayer {
  readonly address: string;
  readonly balance: Known<bigint>;
}

/**
 * Reads the balance of every payer that a relayer noted, when somebody asks and the last reading began ten seconds ago
 * or earlier, once for any number of callers.
 */
export function createPayerService({
  storage,
  bridge: { catalogue },
  clock,
}: Pick<OperatorDeps, 'storage' | 'bridge' | 'clock'>): PayerService {
  const known = new Map<Domain, KnownPayer>();

  const view = async (network: Network, row: PayerRow): Promise<PayerView> => {
    const before = known.get(row.domain);
    const found = await inTime(clock, balanceOf(network, row.address));
    const last = before?.address === row.address ? before.balance : undefined;
    const balance = afterReading(last, found, clock.now());
    known.set(row.domain, { address: row.address, balance });
    return viewOf(network, row, balance, catalogue.feeToken(network));
  };
  const read = async () => {
    const rows = await storage.oracleRecord.payers();
    const views = rows.map((row) => {
      const network = catalogue.networkOf(row.domain);
      return network ? [view(network, row)] : [];
    });
    return Promise.all(views.flat());
  };
  return { list: sharedReading(clock, LIFETIME_MS, read) };
}

/** What `address` has of a network's native coin. */
async function balanceOf({ deployment, providers }: Network, address: string): Promise<Result<bigint, ReadFailure>> {
  const [provider] = Object.values(providers);
  if (!provider) throw new TypeError('a network has at least one bridge');
  return provider.wallet.holding(address, { address: null, decimals: kindOf(deployment.kind).coin.decimals });
}

function viewOf(
  network: Network,
  { address, minimum }: PayerRow,
  { last, unknownSinceMs }: Known<bigint>,
  token: string | null,
): PayerView {
  const isLow = last !== undefined && (last.found === 0n || (minimum !== null && last.found < minimum));
  return {
    chain: network.name,
    address,
    balance: last === undefined ? null : coinsOf(network, last.found),
    minimum: minimum === null ? null : coinsOf(network, minimum),
    token,
    state: unknownSinceMs !== undefined ? 'unknown' : isLow ? 'low' : 'enough',
    unknownSince: timeOf(unknownSinceMs),
    checkedAt: timeOf(last?.atMs),
  };
}

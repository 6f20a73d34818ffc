import { openProviders } from '@causeway/chains';
import { loadConfig } from '@causeway/config';
import { openDatabase, required } from '@causeway/process';
import { askHealth, type Common, print } from '@causeway/process/commands';
import { formatDecimal } from '@causeway/protocol';
import { openSolverStorage, type SolverStorage } from '@causeway/storage';
import type { Balance } from './books.ts';
import { type SolverConfig, solverConfig } from './config.ts';
import { DOLLAR_DECIMALS } from './pricing.ts';
import { booksOf, openSolverKeys, type SolverHealth } from './solver.ts';

/** Swaps that are shown. */
const LATEST = 10;

/** `causeway solver status`: what the solver says of itself, and what its database has, whether it runs or not. */
export async function showStatus({ config: file, json }: Common): Promise<void> {
  const config = loadConfig(file, solverConfig);
  const { url, health } = await askHealth(config.solver.http);
  const storage = await openDatabase(openSolverStorage, config, { mustExist: true });
  try {
    const lanes = await storage.solver.lanes();
    const swaps = (await storage.solver.latest(LATEST)).map(({ swapId, orderId, lane, stage, reason }) => ({
      ...{ swapId, orderId, lane, stage, reason },
    }));
    const stages = Object.fromEntries(await storage.solver.countByStage());
    const homeward = await storage.solver.homeward('sent');
    const balances = await balancesOf(config, storage);
    print(json, { solver: health, stages, lanes, balances, homeward, swaps }, [
      `solver    ${health ? (health as SolverHealth).status : `does not answer at ${url}`}`,
      ...((health as SolverHealth | null)?.lanes ?? []).map(
        ({ lane, offered, reason, rate, maxAmount }) =>
          `  ${lane}: ${offered ? `offered at ${rate}, up to ${maxAmount}` : `not offered: ${reason}`}`,
      ),
      `swaps     ${
        Object.entries(stages)
          .map(([stage, count]) => `${count} ${stage}`)
          .join(', ') || 'none'
      }`,
      ...lanes.map(
        ({ lane, filled, missed, profit }) =>
          `  ${lane}: ${filled} filled, ${missed} missed, profit ${inDollars(profit)}`,
      ),
      `homeward  ${homeward.length} batches on their way`,
      // Empty ones only with --json.
      ...balances.filter(({ booked, held }) => booked !== 0n || held !== 0n).map(balanceLine),
      ...swaps.map(({ swapId, stage, reason }) => `  ${swapId}  ${stage}${reason ? `  ${reason}` : ''}`),
    ]);
  } finally {
    await storage.close();
  }
}

/** The books beside the balances, which are read from the chains. */
async function balancesOf(config: SolverConfig, storage: SolverStorage): Promise<readonly Balance[]> {
  const registry = required(await openProviders(config, config.baseDir));
  try {
    return await booksOf(config, storage, registry, await openSolverKeys(config, registry));
  } finally {
    await registry.close();
  }
}

const inWords = (amount: bigint, decimals: number): string =>
  amount < 0n ? `-${formatDecimal(-amount, decimals)}` : formatDecimal(amount, decimals);

const inDollars = (amount: bigint): string => `${inWords(amount, DOLLAR_DECIMALS)} USD`;

function balanceLine({ chain, symbol, decimals, booked, held, difference }: Balance): string {
  const of = `  ${symbol}@${chain}: booked ${inWords(booked, decimals)}`;
  if (held === null || difference === null) return `${of}, the chain cannot be read`;
  return `${of}, held ${inWords(held, decimals)}${difference === 0n ? '' : `, difference ${inWords(difference, decimals)}`}`;
}

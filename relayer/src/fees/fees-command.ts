import { resolve } from 'node:path';
import { type Deployment, kindOf, readDeployment } from '@causeway/chains';
import { ConfigError, loadConfig } from '@causeway/config';
import { sharesOf } from '@causeway/outbox';
import { type Domain, formatDecimal, parseDecimal } from '@causeway/protocol';
import { relayerConfig } from '../config.ts';
import { openDatabase } from '../database.ts';
import type { FeesOptions } from './fees-options.ts';
import { type Coin, type LaneStatement, PRICE_DECIMALS, statementsOf, type WorkCost } from './statement.ts';

/** The statement of every lane, or of one, with the names of chains. Throws ConfigError. */
export async function feesOf({ config: file, since, lane, price, margin }: FeesOptions) {
  const config = loadConfig(file, relayerConfig);
  const deployments = new Map<Domain, Deployment>();
  for (const name of Object.keys(config.chains)) {
    const read = readDeployment(resolve(config.baseDir, config.deployments), name);
    if (!read.ok) throw new ConfigError(`chains.${name}: ${read.error.message}`);
    deployments.set(read.value.domain, read.value);
  }
  const nameOf = (domain: Domain) => deployments.get(domain)?.network ?? String(domain);
  const configured = Object.entries(config.relayer.prices).map(([name, number]) => [
    name,
    number.toFixed(PRICE_DECIMALS),
  ]);
  const prices: FeesOptions['price'] = { ...Object.fromEntries(configured), ...price };
  for (const name of Object.keys(prices)) {
    if (!(name in config.chains)) throw new ConfigError(`a price of ${name}: it is none of the configured chains`);
  }
  const coins = (domain: Domain): Coin => {
    const deployment = deployments.get(domain);
    const text = deployment && prices[deployment.network];
    const parsed = text === undefined ? undefined : parseDecimal(text, PRICE_DECIMALS);
    return {
      decimals: deployment ? kindOf(deployment.kind).coin.decimals : 0,
      price: parsed?.ok && parsed.value > 0n ? parsed.value : undefined,
    };
  };
  const storage = await openDatabase(config, { mustExist: true });
  const sinceMs = storage.clock.now() - since;
  try {
    const [incomes, costed] = await Promise.all([
      storage.deliveryFees.income(sinceMs),
      storage.submissions.costed(sinceMs),
    ]);
    const statements = statementsOf(incomes, costed.flatMap(sharesOf), { coins, margin });
    const wanted = statements
      .map((statement) => named(statement, nameOf, coins))
      .filter(({ source, destination }) => lane === undefined || lane === `${source}:${destination}`);
    return { since: new Date(sinceMs).toISOString(), margin, lanes: wanted };
  } finally {
    await storage.close();
  }
}

type Fees = Awaited<ReturnType<typeof feesOf>>;

/** A statement in coins, for people and scripts. */
function named(
  { family, source, destination, income, works, suggestion }: LaneStatement,
  nameOf: (domain: Domain) => string,
  coins: (domain: Domain) => Coin,
) {
  const inCoins = (chain: Domain) => (amount: bigint) => formatDecimal(amount, coins(chain).decimals);
  const [here, there] = [inCoins(source), inCoins(destination)];
  const work = ({ count, cost, rent, dearest, newAccounts }: WorkCost, format: (amount: bigint) => string) => ({
    ...{ count, cost: format(cost), rent: format(rent), dearest: format(dearest), newAccounts },
  });
  return {
    family,
    source: nameOf(source),
    destination: nameOf(destination),
    /** In coins of the source. */
    fee: income.fee === null ? null : here(income.fee),
    income: { messages: income.messages, unknown: income.unknown, fees: here(income.fees) },
    /** In coins of the destination; refunds in coins of the source. */
    costs: {
      commitment: work(works.commitment, there),
      delivery: work(works.delivery, there),
      cancellation: work(works.cancellation, there),
      refund: work(works.refund, here),
    },
    /** In coins of the source. */
    suggestion: {
      fee: suggestion.fee === null ? null : here(suggestion.fee),
      covers: suggestion.covers,
      estimated: suggestion.estimated,
      lacks: suggestion.lacks.map((lack) => (lack === 'costs' ? lack : `price of ${nameOf(lack.price)}`)),
    },
  };
}

/** The statements as text. */
export function feesText({ since, margin, lanes }: Fees): readonly string[] {
  if (lanes.length === 0) return [`no lane with income or cost since ${since}`];
  return lanes.flatMap(({ family, source, destination, fee, income, costs, suggestion }) => {
    const { commitment, delivery, cancellation, refund } = costs;
    const line = (name: string, { count, cost, rent, dearest, newAccounts }: typeof delivery, chain: string) =>
      count === 0
        ? []
        : [
            `  ${name.padEnd(14)} ${cost} (${chain}) for ${count}, dearest ${dearest}${rent === '0' ? '' : `, rent ${rent}`}` +
              (newAccounts > 0 ? `; ${newAccounts} to new accounts` : ''),
          ];
    return [
      `${source} -> ${destination}${family === 'main' ? '' : ` (${family})`}, since ${since}`,
      `  ${'fee'.padEnd(14)} ${fee ?? 'not read yet'} (${source})`,
      `  ${'income'.padEnd(14)} ${income.fees} (${source}) from ${income.messages} messages` +
        (income.unknown > 0 ? `; of ${income.unknown} the fee is not known` : ''),
      ...line('commitments', commitment, destination),
      ...line('deliveries', delivery, destination),
      ...line('cancellations', cancellation, destination),
      ...line('refunds', refund, source),
      `  ${'suggested fee'.padEnd(14)} ${
        suggestion.fee === null
          ? `none: ${suggestion.lacks.map(lackText).join(', ')}`
          : `${suggestion.fee} (${source}), for a ${suggestion.covers}${suggestion.covers === 'cancellation' ? ' with its refund' : ''} and ${margin} %` +
            (suggestion.estimated ? '; no cancellation was seen, its cost is estimated' : '')
      }`,
    ];
  });
}

const lackText = (lack: string): string =>
  lack === 'costs' ? 'too little was delivered' : `give --price ${lack.replace('price of ', '')}=NUMBER`;

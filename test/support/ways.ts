import { strict as assert } from 'node:assert';
import { DEVNET_NETWORKS, type DevnetNetwork, FAMILIES, type Family } from '@causeway/devnet';
import { formatDecimal, parseDecimal } from '@causeway/protocol';
import type { NetworkName, Way } from './control.ts';
import { read } from './invariants.ts';
import type { PersonName } from './people.ts';
import type { Stack } from './stack.ts';

/** More decimals than any amount of a test has. */
const DECIMALS = 18;

/** The chain that `asset` (SYMBOL or SYMBOL@CHAIN) is at home on, and the family of its bridges. */
export function homeOf(asset: string): { readonly home: NetworkName; readonly family: Family } {
  const [text = ''] = asset.split('@');
  // By its bridged token, where its own symbol is the chain's coin.
  const symbol = text.replace(/^cw/, '');
  for (const { name, assets } of DEVNET_NETWORKS) {
    const family = FAMILIES.find((one) => (assets as DevnetNetwork['assets'])[one]?.symbol === symbol);
    if (family !== undefined) return { home: name, family };
  }
  throw new RangeError(`no chain has ${asset}`);
}

/** What `owner` holds of `asset` on `at`, local units. */
export function held(stack: Stack, at: NetworkName, owner: string, asset: string): Promise<bigint> {
  const { home, family } = homeOf(asset);
  return read(stack.provider(at, family).balance(owner, stack.provider(home, family).domain));
}

/** The local units on `at` of a decimal amount of `asset`. */
export async function unitsOf(stack: Stack, at: NetworkName, asset: string, amount: string | number): Promise<bigint> {
  const { home, family } = homeOf(asset);
  const decimals = await read(stack.provider(at, family).decimals(stack.provider(home, family).domain));
  return read(Promise.resolve(parseDecimal(String(amount), decimals)));
}

/** Watches what `owner` holds of `asset` on `at`. The result tells the decimal amount that was received since. */
export async function watch(
  stack: Stack,
  at: NetworkName,
  owner: string,
  asset: string,
): Promise<() => Promise<string>> {
  const before = await held(stack, at, owner, asset);
  const unit = await unitsOf(stack, at, asset, 1);
  return async () => {
    const received = (await held(stack, at, owner, asset)) - before;
    return formatDecimal((received * 10n ** BigInt(DECIMALS)) / unit, DECIMALS);
  };
}

/** The sum of decimal amounts. */
async function sumOf(amounts: readonly (string | number)[]): Promise<string> {
  const units = await Promise.all(amounts.map((amount) => read(Promise.resolve(parseDecimal(`${amount}`, DECIMALS)))));
  return formatDecimal(
    units.reduce((sum, one) => sum + one, 0n),
    DECIMALS,
  );
}

/**
 * Orders all of `ways` at once, waits until they are completed, and checks that every recipient got exactly what was
 * sent to it. Returns the ids of the orders.
 */
export async function carries(
  stack: Stack,
  caller: PersonName,
  ways: readonly Way[],
  recipientOn: (network: NetworkName) => string,
): Promise<readonly string[]> {
  const client = stack.as(caller);
  const arrivals = ways.map((way) => {
    const recipient = way.recipient ?? recipientOn(way.to);
    return { way, recipient, place: `${homeOf(way.from).home} on ${way.to} for ${recipient}` };
  });
  const places = await Promise.all(
    [...Map.groupBy(arrivals, ({ place }) => place).values()].map(async (group) => {
      const [{ way, recipient, place }] = group as [(typeof group)[0]];
      const amounts = group.map((one) => one.way.amount);
      return { place, amounts, received: await watch(stack, way.to, recipient, way.from) };
    }),
  );
  const ids = await Promise.all(
    arrivals.map(({ way: { from, to, amount }, recipient }) =>
      client.order({ from, to, amount, destinationAddress: recipient }),
    ),
  );
  await client.completesAll(ids);
  for (const { place, amounts, received } of places) assert.equal(await received(), await sumOf(amounts), place);
  return ids;
}

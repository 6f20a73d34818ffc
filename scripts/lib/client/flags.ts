import { InvalidArgumentError, Option } from 'commander';

/** Items that lists show when `--limit` is absent. */
const LIST_LIMIT = 50;

/** A whole number of at least 1. */
function positive(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/** `--limit <n>` of a list. */
export const limitOption = (): Option =>
  new Option('--limit <n>', 'most items to list').default(LIST_LIMIT).argParser(positive);

/** `--full` of a list of summaries. */
export const fullOption = (): Option =>
  new Option('--full', 'whole items, for --json: with quests, dependencies, metadata, input and result');

/** Asks the client for whole items. */
export const FULL = { view: 'full' } as const;

/** `--NAME <minutes>` and the like: a whole number of at least 1. */
export const countOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(positive);

/** Checks the form of an amount, which the service takes as a string, so that it stays exact. */
export function amountArgument(text: string): string {
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a decimal number, such as 0.5.');
  return text;
}

/** The form of the ids that the service gives. */
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Checks the form of an order's id. */
export function orderIdArgument(text: string): string {
  if (UUID.test(text)) return text;
  throw new InvalidArgumentError(
    'An order’s id is a UUID: causeway order list shows yours, and causeway order find TRANSACTION finds any.',
  );
}

/** The first `limit` items. */
export async function* take<T>(items: AsyncIterable<T>, limit: number): AsyncGenerator<T, void, undefined> {
  let left = limit;
  for await (const item of items) {
    yield item;
    left -= 1;
    if (left === 0) return;
  }
}

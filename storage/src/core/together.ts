import type { Asked, Request, TxScript } from './steps.ts';

/** A script with its request that waits for an answer. */
interface Waiting {
  readonly script: TxScript<unknown>;
  step: IteratorResult<Request, unknown>;
}

/** The compiled queries of a request that can be asked together with others; undefined for any other request. */
function queriesOf(request: Request): readonly Asked[] | undefined {
  if (request.kind === 'each') return request.queries;
  if (request.kind !== 'rows' || typeof request.query === 'function') return undefined;
  return [{ query: request.query, values: request.values }];
}

/**
 * Runs scripts that do not depend on each other, and returns their results in their order. The compiled queries that
 * they wait for at a time are asked in one round trip, so that all of them take as many as the longest one.
 */
export function* together<Results extends readonly unknown[]>(
  ...scripts: { readonly [Index in keyof Results]: TxScript<Results[Index]> }
): TxScript<Results> {
  const all: Waiting[] = (scripts as readonly TxScript<unknown>[]).map((script) => ({ script, step: script.next() }));
  for (;;) {
    const asking: { readonly one: Waiting; readonly queries: readonly Asked[]; readonly isEach: boolean }[] = [];
    for (const one of all) {
      while (!one.step.done) {
        const request: Request = one.step.value;
        const queries = queriesOf(request);
        if (queries !== undefined) {
          asking.push({ one, queries, isEach: request.kind === 'each' });
          break;
        }
        one.step = one.script.next(yield request);
      }
    }
    if (asking.length === 0) return all.map(({ step }) => step.value) as unknown as Results;
    const rows = (yield { kind: 'each', queries: asking.flatMap(({ queries }) => queries) }) as unknown[][];
    let taken = 0;
    for (const { one, queries, isEach } of asking) {
      const answers = rows.slice(taken, taken + queries.length);
      taken += queries.length;
      one.step = one.script.next(isEach ? answers : answers[0]);
    }
  }
}

/** A script without a query, in the place of one that is not needed. */
// biome-ignore lint/correctness/useYield: it asks nothing without a query
export function* nothing(): TxScript<undefined> {
  return undefined;
}

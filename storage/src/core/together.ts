import type { Asked, Request, TxScript } from './steps.ts';

/** A script with its request that waits for an answer. */
interface Waiting {
  readonly script: TxScript<unknown>;
  step: IteratorResult<Request, unknown>;
}

/** In the place of the step of a script that has not begun. */
const NOT_BEGUN: Waiting['step'] = { done: true, value: undefined };

/** The compiled queries of a request that can be asked together with others; undefined for any other request. */
function queriesOf(request: Request): readonly Asked[] | undefined {
  if (request.kind === 'each') return request.queries;
  if (request.kind !== 'rows' || typeof request.query === 'function') return undefined;
  return [{ query: request.query, values: request.values }];
}

/**
 * Runs scripts that do not depend on each other, and returns their results in their order. The compiled queries that
 * they wait for at a time are asked in one round trip, so that all of them take as many as the longest one. When one
 * throws, those before it go on, and the error of the first in their order counts.
 */
export function* together<Results extends readonly unknown[]>(
  ...scripts: { readonly [Index in keyof Results]: TxScript<Results[Index]> }
): TxScript<Results> {
  let going: Waiting[] = [];
  let failure: { readonly error: unknown } | undefined;
  /** Lets a script go on by `next`. If it throws, those after it end. */
  const advance = (one: Waiting, next: () => Waiting['step']): void => {
    try {
      one.step = next();
    } catch (error) {
      failure = { error };
      going = going.slice(0, going.indexOf(one));
    }
  };
  const all: Waiting[] = (scripts as readonly TxScript<unknown>[]).map((script) => ({ script, step: NOT_BEGUN }));
  going = [...all];
  for (const one of all) if (going.includes(one)) advance(one, () => one.script.next());
  for (;;) {
    const asking: { readonly one: Waiting; readonly queries: readonly Asked[]; readonly isEach: boolean }[] = [];
    for (const one of going) {
      while (going.includes(one) && !one.step.done) {
        const request: Request = one.step.value;
        const queries = queriesOf(request);
        if (queries !== undefined) {
          asking.push({ one, queries, isEach: request.kind === 'each' });
          break;
        }
        const answer = yield request;
        advance(one, () => one.script.next(answer));
      }
    }
    const asked = asking.filter(({ one }) => going.includes(one));
    if (asked.length === 0) break;
    const rows = (yield { kind: 'each', queries: asked.flatMap(({ queries }) => queries) }) as unknown[][];
    let taken = 0;
    for (const { one, queries, isEach } of asked) {
      const answers = rows.slice(taken, taken + queries.length);
      taken += queries.length;
      if (going.includes(one)) advance(one, () => one.script.next(isEach ? answers : answers[0]));
    }
  }
  if (failure) throw failure.error;
  return all.map(({ step }) => step.value) as unknown as Results;
}

/** A script without a query, in the place of one that is not needed. */
// biome-ignore lint/correctness/useYield: it asks nothing without a query
export function* nothing(): TxScript<undefined> {
  return undefined;
}

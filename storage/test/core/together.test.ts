import assert from 'node:assert/strict';
import { type Lock, lockOf } from '../../src/core/locks.ts';
import { readLocked } from '../../src/core/read-locked.ts';
import { prepared } from '../../src/core/statements.ts';
import { all, allOfEach, announce, first, type Request, type TxScript } from '../../src/core/steps.ts';
import { nothing, together } from '../../src/core/together.ts';

/** A query that an engine without a database answers by its name and value. */
const query = (name: string) => prepared(name, () => ({ prepare: () => undefined, all: (): string[] => [] }));

/** Runs `script` and returns its result with the kinds of its requests, one for each round trip or note. */
function play<T>(script: TxScript<T>): { readonly value: T; readonly requests: readonly Request[] } {
  const requests: Request[] = [];
  let step = script.next();
  while (!step.done) {
    const request = step.value;
    requests.push(request);
    const answer = (asked: { readonly query: unknown; readonly values: unknown }) => [
      `${(asked.query as { readonly name: string }).name} ${JSON.stringify(asked.values)}`,
    ];
    if (request.kind === 'each') step = script.next(request.queries.map(answer));
    else step = script.next(request.kind === 'rows' ? answer(request) : undefined);
  }
  return { value: step.value, requests };
}

describe('scripts together', () => {
  const [one, two] = [query('one'), query('two')];

  function* long(): TxScript<readonly (string | undefined)[]> {
    const before = yield* first(one, { at: 1 });
    yield* announce();
    const [after] = yield* allOfEach([two, [{ at: 2 }, { at: 3 }]]);
    return [before, ...after.flat()];
  }

  it('take as many round trips as the longest, and each gets its own answers', () => {
    const { value, requests } = play(together(long(), all(two, { at: 4 }), nothing()));
    assert.deepEqual(value, [['one {"at":1}', 'two {"at":2}', 'two {"at":3}'], ['two {"at":4}'], undefined]);
    assert.deepEqual(
      requests.map(({ kind }) => kind),
      ['each', 'announce', 'each'],
    );
  });

  it('fail by the first in their order, also when a later one fails earlier', () => {
    function* fails(text: string, queries: number): TxScript<void> {
      for (let at = 0; at < queries; at += 1) yield* first(one, { at });
      throw new Error(text);
    }
    assert.throws(() => play(together(long(), fails('second', 2), fails('third', 0), long())), /second/);
    assert.throws(() => play(together(long(), fails('only', 0))), /only/);
  });

  it('without a query ask nothing', () => {
    assert.deepEqual(play(together(nothing(), nothing())), { value: [undefined, undefined], requests: [] });
  });
});

describe('what is read and locked', () => {
  it('is read again until nothing else is to be locked', () => {
    const found = ['a', 'b', 'b'];
    const taken: (readonly Lock[])[] = [];
    function* read(): TxScript<string | undefined> {
      yield* announce();
      return found.shift();
    }
    const { value, requests } = play(readLocked(read, (name) => (name ? [lockOf('order', name)] : [])));
    for (const request of requests) if (request.kind === 'lock') taken.push(request.locks);
    assert.equal(value, 'b');
    assert.deepEqual(taken, [[lockOf('order', 'a')], [lockOf('order', 'b')]]);
    assert.equal(found.length, 0, 'what is returned was read after the last lock');
  });
});

import type { Area, AreaContext } from '../../src/core/area.ts';
import type { Build, TxScript } from '../../src/core/steps.ts';

/** A query that a job ran, as TestEngine.plan takes it. */
export type Recorded = Build<unknown>;

/** `area`, with every query of its jobs added to `queries`. */
export function recording<Tables, Repository>(
  area: Area<Tables, Repository>,
  queries: Recorded[],
): Area<Tables, Repository> {
  function* noted<T>(steps: TxScript<T>): TxScript<T> {
    let step = steps.next();
    while (!step.done) {
      const request = step.value;
      if (request.kind === 'rows' || request.kind === 'changes' || request.kind === 'send') {
        queries.push('build' in request.query ? request.query.build : request.query);
      } else if (request.kind === 'each') {
        queries.push(...request.queries.map(({ query }) => query.build));
      } else if (request.kind === 'text') {
        const { text: sql, values: params } = request;
        queries.push(() => ({ toSQL: () => ({ sql, params }) }));
      }
      step = steps.next(yield request);
    }
    return step.value;
  }
  const open = (context: AreaContext<Tables>): Repository =>
    area.open({
      ...context,
      read: (work) => context.read(() => noted(work())),
      write: (durability, work, fenced) => context.write(durability, () => noted(work()), fenced),
    });
  return { ...area, open };
}

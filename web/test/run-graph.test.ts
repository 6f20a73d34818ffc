import { strict as assert } from 'node:assert';
import { type GraphStep, layOut } from '../src/lib/run-graph.ts';

/** The places of steps as `id level,row`. */
const placed = (...steps: readonly GraphStep[]) =>
  [...layOut(steps).places].map(([id, { level, row }]) => `${id} ${level},${row}`);

describe('the graph of a run', () => {
  it('has a step behind every step that it follows, by the longest way', () => {
    assert.deepEqual(
      placed(
        { stepId: 'end', dependsOn: ['middle', 'begin'] },
        { stepId: 'begin' },
        { stepId: 'middle', dependsOn: ['begin'] },
        { stepId: 'alone' },
      ),
      ['begin 0,0', 'alone 0,1', 'middle 1,0', 'end 2,0'],
    );
  });

  it('has steps that others name behind those, and an edge of its kind for each', () => {
    const { places, edges } = layOut([
      { stepId: 'try', onSuccess: 'good', onFailure: 'bad' },
      { stepId: 'good', onSuccess: 'complete' },
      { stepId: 'bad' },
    ]);
    assert.equal(places.get('bad')?.level, 1);
    assert.deepEqual(
      edges.map(({ from, to, kind }) => `${from} ${to} ${kind}`),
      ['try good onSuccess', 'try bad onFailure'],
      'an end of the run is no step',
    );
  });

  it('keeps steps near the rows of the steps before, so that parallel ways do not cross', () => {
    assert.deepEqual(
      placed(
        { stepId: 'a' },
        { stepId: 'b' },
        { stepId: 'of-b', dependsOn: ['b'] },
        { stepId: 'of-a', dependsOn: ['a'] },
      ),
      ['a 0,0', 'b 0,1', 'of-a 1,0', 'of-b 1,1'],
    );
  });

  it('places a hundred steps in a chain and in a circle', () => {
    const chain = Array.from({ length: 100 }, (_, at) => ({
      stepId: `s${at}`,
      dependsOn: at === 0 ? [] : [`s${at - 1}`],
    }));
    const { levels, rows } = layOut(chain);
    assert.deepEqual([levels, rows], [100, 1]);
    const circle = chain.map((step, at) => (at === 0 ? { ...step, dependsOn: ['s99'] } : step));
    assert.equal(layOut(circle).places.size, 100);
    assert.deepEqual(layOut([]), { places: new Map(), edges: [], levels: 0, rows: 0 });
  });
});

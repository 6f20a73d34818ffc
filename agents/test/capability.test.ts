import assert from 'node:assert/strict';
import type { Capability, Requirement, TakerRule } from '@causeway/storage';
import { forAll } from '@causeway/storage/test-support/takers';
import fc from 'fast-check';
import { capabilityFor, fits, formatResolution, meets, parseResolution, queueOf } from '../src/capability.ts';
import { toDraw } from './support/agent.ts';
import './support/arbitraries.ts';

const size = (width: number, height: number) => ({ width, height });
const side = fc.integer({ min: 1, max: 1_000_000 });
const requirement: fc.Arbitrary<Requirement> = fc.record(
  {
    capability: fc.string(),
    model: fc.option(fc.string()),
    resolution: fc.option(fc.record({ width: side, height: side })),
    agentId: fc.string(),
  },
  { requiredKeys: ['capability', 'model', 'resolution'] },
);

describe('capabilities', () => {
  it('have resolutions of the form 1024x768 and no other', () => {
    assert.deepEqual(parseResolution('1024x768'), size(1_024, 768));
    for (const text of [
      '',
      '1024',
      '1024x',
      'x768',
      '0x768',
      '1024X768',
      '1 x2',
      '-1x2',
      '1.5x2',
      '1000001x1',
      '01x2',
    ]) {
      assert.equal(parseResolution(text), undefined, text);
    }
    fc.assert(
      fc.property(side, side, (width, height) => {
        assert.deepEqual(parseResolution(formatResolution({ width, height })), { width, height });
      }),
    );
  });

  it('meet a requirement by type, model and both sides of the resolution', () => {
    const capability: Capability = { type: 'draw', models: ['m1', 'm2'], maxResolution: size(100, 50) };
    const cases: readonly (readonly [Partial<Requirement>, boolean])[] = [
      [{}, true],
      [{ capability: 'write' }, false],
      [{ model: 'm2' }, true],
      [{ model: 'm3' }, false],
      [{ resolution: size(100, 50) }, true],
      [{ resolution: size(101, 50) }, false],
      [{ resolution: size(100, 51) }, false],
      [{ model: 'm3', resolution: size(1, 1) }, false],
    ];
    for (const [more, expected] of cases) assert.equal(meets(capability, toDraw(more)), expected, JSON.stringify(more));
  });

  it('do not meet a bound that the agent does not name', () => {
    const capability = { type: 'draw' };
    assert.equal(meets(capability, toDraw({ model: 'm1' })), false);
    assert.equal(meets(capability, toDraw({ resolution: size(1, 1) })), false);
  });

  it('are searched in the agent’s order', () => {
    const [small, large] = [
      { type: 'draw', maxResolution: size(10, 10), costMicros: 1 },
      { type: 'draw', maxResolution: size(100, 100), costMicros: 9 },
    ];
    assert.equal(capabilityFor([small, large], toDraw()), small);
    assert.equal(capabilityFor([small, large], toDraw({ resolution: size(11, 1) })), large);
    assert.equal(capabilityFor([small, large], toDraw({ resolution: size(101, 1) })), undefined);
  });

  it('do not matter for a task that is reserved to one agent', () => {
    const drawer = { id: 'a', capabilities: [{ type: 'draw' }] };
    assert.deepEqual([fits(drawer, toDraw()), fits(drawer, toDraw({ capability: 'write' }))], [true, false]);
    assert.equal(fits(drawer, toDraw({ agentId: 'b' })), false);
    assert.equal(fits({ id: 'b', capabilities: [] }, toDraw({ agentId: 'b' })), true);
  });

  it('have one queue for each requirement', () => {
    fc.assert(
      fc.property(requirement, requirement, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        assert.equal(queueOf(one, forAll()) === queueOf(other, forAll()), isSame);
        assert.equal(queueOf(one, forAll()), queueOf(structuredClone(one), forAll()));
      }),
    );
    assert.notEqual(queueOf(toDraw({ model: 'm' }), forAll()), queueOf(toDraw(), forAll()));
    assert.notEqual(queueOf(toDraw({ agentId: 'a' }), forAll()), queueOf(toDraw(), forAll()));
    assert.notEqual(
      queueOf(toDraw({ resolution: size(1, 12) }), forAll()),
      queueOf(toDraw({ resolution: size(11, 2) }), forAll()),
    );
  });

  it('have one queue for each rule of takers, unless they are reserved to an agent', () => {
    const rules: readonly TakerRule[] = (['own', 'listed'] as const).flatMap((takers) =>
      ['ann', 'bob'].map((principalId) => ({ takers, principalId })),
    );
    const names = [forAll('ann'), ...rules].map((rule) => queueOf(toDraw(), rule));
    assert.equal(new Set(names).size, names.length);
    assert.equal(queueOf(toDraw(), forAll('ann')), queueOf(toDraw(), forAll('bob')));
    const reserved = [forAll(), ...rules].map((rule) => queueOf(toDraw({ agentId: 'a' }), rule));
    assert.equal(new Set(reserved).size, 1);
  });
});

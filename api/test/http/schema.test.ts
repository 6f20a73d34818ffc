import { strict as assert } from 'node:assert';
import { nearest } from '../../src/http/nearest.ts';
import { refuseUnknown, spelledAs, TwiceGiven } from '../../src/http/schema.ts';

describe('the spelling of a request', () => {
  const schema = {
    properties: {
      from: {},
      steps: { items: { properties: { stepId: {}, state: { enum: ['open', 'closed'] } } } },
      metadata: {},
    },
  };

  it('has known members in camelCase, and free-form ones unchanged', () => {
    const body = { From: 1, Steps: [{ StepId: 'a' }], Metadata: { Capability: 'X', from: 2 }, Other: 3 };
    assert.deepEqual(spelledAs(body, schema), {
      from: 1,
      steps: [{ stepId: 'a' }],
      metadata: { Capability: 'X', from: 2 },
      Other: 3,
    });
  });

  it('has the listed values of enumerations, from any case or their index', () => {
    for (const state of ['closed', 'Closed', 'CLOSED', 1, '1']) {
      assert.deepEqual(spelledAs({ steps: [{ state }] }, schema), { steps: [{ state: 'closed' }] }, String(state));
    }
    for (const state of ['clothed', 2, -1, 0.5, true, null]) {
      assert.deepEqual(spelledAs({ steps: [{ state }] }, schema), { steps: [{ state }] }, String(state));
    }
    assert.equal(spelledAs(7, { enum: [7, 'x'] }), 7);
  });

  it('cannot have a member in both forms', () => {
    assert.throws(() => spelledAs({ from: 1, From: 2 }, schema), TwiceGiven);
  });

  it('never reaches inherited properties of a schema', () => {
    assert.deepEqual(spelledAs({ constructor: 'x', toString: 1 }, schema), { constructor: 'x', toString: 1 });
  });
});

describe('a strict schema', () => {
  it('refuses unknown members at any depth, except in objects that allow them', () => {
    const strict = refuseUnknown({
      properties: {
        list: { items: { properties: { a: {} } } },
        metadata: { properties: { known: {} }, additionalProperties: true },
        free: { type: 'object' },
      },
    });
    assert.deepEqual(strict, {
      properties: {
        list: { items: { properties: { a: {} }, additionalProperties: false } },
        metadata: { properties: { known: {} }, additionalProperties: true },
        free: { type: 'object' },
      },
      additionalProperties: false,
    });
  });

  it('does not change the original schema', () => {
    const schema = { properties: { a: {} } };
    refuseUnknown(schema);
    assert.deepEqual(schema, { properties: { a: {} } });
  });
});

describe('the nearest known name', () => {
  const known = ['from', 'to', 'amount', 'destinationAddress', 'refundAddress'];
  const meant: readonly (readonly [string, string | undefined])[] = [
    ['form', 'from'],
    ['Amont', 'amount'],
    ['destination_address', 'destinationAddress'],
    ['DESTINATIONADRESS', 'destinationAddress'],
    ['recipient', undefined],
    ['', undefined],
    ['x'.repeat(10_000), undefined],
  ];
  for (const [name, expected] of meant) {
    it(`of ${JSON.stringify(name.slice(0, 30))} is ${expected ?? 'none'}`, () => {
      assert.equal(nearest(name, known), expected);
    });
  }

  it('is undefined when no name is known', () => {
    assert.equal(nearest('from', []), undefined);
  });
});

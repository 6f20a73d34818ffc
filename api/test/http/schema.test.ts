import { strict as assert } from 'node:assert';
import { nearest } from '@causeway/config';
import { declaredOnly, refuseUnknown, spelledAs, TwiceGiven } from '../../src/http/schema/schema.ts';

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

  it('has known members in camelCase within an object that may be null, too', () => {
    const nullable = { properties: { order: { anyOf: [{ properties: { minAmount: {} } }, { type: 'null' }] } } };
    assert.deepEqual(spelledAs({ Order: { MinAmount: '1' } }, nullable), { order: { minAmount: '1' } });
    assert.deepEqual(spelledAs({ Order: null }, nullable), { order: null });
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
        choice: { anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }, { type: 'null' }] },
        metadata: { properties: { known: { properties: {} } }, additionalProperties: true },
        weights: { additionalProperties: { type: 'number' } },
        empty: { type: 'object' },
      },
      anyOf: [{ required: ['list'] } as object, { required: ['choice'] }],
    });
    assert.deepEqual(strict, {
      properties: {
        list: { items: { properties: { a: {} }, additionalProperties: false } },
        choice: {
          anyOf: [
            { properties: { a: {} }, additionalProperties: false },
            { properties: { b: {} }, additionalProperties: false },
            { type: 'null' },
          ],
        },
        metadata: { properties: { known: { properties: {} } }, additionalProperties: true },
        weights: { additionalProperties: { type: 'number' } },
        empty: { type: 'object', additionalProperties: false },
      },
      anyOf: [{ required: ['list'] }, { required: ['choice'] }],
      additionalProperties: false,
    });
  });

  it('cannot be made of a schema whose members it would not see', () => {
    const member = { properties: { a: {} } };
    for (const schema of [
      { allOf: [member, { properties: { b: {} } }] },
      { $ref: '#/components/schemas/Order' },
      { type: 'object', patternProperties: { '^x': {} } },
      { if: member },
      { prefixItems: [member] },
      { properties: { inner: { allOf: [member] } } },
      { ...member, anyOf: [{ properties: { b: {} } }] },
      { ...member, oneOf: [{ properties: { b: {} } }] },
    ]) {
      assert.throws(() => refuseUnknown(schema as never), /cannot be declared/, JSON.stringify(schema));
    }
  });

  it('does not change the original schema', () => {
    const schema = { properties: { a: {} } };
    refuseUnknown(schema);
    assert.deepEqual(schema, { properties: { a: {} } });
  });
});

describe('a body of a foreign protocol', () => {
  it('has its declared members alone, at any depth, and free-form objects whole', () => {
    const schema = {
      properties: {
        id: {},
        parts: { items: { properties: { text: {} } } },
        metadata: { properties: { skill: {} }, additionalProperties: true },
        data: {},
      },
    };
    const body = {
      ...{ id: 1, isAdmin: true, constructor: 1 },
      parts: [{ text: 'a', toString: 'b' }, 'c'],
      metadata: { skill: 's', later: { a: 1 } },
      data: { a: [1] },
    };
    assert.deepEqual(declaredOnly(body, schema), {
      ...{ id: 1, parts: [{ text: 'a' }, 'c'], metadata: { skill: 's', later: { a: 1 } }, data: { a: [1] } },
    });
    for (const value of [null, 7, 'text', [1]]) assert.deepEqual(declaredOnly(value, schema), value);
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

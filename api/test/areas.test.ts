import { strict as assert } from 'node:assert';
import { columns } from '@causeway/storage/test-support/columns';
import { AREAS, accessTableOf, errorsOf } from '../src/app.ts';
import { type Area, type AreaDeps, defineArea, openAreas } from '../src/area.ts';
import { PUBLIC, requireOperations } from '../src/http/callers/access.ts';
import { define, mergeErrors } from '../src/http/errors/errors.ts';

describe('the list of areas', () => {
  it('has one error table, in which no code is defined twice', () => {
    const table = errorsOf(AREAS);
    for (const { errors } of AREAS) for (const code of Object.keys(errors)) assert.ok(table[code], code);
    const rival: Area = { ...(AREAS[0] as Area), errors: { UNAUTHENTICATED: define(401, 'Again', 'Never.') } };
    assert.throws(() => errorsOf([...AREAS, rival]), /UNAUTHENTICATED is defined twice/);
    assert.throws(() => mergeErrors([table, { ORDER_NOT_FOUND: define(404, 'Again', 'Never.') }]), /ORDER_NOT_FOUND/);
  });

  it('has one access table, in which no operation has two rows and every row is of an operation', () => {
    const table = accessTableOf(AREAS);
    for (const { access } of AREAS) for (const [id, row] of Object.entries(access)) assert.equal(table[id], row);
    const rival: Area = { ...(AREAS[0] as Area), errors: {}, access: { getHealth: PUBLIC } };
    assert.throws(() => accessTableOf([...AREAS, rival]), /getHealth has two rows/);
    assert.throws(() => requireOperations({ getNothing: PUBLIC }, ['getHealth']), /getNothing, which is no operation/);
  });

  it('has unique names and tags', () => {
    for (const key of [({ name }: Area) => name, ({ tag }: Area) => tag.name]) {
      assert.equal(new Set(AREAS.map(key)).size, AREAS.length);
    }
  });
});

describe('opening areas', () => {
  const opened: string[] = [];
  const area = (name: string, uses: readonly Area[] = []) =>
    defineArea<string>({
      name,
      tag: { name, description: name },
      errors: {},
      access: {},
      open: ({ use }) => {
        opened.push(name);
        return [name, ...uses.map((other) => use(other))].join(' ');
      },
      register: () => {},
    });
  const deps = {} as Omit<AreaDeps, 'use' | 'settings'>;
  beforeEach(() => opened.splice(0));

  it('opens each once, and first those that others use', () => {
    const base = area('base');
    const user = area('user', [base]);
    const areas = openAreas([user, base], deps, {});
    assert.deepEqual(columns(areas.all, 'service'), ['user base', 'base']);
    assert.equal(areas.use(base), 'base');
    assert.deepEqual(opened, ['user', 'base']);
  });

  it('refuses an area that is not in the list, and areas that need each other', () => {
    assert.throws(() => openAreas([area('user', [area('missing')])], deps, {}), /no area missing/);
    const circle: Area[] = [];
    const first = area('first', circle);
    circle.push(area('second', [first]));
    assert.throws(() => openAreas([first, ...circle], deps, {}), /needs itself/);
  });
});

// The package definition equals the tests' view of it: functions and their callers, arguments, results, events.
import assert from 'node:assert/strict';
import { EVENTS, FUNCTIONS, type FunctionName, READS, type Role } from './support/interface.ts';
import { BLUEPRINT, DEFINITION } from './support/package.ts';
import type { Struct, Type } from './support/types.ts';

/** Names between the quotes of a list. */
const namesOf = (list: string): string[] => [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name as string);
const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The fields of the definition's type `name`, in order. */
function fieldsOf(name: string): string[] {
  const fields = new RegExp(`"${name}" \\), Enum<1u8>\\( Enum<0u8>\\( Array<String>\\((.*?)\\)`).exec(DEFINITION);
  return namesOf(fields?.[1] ?? assert.fail(`the definition has no struct ${name}`)).map(camelCase);
}

const structOf = (type: Type): Struct | undefined => {
  if (typeof type === 'string') return undefined;
  return 'struct' in type ? type.struct : 'option' in type ? structOf(type.option) : undefined;
};

/** The blueprint's role names. A role admits the listed ones. */
const ROLES: Readonly<Record<Role, readonly string[]>> = {
  public: [],
  oracle: ['oracle'],
  guardian: ['guardian', 'admin'],
  admin: ['admin'],
  proposedAdmin: ['proposed_admin'],
};

describe('the definition', () => {
  const names = Object.keys(FUNCTIONS) as FunctionName[];

  it('has these functions', () => {
    const exported = [...DEFINITION.matchAll(new RegExp(`"${BLUEPRINT}_(\\w+)"`, 'g'))].map(
      ([, name]) => name as string,
    );
    const functions = new Set(exported.map((name) => name.replace(/_Input$/, '')));
    assert.deepEqual([...functions].sort(), [...names].sort());
  });

  for (const name of names)
    it(`has these arguments of ${name}`, () => {
      assert.deepEqual(fieldsOf(`${BLUEPRINT}_${name}_Input`), Object.keys(FUNCTIONS[name].args));
    });

  for (const [name, type] of [
    ['set_limits', 'Limits'],
    ['configuration', 'Configuration'],
    ['remote', 'RemoteView'],
    ['lane', 'LaneView'],
    ['limits', 'LimitsView'],
  ] as const)
    it(`has these fields of ${type}`, () => {
      const { args, returns } = FUNCTIONS[name] as { args: Struct; returns: Type };
      const struct = structOf(name === 'set_limits' ? (args.limits as Type) : returns);
      assert.deepEqual(fieldsOf(type), Object.keys(struct ?? {}));
    });

  it('has these events with these fields', () => {
    const [, list = ''] =
      /Map<String, Enum>\( ((?:"\w+" => Enum<0u8>\( Enum<1u8>\( \d+u64 \) \)(?:, | ))+)\)/.exec(DEFINITION) ?? [];
    const events = namesOf(list);
    assert.deepEqual([...events].sort(), Object.keys(EVENTS).sort());
    for (const [name, fields] of Object.entries(EVENTS)) assert.deepEqual(fieldsOf(name), Object.keys(fields), name);
    const message = structOf(EVENTS.TokensLocked?.message ?? 'nothing');
    assert.deepEqual(fieldsOf('Message'), Object.keys(message ?? {}));
  });

  it('lets each method be called by its role alone', () => {
    for (const name of names.filter((method) => method !== 'instantiate')) {
      const roles = ROLES[FUNCTIONS[name].role].map((role) => `"${role}"`).join(', ');
      const rule = roles === '' ? 'Enum<0u8>()' : `Enum<2u8>( Array<String>( ${roles} ) )`;
      assert(DEFINITION.includes(`"${name}" => ${rule}`), `${name}: ${rule}`);
    }
  });

  it('lets only the component itself change its roles', () => {
    const self = (role: string) => `"${role}" => Array<String>( "_self_" )`;
    const roles = ['oracle', 'guardian', 'admin', 'proposed_admin'].map(self).join(', ');
    assert(DEFINITION.includes(`Map<String, Array>( ${roles} )`));
  });

  it('has reads that do not change the component', () => {
    for (const name of READS) {
      // The receiver of a method is borrowed: 0 to read, 1 to change.
      assert.match(DEFINITION, new RegExp(`"${name}" => Tuple\\( Enum<1u8>\\( Tuple\\( Enum<0u8>\\(\\)`), name);
    }
  });
});

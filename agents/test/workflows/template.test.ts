import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseReference, referencesIn, resolveTemplates, UnresolvedTemplate } from '../../src/workflows/template.ts';
import '../support/arbitraries.ts';
import { columns } from '@causeway/storage/test-support/columns';

const scope = {
  input: { name: 'Ann', n: 3, list: [{ a: null }], flag: false },
  results: new Map<string, unknown>([['draw', { url: 'u', size: { w: 2 } }]]),
};
const resolve = (value: unknown) => resolveTemplates(value, scope);

describe('templates', () => {
  it('keep the type of a value when they are the whole text', () => {
    assert.equal(resolve('{{input.n}}'), 3);
    assert.equal(resolve('{{ input.flag }}'), false);
    assert.equal(resolve('{{input.list.0.a}}'), null);
    assert.deepEqual(resolve('{{draw.result.size}}'), { w: 2 });
    assert.deepEqual(resolve('{{input}}'), scope.input);
  });

  it('become text within a text, objects as JSON', () => {
    assert.equal(resolve('{{input.name}}: {{input.n}} {{draw.result.size}}'), 'Ann: 3 {"w":2}');
    assert.equal(resolve('{{input.n}} '), '3 ');
  });

  it('are resolved at any depth, and once', () => {
    assert.deepEqual(resolve({ a: ['{{input.n}}', { b: '{{draw.result.url}}' }], c: 1 }), { a: [3, { b: 'u' }], c: 1 });
    const twice = { input: { t: '{{input.n}}', n: 3 }, results: new Map() };
    assert.equal(resolveTemplates('{{input.t}}', twice), '{{input.n}}');
  });

  it('name the place of a template without a value', () => {
    const refused = (value: unknown): unknown => {
      try {
        return resolve(value);
      } catch (error) {
        assert.ok(error instanceof UnresolvedTemplate);
        return [error.problem.at, error.problem.template];
      }
    };
    assert.deepEqual(refused({ a: [1, 'x {{input.none}}'] }), ['a.1', 'input.none']);
    assert.deepEqual(refused('{{other.result.x}}'), ['', 'other.result.x']);
    assert.deepEqual(refused('{{input.name.length}}'), ['', 'input.name.length'], 'only members of JSON');
    assert.deepEqual(refused('{{input.constructor}}'), ['', 'input.constructor']);
  });

  it('stop before many of them have made a long value', () => {
    const long = { input: { text: 'x'.repeat(1_000) }, results: new Map(), maxLength: 10_000 };
    const many = (count: number) => Array.from({ length: count }, () => '{{input.text}}');
    assert.deepEqual(
      resolveTemplates(many(9), long),
      Array.from({ length: 9 }, () => long.input.text),
    );
    const tooMany = /^UnresolvedTemplate: 9: {{input.text}}: the input would be longer than 10000 characters$/;
    assert.throws(() => resolveTemplates(many(100_000), long), tooMany);
    assert.throws(() => resolveTemplates(many(100_000).join(''), long), UnresolvedTemplate);
  });

  it('have only the forms input.… and STEP.result.…', () => {
    assert.deepEqual(parseReference('input.a.b'), { template: 'input.a.b', source: 'input', path: ['a', 'b'] });
    assert.deepEqual(parseReference(' s-1.result '), { template: ' s-1.result ', source: { stepId: 's-1' }, path: [] });
    for (const text of ['', 'x', 'x.y', 'step.results.a', 'input..a', 'a b.result', 'input.a[0]']) {
      assert.equal(parseReference(text), undefined, text);
    }
    const { references, problems } = referencesIn({ a: '{{input.x}} {{bad}}', b: ['{{s.result}}'] });
    assert.deepEqual(columns(references, 'at', 'template'), [
      ['a', 'input.x'],
      ['b.0', 's.result'],
    ]);
    assert.deepEqual(columns(problems, 'at', 'template'), [['a', 'bad']]);
  });

  it('leave every value without braces as it is', () => {
    const plain = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('{{'));
    fc.assert(fc.property(plain, (value) => assert.deepEqual(resolve(value), value)));
  });

  it('give back any value of the input, whatever its type', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.deepEqual(resolveTemplates('{{input.v}}', { input: { v: value }, results: new Map() }), value);
      }),
    );
  });
});

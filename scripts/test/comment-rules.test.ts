import assert from 'node:assert/strict';
import { commentProblems, longCommentProblems, phraseProblems } from '../lib/check/comment-rules.ts';

const found = (path: string, ...lines: string[]) => commentProblems([{ path, text: lines.join('\n') }]);

describe('comment rule', () => {
  it('refuses words that have a plainer replacement, in comments and titles', () => {
    for (const line of [
      '// A user signs what he is shown.',
      '  /** His key. */',
      '// Released, lest later ones wait.',
      '// It is kept for ever.',
      '// Refused for want of gas.',
      "  it('pays him', () => {});",
      '  describe("for ever", () => {});',
    ])
      assert.equal(found('api/src/a.ts', line).length, 1, line);
    assert.deepEqual(found('api/src/a.ts', '', '/**', ' * Whom they pay: him.', ' */'), [
      'api/src/a.ts:3: "him": write "they", "their" or the noun',
    ]);
  });

  it('refuses comments of more than 120 columns, and leaves titles and code to the formatter', () => {
    const long = 'word '.repeat(30);
    const problems = (text: string) => longCommentProblems([{ path: 'api/src/a.ts', text }]).length;
    for (const text of [`// ${long}`, `/** ${long}*/`, `/**\n * ${long}\n */`]) assert.equal(problems(text), 1, text);
    for (const text of [`// ${'x'.repeat(117)}`, `  it('${long}', () => {});`, `const a = '${long}';`]) {
      assert.equal(problems(text), 0, text);
    }
  });

  it('refuses turns of phrase that need a second reading, also over two lines, in comments alone', () => {
    const problems = (text: string) => phraseProblems([{ path: 'api/src/a.ts', text }]);
    for (const text of [
      '/** The keys, those of agents included. */',
      '// Counts what it stored.',
      '/**\n * It is complete, as\n * far as we know.\n */',
      '// The owner is\n// told.',
      'const a = 1;\n// Nobody looks here.',
    ]) {
      assert.equal(problems(text).length, 1, text);
    }
    for (const text of [
      "it('looks for those of others', f);",
      '/** Sends if `told`. */',
      '// A look back.',
      '// as\nfar();',
    ]) {
      assert.deepEqual(problems(text), [], text);
    }
  });

  it('reads the prose of documents', () => {
    assert.equal(found('README.md', 'The owner signs with his key.').length, 1);
  });

  it('leaves code, strings, code in documents and other files alone', () => {
    assert.deepEqual(
      found('api/src/a.ts', 'const he = him(his);', "say('for ever', `lest`);", '/* one line */', 'he();', 'lest();'),
      [],
    );
    assert.deepEqual(
      found('README.md', 'The word `he`:', '```ts', '// his', '```', 'The history of this shelter.'),
      [],
    );
    assert.deepEqual(found('contracts/evm/src/A.sol', '// his'), []);
  });
});

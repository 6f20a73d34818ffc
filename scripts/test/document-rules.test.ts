import assert from 'node:assert/strict';
import { decisionProblems } from '../lib/check/document-rules.ts';

const page = (number: number, name: string) => ({
  path: `docs/decisions/000${number}-${name}.md`,
  text: `# ${number}. N\n`,
});
const list = (...names: readonly string[]) => ({
  path: 'docs/decisions/README.md',
  text: names.map((name) => `[1](${name})`).join('\n'),
});
const user = (text: string) => ({ path: 'README.md', text });

describe('decisions', () => {
  const [one, two] = [page(1, 'one'), page(2, 'two')];
  const both = ['0001-one.md', '0002-two.md'];

  it('are numbered without holes, in the list, and linked', () => {
    assert.deepEqual(decisionProblems([one, two, list(...both), user(both.join())]), []);
  });

  for (const [what, files, problem] of [
    [
      'a hole',
      [one, page(3, 'two'), list('0001-one.md', '0003-two.md'), user('0001-one.md 0003-two.md')],
      /2 comes next/,
    ],
    [
      'a number twice',
      [one, page(1, 'two'), list('0001-one.md', '0001-two.md'), user('0001-one.md 0001-two.md')],
      /2 comes next/,
    ],
    [
      'another heading',
      [{ ...one, text: '# 2. N' }, list(...both), user(both.join())],
      /heading must begin with "# 1\. "/,
    ],
    ['no row', [one, two, list('0001-one.md'), user(both.join())], /0002-two\.md: .* does not name it/],
    ['no link', [one, two, list(...both), user('0001-one.md')], /0002-two\.md: link it/],
  ] as const) {
    it(`are refused with ${what}`, () => {
      const problems = decisionProblems(files);
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.match(problems.join(), problem);
    });
  }
});

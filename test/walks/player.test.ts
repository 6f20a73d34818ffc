import { strict as assert } from 'node:assert';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as nextLook } from 'node:timers/promises';
import { missingIn, stepsOf } from './page.ts';
import { play } from './player.ts';

const fenced = (language: string, ...lines: readonly string[]): string =>
  [`\`\`\`${language}`, ...lines, '```', ''].join('\n');

describe('the player of walks', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-page-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const played = (...blocks: readonly string[]): Promise<void> => {
    const page = join(folder, 'page.md');
    writeFileSync(page, `# A walk\n\n${blocks.join('\nProse.\n\n')}`);
    return play(relative(join(import.meta.dirname, '../..'), page));
  };

  it('finds commands with what they print, and leaves other blocks alone', () => {
    const page = [fenced('sh', 'one', 'two'), fenced('text', 'a … c'), fenced('ts', 'no'), fenced('sh', 'three')].join(
      '\n',
    );
    assert.deepEqual(stepsOf(page), [
      { line: 1, commands: 'one\ntwo\n', prints: ['a … c'] },
      { line: 14, commands: 'three\n', prints: [] },
    ]);
  });

  it('wants lines in their order, with anything in place of an ellipsis', () => {
    const step = { line: 1, commands: '', prints: ['order …', 'completed'] };
    assert.equal(missingIn('x\n  order 7 (ETH)\ny\ncompleted\n', step), undefined);
    assert.equal(missingIn('completed\norder 7', step), 'completed');
    assert.equal(missingIn('reorder 7\ncompleted', step), 'order …');
  });

  it('runs all steps in one shell, with a command causeway', async () => {
    await played(
      fenced('sh', 'NAME=ann'),
      fenced('sh', 'echo "hello $NAME"', 'command -v causeway'),
      fenced('text', 'hello ann', '…/causeway'),
    );
  });

  it('says where a command failed, or printed something else', async () => {
    await assert.rejects(
      played(fenced('sh', 'true'), fenced('sh', 'echo so far', 'false')),
      /page\.md:9 ended with 1:\nso far/,
    );
    await assert.rejects(played(fenced('sh', 'echo a'), fenced('text', 'b')), /page\.md:3 did not print b, but\na/);
  });

  it('ends what a page has started', async () => {
    await assert.rejects(played(fenced('sh', `sleep 100 & echo $! > ${join(folder, 'pid')}`, 'false')), /ended with 1/);
    const pid = readFileSync(join(folder, 'pid'), 'utf8').trim();
    // A killed process that nobody has waited for yet is still listed, without a command.
    while (existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '') await nextLook(10);
  });
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { columns } from '@causeway/storage/test-support/columns';
import { compareTable } from '../../bench/system/lib/compare.ts';
import { median } from '../../bench/system/lib/measure-start.ts';
import { cpuOf, memoryOf, processTree, readProcess } from '../../bench/system/lib/process-tree.ts';

const byNumber = (a: number, b: number) => a - b;

describe('the comparison of two commits', () => {
  it('shows both figures, their ratio, and whether a bar is met', () => {
    const rows = [
      { metric: { key: 'a', title: 'a', unit: 's', bar: { ratio: 0.5 } }, base: 4, here: 2 },
      { metric: { key: 'b', title: 'b', unit: '%', bar: { most: 0.3 } }, base: 0.5, here: 0.31 },
      { metric: { key: 'c', title: 'c', unit: 'MB' }, base: 4e6, here: 6e6 },
      { metric: { key: 'd', title: 'd', unit: '', bar: { leastRatio: 1.5 } }, base: 2, here: 3 },
      { metric: { key: 'e', title: 'e', unit: 'ms', bar: { leastRatio: 1.5 } }, base: 2, here: 2.9 },
    ] as const;
    assert.deepEqual(compareTable(rows).split('\n'), [
      '   base     here     ratio  bar',
      'a  4.00 s   2.00 s   0.50   met: at most 2.00 s',
      'b  50.0 %   31.0 %   0.62   missed: at most 30.0 %',
      'c  4 MB     6 MB     1.50',
      'd  2.00     3.00     1.50   met: at least 3.00',
      'e  2.00 ms  2.90 ms  1.45   missed: at least 3.00 ms',
    ]);
  });
});

describe('the measurement of npm start', () => {
  it('takes the middle value, or the mean of the two in the middle', () => {
    assert.equal(median([3, 1, 2]), 2);
    assert.equal(median([4, 1, 3, 2]), 2.5);
  });

  it('sees a process, what that process has started, and what both have used', async () => {
    const script = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
      process.on('SIGTERM', () => { child.kill(); process.exit(); });
      console.log(child.pid);`;
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = await once(parent.stdout, 'data');
      const pids = [parent.pid as number, Number(String(line))];
      const tree = processTree(parent.pid as number);
      assert.deepEqual(columns(tree, 'pid').sort(byNumber), pids.sort(byNumber));
      assert.ok(cpuOf(tree) > 0);
      const { rss, pss } = memoryOf(parent.pid as number);
      assert.ok(pss > 1e6 && pss <= rss);
      assert.equal(readProcess(parent.pid as number)?.command.at(-1), script);
    } finally {
      parent.kill('SIGTERM');
      await once(parent, 'exit');
    }
    assert.equal(readProcess(parent.pid as number), undefined);
  });
});

import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickened } from './support/quicken.ts';

const read = (folder: string) => readFileSync(new URL(`../../${folder}/alerts.yaml`, import.meta.url), 'utf8');

describe('rules for a rehearsal', () => {
  it('have every wait, window and age divided, and nothing else', () => {
    const rule = (text: string) => `rules:\n  - expr: ${text}\n    for: 5m\n`;
    const cases = [
      ['increase(a_total{code="x"}[15m]) > 20', 'increase(a_total{code="x"}[30000ms]) > 20'],
      ['causeway_oldest_order_seconds{state!~"failed"} > 1800', 'causeway_oldest_order_seconds{state!~"failed"} > 60'],
      [
        'max by (s) (causeway_custody_oldest_order_seconds) > 300',
        'max by (s) (causeway_custody_oldest_order_seconds) > 10',
      ],
      ['time() - causeway_watch_looked_seconds > 300', 'time() - causeway_watch_looked_seconds > 10'],
      ['abs(causeway_clock_ahead_seconds) > 10', 'abs(causeway_clock_ahead_seconds) > 10'],
      ['predict_linear(coins[6h], 86400) < 0', 'predict_linear(coins[720000ms], 2880) < 0'],
    ] as const;
    for (const [given, made] of cases) {
      assert.equal(quickened(rule(given), 30), rule(made).replace('for: 5m', 'for: 10000ms'));
    }
  });

  it('are rules of Prometheus, of which none keeps its minutes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-rules-'));
    try {
      for (const name of ['relayer', 'api']) {
        const rules = quickened(read(name), 30);
        assert.doesNotMatch(rules.replace(/^\s*#.*$/gm, ''), /(?:for: |\[)\d+[smhd]\b/);
        const file = join(folder, `${name}.yaml`);
        writeFileSync(file, rules);
        const { stderr, status } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
        assert.equal(status, 0, stderr);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

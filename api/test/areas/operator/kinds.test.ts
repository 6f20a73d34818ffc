import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { KINDS } from '../../../src/areas/operator/attention.ts';

const root = new URL('../../../../', import.meta.url);

describe('a kind of what needs a person', () => {
  const rules = readFileSync(new URL('relayer/alerts.yaml', root), 'utf8').split('- alert: ');

  for (const [kind, { runbook, severity }] of Object.entries(KINDS))
    it(`${kind} has a runbook, and the severity of its alerting rule`, () => {
      assert.ok(existsSync(new URL(`docs/runbooks/${runbook}.md`, root)));
      const rule = rules.find((one) => one.startsWith(`${runbook}\n`));
      assert.match(rule ?? '', new RegExp(`severity: ${severity}\\b`));
    });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '../../..');
const EXAMPLE = 'relayer/alertmanager.yaml';
const yaml = <T>(path: string): T => parse(readFileSync(join(ROOT, path), 'utf8')) as T;

/** Runs a tool of Prometheus in the project. Returns its output; fails with it on another status than 0. */
function run(tool: 'promtool' | 'amtool', ...args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(tool, args, { cwd: ROOT, encoding: 'utf8' });
  assert.equal(status, 0, `${tool} ${args.join(' ')}:\n${stdout}${stderr}`);
  return stdout;
}

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly labels: { severity: string } }[];
  }[];
}
interface Cases {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly object[] }[];
  }[];
}

describe('the alarms, by the tools of Prometheus', function () {
  this.timeout(60_000);
  const rules = ['relayer', 'api'].flatMap((folder) =>
    yaml<Rules>(`${folder}/alerts.yaml`).groups.flatMap((group) => group.rules),
  );

  for (const folder of ['relayer', 'api'] as const) {
    it(`are rules of ${folder}, which fire and are silent as their cases say`, () => {
      run('promtool', 'check', 'rules', `${folder}/alerts.yaml`);
      run('promtool', 'test', 'rules', `${folder}/alerts.test.yaml`);
    });

    it(`have a case of ${folder} each in which they fire, and one in which they do not`, () => {
      const cases = yaml<Cases>(`${folder}/alerts.test.yaml`).tests.flatMap((test) => test.alert_rule_test);
      for (const { alert } of yaml<Rules>(`${folder}/alerts.yaml`).groups.flatMap((group) => group.rules)) {
        const own = cases.filter(({ alertname }) => alertname === alert);
        assert.ok(
          own.some(({ exp_alerts }) => exp_alerts.length > 0),
          `${alert} fires nowhere`,
        );
        if (alert !== 'CausewayWatchdog')
          assert.ok(
            own.some(({ exp_alerts }) => exp_alerts.length === 0),
            `${alert} is silent nowhere`,
          );
      }
    });
  }

  it('wake somebody when they are critical, by the example for Alertmanager, and the watchdog tells its switch', () => {
    run('amtool', 'check-config', EXAMPLE);
    const receiverOf = (alert: string, severity: string) =>
      run(
        'amtool',
        'config',
        'routes',
        'test',
        `--config.file=${EXAMPLE}`,
        `alertname=${alert}`,
        `severity=${severity}`,
      ).trim();
    const told = { critical: 'night', warning: 'day', none: 'dead-mans-switch' } as Readonly<Record<string, string>>;
    for (const severity of Object.keys(told)) {
      const { alert } = rules.find(({ labels }) => labels.severity === severity) ?? assert.fail(severity);
      assert.equal(receiverOf(alert, severity), told[severity]);
    }
  });

  it('are the only ones that the example names, and none of safety is inhibited', () => {
    const named = readFileSync(join(ROOT, EXAMPLE), 'utf8').match(/\bCauseway[A-Z]\w+/g) ?? [];
    for (const name of named)
      assert.ok(
        rules.some(({ alert }) => alert === name),
        name,
      );
    const [safety] = yaml<Rules>('relayer/alerts.yaml').groups;
    const { inhibit_rules: inhibited } = yaml<{ inhibit_rules: { target_matchers: string[] }[] }>(EXAMPLE);
    const targets = inhibited.flatMap(({ target_matchers }) => target_matchers).join();
    for (const { alert } of safety?.rules ?? assert.fail()) assert.ok(!targets.includes(alert), alert);
  });
});

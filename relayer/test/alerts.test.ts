import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parser as promql } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { z } from 'zod';
import { Metrics } from '../src/metrics.ts';
import { startTestRelayer } from './support/processes.ts';
import { World } from './support/world.ts';

const rule = z.strictObject({
  alert: z.string().regex(/^Causeway[A-Za-z]+$/),
  expr: z.string().min(1),
  for: z
    .string()
    .regex(/^\d+[smhd]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string().min(1), runbook_url: z.string() }),
});
const rulesFile = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule).min(1) })).min(1),
});

const rulesIn = (file: string) =>
  rulesFile.parse(parse(readFileSync(new URL(file, import.meta.url), 'utf8'))).groups.flatMap((group) => group.rules);
const metricsIn = (text: string) => [...new Set(text.match(/causeway_[a-z_]+/g))];

describe('the alerting rules', function () {
  this.timeout(120_000);
  const rules = rulesIn('../alerts.yaml');
  /** Those for the API too, whose metrics its own tests compare. */
  const all = [...rules, ...rulesIn('../../api/alerts.yaml')];

  it('have names of their own', () => {
    assert.equal(new Set(all.map(({ alert }) => alert)).size, all.length);
  });

  it('have a section of the runbooks each, which have no other', () => {
    const page = readFileSync(new URL('../../docs/runbooks.md', import.meta.url), 'utf8');
    const sections = [...page.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name);
    assert.deepEqual(sections.toSorted(), all.map(({ alert }) => alert).toSorted());
    for (const { alert, annotations } of all) {
      assert.equal(annotations.runbook_url, `docs/runbooks.md#${alert.toLowerCase()}`);
    }
  });

  it('are expressions of Prometheus', () => {
    for (const { alert, expr } of all) {
      promql.parse(expr).iterate({
        enter: ({ type, from }) => assert.ok(!type.isError, `${alert}: at ${expr.slice(from)}`),
      });
    }
  });

  it('use only metrics that a running relayer shows', async () => {
    const world = await World.create();
    const running = await startTestRelayer(world, []);
    const shown = await (await fetch(`${running.url}/metrics`)).text();
    await running.stop();
    await world.close();
    const known = new Set(shown.match(/(?<=^# TYPE )\w+/gm));
    for (const { alert, expr } of rules) {
      assert.ok(metricsIn(expr).length > 0, alert);
      for (const name of metricsIn(expr)) assert.ok(known.has(name), `${alert}: ${name}`);
    }
  });

  it('use only labels that these metrics have', () => {
    const { registry } = new Metrics();
    const labelsOf = (name: string) =>
      (registry.getSingleMetric(name) as unknown as { readonly labelNames: readonly string[] }).labelNames;
    const labels = (text = '') => text.split(', ');
    for (const { alert, expr, annotations } of rules) {
      const metrics = metricsIn(expr);
      const needed = [
        ...[...expr.matchAll(/by \(([a-z, ]+)\) \((?:increase\()?(causeway_[a-z_]+)/g)].map(([, by, name]) => [
          name,
          by,
        ]),
        ...[...expr.matchAll(/(causeway_[a-z_]+)\{([a-z]+)=/g)].map(([, name, label]) => [name, label]),
        ...[...expr.matchAll(/on \(([a-z, ]+)\)/g)].flatMap(([, on]) => metrics.map((name) => [name, on])),
      ];
      for (const [name = '', used] of needed) {
        for (const label of labels(used)) assert.ok(labelsOf(name).includes(label), `${alert}: ${label} of ${name}`);
      }
      const known = metrics.flatMap(labelsOf);
      for (const [, label = ''] of annotations.summary.matchAll(/\$labels\.([a-z]+)/g)) {
        assert.ok(known.includes(label), `${alert}: ${label}`);
      }
    }
  });
});

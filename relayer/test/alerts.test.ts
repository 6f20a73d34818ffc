import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openBridgeStorage } from '@causeway/storage';
import { parser as promql } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { z } from 'zod';
import { Metrics } from '../src/metrics.ts';
import { startTestRelayer, startTestSigner, startTestWatch } from './support/processes.ts';
import { World } from './support/world.ts';

const rule = z.strictObject({
  alert: z.string().regex(/^Causeway[A-Za-z]+$/),
  expr: z.string().min(1),
  for: z
    .string()
    .regex(/^\d+[smhd]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning', 'none']) }),
  annotations: z.strictObject({ summary: z.string().min(1), runbook_url: z.string() }),
});
const rulesFile = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule).min(1) })).min(1),
});

const rulesIn = (file: string) =>
  rulesFile.parse(parse(readFileSync(new URL(file, import.meta.url), 'utf8'))).groups.flatMap((group) => group.rules);
const metricsIn = (text: string) => [...new Set(text.match(/causeway_[a-z_]+/g))];
/** Labels that Prometheus gives to every target. */
const OF_TARGETS = ['instance', 'job'];
/** Counters of which rules ask for more than a few. What they count begins with their labels. */
const OF_MANY = [
  'causeway_loop_failures_total',
  'causeway_signatures_total',
  'causeway_lane_cost_coins_total',
  'causeway_lane_income_coins_total',
];
/** Rules over what Prometheus itself knows. */
const WITHOUT_METRICS = ['CausewayProcessDown', 'CausewayWatchdog'];

describe('the alerting rules', function () {
  this.timeout(120_000);
  const rules = rulesIn('../alerts.yaml');
  /** Those for the API too, whose metrics its own tests compare. */
  const all = [...rules, ...rulesIn('../../api/alerts.yaml')];
  /** What /metrics of a relayer, of a signer and of a watch shows. */
  let shown: { readonly relayer: string; readonly signer: string; readonly watch: string };

  before(async () => {
    const world = await World.create();
    const relayer = await startTestRelayer(world, []);
    const signer = await startTestSigner(world);
    const metricsOf = async (url: string) => (await fetch(`${url}/metrics`)).text();
    const storage = await openBridgeStorage(':memory:', { clock: world.clock });
    const watch = await startTestWatch(world, { storage, record: { pauses: [], keep: () => {} } });
    const urls = [relayer.url, signer.url, watch.url] as const;
    const [ofRelayer, ofSigner, ofWatch] = await Promise.all(urls.map(metricsOf));
    shown = { relayer: ofRelayer ?? '', signer: ofSigner ?? '', watch: ofWatch ?? '' };
    await Promise.all([relayer.stop(), signer.stop(), watch.stop()]);
    await storage.close();
    await world.close();
  });

  it('have names of their own', () => {
    assert.equal(new Set(all.map(({ alert }) => alert)).size, all.length);
  });

  it('are expressions of Prometheus', () => {
    for (const { alert, expr } of all) {
      promql.parse(expr).iterate({
        enter: ({ type, from }) => assert.ok(!type.isError, `${alert}: at ${expr.slice(from)}`),
      });
    }
  });

  it('use only metrics that a running relayer shows', () => {
    const known = new Set(shown.relayer.match(/(?<=^# TYPE )\w+/gm));
    for (const { alert, expr } of rules) {
      assert.equal(metricsIn(expr).length === 0, WITHOUT_METRICS.includes(alert), alert);
      for (const name of metricsIn(expr)) assert.ok(known.has(name), `${alert}: ${name}`);
    }
  });

  it('see the first event that they count, because its counter begins at 0', () => {
    const counted = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/increase\((causeway_\w+)\{\w+=~?"([^"]+)"\}/g)].flatMap(([, name = '', values = '']) =>
        values.split('|').map((value) => ({ name, value })),
      ),
    );
    assert.ok(counted.length >= 12);
    for (const { name, value } of counted) {
      const by = ['signer', 'watch'] as const;
      const text = shown[by.find((one) => name.startsWith(`causeway_${one}_`)) ?? 'relayer'];
      assert.match(text, new RegExp(`^${name}\\{.*"${value}".*\\} 0$`, 'm'));
    }
    for (const { expr } of rules) {
      for (const [, name = ''] of expr.matchAll(/increase\((causeway_\w+)\[/g)) {
        if (!OF_MANY.includes(name)) assert.match(shown.relayer, new RegExp(`^${name}\\{.*\\} 0$`, 'm'));
      }
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
      const known = [...metrics.flatMap(labelsOf), ...OF_TARGETS];
      for (const [, label = ''] of annotations.summary.matchAll(/\$labels\.([a-z]+)/g)) {
        assert.ok(known.includes(label), `${alert}: ${label}`);
      }
    }
  });

  it('fire under the queries of a dashboard, which are expressions of Prometheus too', () => {
    const file = readFileSync(new URL('../dashboard.json', import.meta.url), 'utf8');
    const { panels } = JSON.parse(file) as { panels: { title: string; targets: { expr: string }[] }[] };
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        const query = expr.replaceAll('$__rate_interval', '5m');
        promql
          .parse(query)
          .iterate({ enter: ({ type, from }) => assert.ok(!type.isError, `${title}: ${query.slice(from)}`) });
      }
    }
  });
});

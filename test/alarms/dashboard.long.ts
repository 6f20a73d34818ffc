// Every query of the dashboard has a series in a Prometheus that has scraped a stack for a minute.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { accountOn } from '../support/chain-control.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { loadedInGrafana } from './support/grafana.ts';
import { type Prometheus, startPrometheus } from './support/prometheus.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

describe('the dashboard', function () {
  this.timeout(600_000);
  let stack: Stack;
  let prometheus: Prometheus;

  before(async () => {
    stack = await startStack({ networks: ['ethereum', 'polygon'], families: ['main'] });
    prometheus = await startPrometheus(stack, [read('relayer/alerts.yaml'), read('api/alerts.yaml')]);
  });
  after(async () => {
    await prometheus?.stop();
    await stack?.stop();
  });

  it('shows a series for each query after a minute with some orders', async () => {
    const bob = stack.as('bob');
    const order = async () => {
      const id = await bob.order({
        from: 'ETH',
        to: 'polygon',
        amount: '0.1',
        destinationAddress: accountOn('carol', 'polygon'),
      });
      await bob.reaches(id, 'completed');
    };
    const until = Date.now() + 60_000;
    while (Date.now() < until) await order();
    const { panels } = JSON.parse(read('relayer/dashboard.json')) as { panels: Panel[] };
    const empty: string[] = [];
    for (const { title, targets } of panels) {
      for (const { expr } of targets) {
        const found = await prometheus.query(expr.replaceAll('$__rate_interval', '1m'));
        if (found.length === 0) empty.push(`${title}: ${expr}`);
      }
    }
    assert.deepEqual(empty, []);
    const grafana = await loadedInGrafana(read('relayer/dashboard.json'));
    console.log(`      ${grafana ?? 'no Grafana on the PATH: the dashboard was not loaded into one'}`);
    assert.deepEqual(await prometheus.firing(), ['CausewayWatchdog'], 'a healthy stack raises no alarm');
  });
});

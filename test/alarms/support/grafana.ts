import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../../support/solver-process.ts';
import { until } from '../../support/wait.ts';

/** Where packages put what Grafana itself needs; GF_PATHS_HOME names another place. */
const HOME = '/usr/share/grafana';

/** The path of `program` on the PATH, or undefined. */
function onPath(program: string): string | undefined {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Loads a dashboard into a Grafana of its own, and says in which version. Undefined where there is none. Fails when
 * Grafana refuses the dashboard, or keeps other panels.
 */
export async function loadedInGrafana(json: string): Promise<string | undefined> {
  const program = onPath('grafana');
  if (program === undefined) return undefined;
  const home = process.env.GF_PATHS_HOME ?? HOME;
  const folder = mkdtempSync(join(tmpdir(), 'causeway-grafana-'));
  const port = await freePort();
  const grafana = spawn(program, ['server', `--homepath=${home}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      ...{ GF_PATHS_DATA: folder, GF_PATHS_LOGS: folder, GF_SERVER_HTTP_ADDR: '127.0.0.1' },
      ...{ GF_SERVER_HTTP_PORT: String(port), GF_ANALYTICS_REPORTING_ENABLED: 'false' },
      ...{ GF_AUTH_ANONYMOUS_ENABLED: 'true', GF_AUTH_ANONYMOUS_ORG_ROLE: 'Admin' },
    },
  });
  const ask = async (path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, request);
    return { status: answer.status, json: (await answer.json()) as Readonly<Record<string, unknown>> };
  };
  try {
    const health = await until('Grafana answers', () => ask('/api/health').catch(() => undefined));
    const dashboard = { ...JSON.parse(json), id: null } as { readonly panels: readonly { readonly title: string }[] };
    const saved = await ask('/api/dashboards/db', { dashboard, overwrite: true });
    assert.equal(saved.status, 200, JSON.stringify(saved.json));
    const kept = (await ask(`/api/dashboards/uid/${saved.json.uid}`)).json.dashboard as typeof dashboard;
    const titles = ({ panels }: typeof dashboard) => panels.map(({ title }) => title);
    assert.deepEqual(titles(kept), titles(dashboard));
    return `loaded into Grafana ${health.json.version}`;
  } finally {
    grafana.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

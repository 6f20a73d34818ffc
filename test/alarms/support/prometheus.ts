import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess } from '@causeway/local-nodes';
import { freePort } from '../../support/solver-process.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/wait.ts';

/** One series of an answer: its labels, and its value. */
export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** A Prometheus that scrapes every process of a stack once a second. */
export interface Prometheus {
  /** The series of a query, now. */
  query(expression: string): Promise<readonly Series[]>;
  /** The names of the alarms that fire. */
  firing(): Promise<readonly string[]>;
  /** Waits until the alarm fires. */
  fires(alarm: string): Promise<void>;
  stop(): Promise<void>;
}

/** Writes `settings`, lines of YAML, into the section of a configuration file that has its process's name. */
function configure(file: string, section: string, ...settings: readonly string[]): void {
  const text = readFileSync(file, 'utf8');
  const heading = `${section}:\n`;
  assert.ok(text.includes(`\n${heading}`), `${file} has no section ${section}`);
  writeFileSync(file, text.replace(`\n${heading}`, `\n${heading}${settings.map((line) => `  ${line}\n`).join('')}`));
}

/**
 * Starts the API of `stack` anew with metrics, and the relayer with `settings`, lines of YAML for its section. Then
 * starts a Prometheus with the rules of these YAML texts. `watches`: URLs of running watches.
 */
export async function startPrometheus(
  stack: Stack,
  rules: readonly string[],
  settings: readonly string[] = [],
  watches: readonly string[] = [],
): Promise<Prometheus> {
  const { devnet, relayer, api, signers } = stack;
  const [port, apiPort] = [await freePort(), await freePort()];
  configure(devnet.configuration.api.config, 'api', `metrics: { host: 127.0.0.1, port: ${apiPort} }`);
  configure(devnet.configuration.relayer.config, 'relayer', ...settings);
  await Promise.all([api, relayer].map((process) => process.stop()));
  await Promise.all([relayer, api].map((process) => process.start()));

  const folder = join(devnet.folder, 'prometheus');
  mkdirSync(folder);
  const files = rules.map((text, index) => {
    const file = join(folder, `rules-${index}.yaml`);
    writeFileSync(file, text);
    return file;
  });
  const job = (name: string, urls: readonly string[]) => ({
    job_name: `causeway-${name}`,
    static_configs: [{ targets: urls.map((url) => new URL(url).host) }],
  });
  // JSON is YAML.
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: files,
    scrape_configs: [
      job('relayer', [relayer.url]),
      job(
        'signer',
        signers.map(({ url }) => url),
      ),
      job('api', [`http://127.0.0.1:${apiPort}`]),
      ...(watches.length > 0 ? [job('watch', watches)] : []),
    ],
  };
  writeFileSync(join(folder, 'prometheus.yaml'), JSON.stringify(config));
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  devnet.guard.add(child);
  child.stderr.pipe(createWriteStream(join(folder, 'log')));

  const query = async (expression: string): Promise<readonly Series[]> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`);
    const { data, error } = (await answer.json()) as { data?: { result: Series[] }; error?: string };
    return data?.result ?? assert.fail(`${expression}: ${error}`);
  };
  const firing = async () =>
    (await query('ALERTS{alertstate="firing"}')).map(({ metric }) => metric.alertname ?? '').toSorted();
  await until(
    'every process is scraped',
    async () => (await query('up == 1').catch(() => [])).length === signers.length + 2 + watches.length,
  );
  return {
    query,
    firing,
    fires: async (alarm) => void (await until(`${alarm} fires`, async () => (await firing()).includes(alarm))),
    stop: () => endProcess(child),
  };
}

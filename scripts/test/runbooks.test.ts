import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { parse } from 'yaml';
import { COMMAND_GROUPS } from '../lib/command-groups.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = join(ROOT, 'docs/runbooks');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Rule {
  readonly alert: string;
  readonly annotations: { readonly runbook_url: string };
  readonly labels: { readonly severity: string };
}
const RULES = ['relayer/alerts.yaml', 'api/alerts.yaml'].flatMap((file) =>
  (parse(read(file)) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules),
);

/** Metrics of Node and Prometheus that are named. The API's own tests see the first one. */
const OF_OTHERS = ['nodejs_eventloop_lag_p99_seconds', 'up'];
/** Every metric that the code defines, with the series of histograms. */
const METRICS = new Set([
  ...globSync(['{relayer,api}/src/**/metrics.ts', 'chains/src/deployments.ts'], { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/'(causeway_\w+)'/g)].flatMap(([, name]) => [name, `${name}_bucket`]),
  ),
  ...OF_OTHERS,
]);
const metricsIn = (text: string) => text.match(/\b(?:causeway|nodejs|process)_\w+/g) ?? [];

/** The URLs that a page may ask. */
const ASKED = [
  'http://127.0.0.1:{9100,9201,9400}/{live,health,metrics}', // relayer, signer and watch
  'http://127.0.0.1:9300/metrics', // metrics of the API
  'http://127.0.0.1:3000/{live,ready,health}',
  'http://127.0.0.1:9090/-/healthy', // Prometheus
];
const askable = ASKED.map(
  (pattern) => new RegExp(`^${pattern.replace(/\{([^}]+)\}/g, (_, words) => `(?:${words.replaceAll(',', '|')})`)}$`),
);

/** Sections that say how to act where no command of ours holds the key. */
const BY_HAND = ['../runbooks.md#pay-the-payer'];

const page = (alert: string) => readFileSync(join(PAGES, `${alert}.md`), 'utf8');
/** The commands of each section of a page, by its heading. */
function commandsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => [
      section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, lines = '']) => lines.trim().split('\n')),
    ]),
  );
}
const everyCommand = () => RULES.flatMap(({ alert }) => [...commandsOf(page(alert)).values()].flat());

/** The `causeway` command with the subcommands of `names`, whose actions do nothing. */
async function idleProgram(names: readonly string[]): Promise<Command> {
  const program = new Command('causeway');
  const silence = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => {} });
    if (command.commands.length === 0 || command.registeredArguments.length > 0 || command.options.length > 0)
      command.action(() => {});
    for (const below of command.commands) silence(below);
  };
  const groups = COMMAND_GROUPS.filter(({ commands }) => names.some((name) => name in commands));
  for (const { registerCommands } of await Promise.all(groups.map(({ load }) => load()))) registerCommands(program);
  silence(program);
  return program;
}

describe('the runbooks', () => {
  it('are one page for each alarm, to which its rule links, and an index of them', () => {
    const names = RULES.map(({ alert }) => `${alert}.md`);
    assert.deepEqual(readdirSync(PAGES).toSorted(), names.toSorted());
    const index = read('docs/runbooks.md');
    const rows = [...index.matchAll(/^\| \[(\w+)\]\(runbooks\/(\w+)\.md\) \| (\w+) \|/gm)];
    assert.deepEqual(
      rows.map(([, name, file, severity]) => [name, file, severity]),
      RULES.map(({ alert, labels }) => [alert, alert, labels.severity]),
    );
    for (const { alert, annotations } of RULES) assert.equal(annotations.runbook_url, `docs/runbooks/${alert}.md`);
    // What needs an operator, by the API.
    const named = [...read('api/src/areas/operator/attention.ts').matchAll(/runbook: '(\w+)'/g)];
    assert.ok(named.length > 0);
    for (const [, name] of named) assert.ok(names.includes(`${name}.md`), name);
  });

  it('say what users feel, three commands to look, one to act, and when it is over', () => {
    for (const { alert } of RULES) {
      const text = page(alert);
      assert.ok(text.startsWith(`# ${alert}\n\n`), alert);
      assert.match(text, /^\*\*Users feel:\*\* \S/m, alert);
      assert.match(text, /^\*\*Over\*\* when \S/m, alert);
      const commands = commandsOf(text);
      assert.deepEqual([...commands.keys()], ['Look', 'Act'], alert);
      assert.equal(commands.get('Look')?.length, 3, alert);
      const byHand = BY_HAND.some((section) => text.includes(`](${section})`));
      const acts = commands.get('Act')?.length;
      assert.ok(acts === 1 || (acts === 0 && byHand), `${alert}: ${acts} commands to act`);
    }
  });

  it('have commands of causeway with options that exist', async () => {
    const lines = new Set(everyCommand().filter((line) => line.startsWith('causeway ')));
    assert.ok(lines.size > 20);
    const program = await idleProgram([...lines].map((line) => line.split(' ')[1] ?? ''));
    for (const line of lines) {
      const words = line.split(' ').slice(1);
      await assert.doesNotReject(program.parseAsync(words, { from: 'user' }), line);
    }
    for (const wrong of ['status --bogus', 'orders --state gone', 'retry', 'signer stop', 'haste'])
      await assert.rejects(program.parseAsync(wrong.split(' '), { from: 'user' }), wrong);
  });

  it('ask nothing else than what processes serve, and show a metric of it', () => {
    for (const line of everyCommand().filter((each) => !each.startsWith('causeway '))) {
      const [, url = '', metric] = /^curl -s (\S+)(?: \| grep (\w+))?$/.exec(line) ?? assert.fail(line);
      assert.ok(
        askable.some((known) => known.test(url)),
        line,
      );
      assert.equal(url.endsWith('/metrics'), metric !== undefined, line);
    }
  });

  it('name metrics that the code defines, as do the rules, their cases and the dashboard', () => {
    const texts = [
      ...RULES.map(({ alert }) => page(alert)),
      ...['relayer', 'api'].flatMap((folder) => [read(`${folder}/alerts.yaml`), read(`${folder}/alerts.test.yaml`)]),
      read('relayer/dashboard.json'),
    ];
    for (const name of texts.flatMap(metricsIn)) assert.ok(METRICS.has(name), name);
  });

  it('link to pages and headings that exist', () => {
    const anchor = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-');
    for (const { alert } of RULES) {
      for (const [, target = ''] of page(alert).matchAll(/\]\(([^)]+)\)/g)) {
        const [path = '', section] = target.split('#');
        const file = join(PAGES, path);
        assert.ok(existsSync(file), `${alert}: ${target}`);
        const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
          anchor(heading),
        );
        if (section) assert.ok(headings.includes(section), `${alert}: ${target}`);
      }
    }
  });
});

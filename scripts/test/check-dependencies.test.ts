import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../lib/build/target.ts';
import {
  acceptedAdvisories,
  listFindings,
  readAudit,
  readSignatures,
  unaccepted,
} from '../lib/dependencies/advisories.ts';
import { type Lock, needlessVersions } from '../lib/dependencies/one-version.ts';

const ADVISORY = 'GHSA-aaaa-bbbb-cccc';
const accepted = {
  advisory: ADVISORY,
  package: 'leftover',
  assessed: '2026-01-01',
  reason: 'Only a test of the list knows this package, so that it harms nobody.',
};
const found = { advisory: ADVISORY, package: 'leftover', title: 'Bad', severity: 'high' };
const NOW_MS = Date.parse('2026-02-01');

describe('the list of accepted advisories', () => {
  it('accepts an advisory for the package that it names, and no other', () => {
    assert.deepEqual(unaccepted([found], [accepted]), []);
    for (const other of [
      { ...found, advisory: 'GHSA-xxxx-yyyy-zzzz' },
      { ...found, package: 'other' },
    ]) {
      assert.match(
        unaccepted([other], [accepted]).join(),
        new RegExp(`${other.package}: Bad \\(high, ${other.advisory}\\)`),
      );
    }
  });

  it('has no entry for a package that is not installed, and asks for a new look after half a year', () => {
    assert.deepEqual(listFindings([accepted], new Set(['leftover']), NOW_MS), { problems: [], notes: [] });
    assert.match(listFindings([accepted], new Set(), NOW_MS).problems.join(), /leftover is not installed; delete GHSA/);
    const later = listFindings([accepted], new Set(['leftover']), Date.parse('2026-07-15'));
    assert.deepEqual(later.problems, []);
    assert.match(later.notes.join(), /was assessed on 2026-01-01; look at it again/);
  });

  it('is well-formed', () => {
    assert.ok(acceptedAdvisories(ROOT).length > 0);
  });
});

describe('what npm answers', () => {
  it('of advisories is read with the packages that they are of, each once', () => {
    const via = [
      { name: 'leftover', title: 'Bad', url: `https://github.com/advisories/${ADVISORY}`, severity: 'high' },
      'another',
    ];
    const output = JSON.stringify({ auditReportVersion: 2, vulnerabilities: { leftover: { via }, user: { via } } });
    assert.deepEqual(readAudit(output), { checked: true, value: [found] });
  });

  it('of signatures names the packages without a right one', () => {
    const one = { name: 'leftover', version: '1.0.0', registry: 'r' };
    assert.deepEqual(readSignatures(JSON.stringify({ invalid: [], missing: [] })), { checked: true, value: [] });
    const seen = readSignatures(JSON.stringify({ invalid: [one], missing: [{ ...one, version: '2.0.0' }] }));
    assert.ok(seen.checked);
    assert.match(seen.value.join(), /leftover@1\.0\.0: its signature.*leftover@2\.0\.0: it is not signed/);
  });

  it('is no pass when it answers nothing, and says why without the registry’s address', () => {
    const refused = JSON.stringify({ message: '405 Method Not Allowed - POST https://packages.example/-/bulk' });
    assert.deepEqual(readAudit(refused), { checked: false, why: '405 Method Not Allowed' });
    assert.deepEqual(readSignatures(JSON.stringify({ error: { code: 'ENOTFOUND', summary: 's' } })), {
      ...{ checked: false, why: 'ENOTFOUND' },
    });
    assert.deepEqual(readAudit(''), { checked: false, why: 'npm gave no answer' });
  });
});

describe('versions of cryptographic libraries', () => {
  const lockOf = (range: string): Lock => ({
    packages: {
      '': { dependencies: { '@noble/hashes': '1.8.0' } },
      'node_modules/@noble/hashes': { version: '1.8.0' },
      'node_modules/user': { version: '1.0.0', dependencies: { '@noble/hashes': range } },
      'node_modules/user/node_modules/@noble/hashes': { version: '1.7.0' },
    },
  });

  it('are one too many where all that use one would take another', () => {
    assert.deepEqual(needlessVersions(lockOf('^1.7.0')), [
      '@noble/hashes 1.7.0: user would take 1.8.0, which is installed, too',
    ]);
    assert.deepEqual(needlessVersions(lockOf('~1.7.0')), []);
  });
});

describe('npm run check:dependencies', () => {
  let server: Server;
  let bulk: { readonly status: number; readonly body: object };
  const run = (): Promise<{ code: number; parts: Record<string, { state: string; lines: readonly string[] }> }> =>
    new Promise((resolve, reject) => {
      const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const options = { cwd: ROOT, env: { ...process.env, npm_config_registry: registry, npm_config_cache: cache } };
      execFile(process.execPath, [join(ROOT, 'scripts/check-dependencies.ts'), '--json'], options, (error, stdout) => {
        try {
          const parts = JSON.parse(stdout).parts.map((part: { name: string }) => [part.name, part]);
          resolve({ code: Number(error?.code ?? 0), parts: Object.fromEntries(parts) });
        } catch (cause) {
          reject(cause);
        }
      });
    });
  // npm caches advisories by their numbers.
  let cache: string;
  beforeEach(() => {
    cache = mkdtempSync(join(tmpdir(), 'causeway-npm-'));
  });
  afterEach(() => rmSync(cache, { recursive: true, force: true }));
  before((done) => {
    server = createServer((request, response) => {
      const { status, body } =
        request.method === 'POST' && request.url?.endsWith('/advisories/bulk') ? bulk : { status: 404, body: {} };
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1', done);
  });
  after((done) => {
    server.close(done);
  });

  const advice = (id: string) => ({
    ...{ id: 1, url: `https://github.com/advisories/${id}`, title: 'Bad', severity: 'high', vulnerable_versions: '*' },
    cwe: [],
  });

  it('fails for an advisory of the registry that is not in the list', async () => {
    bulk = { status: 200, body: { elliptic: [advice(ADVISORY)] } };
    const { code, parts } = await run();
    assert.deepEqual([code, parts.advisories?.state], [1, 'failed']);
    assert.match(parts.advisories?.lines.join() ?? '', /elliptic: Bad \(high, GHSA-aaaa-bbbb-cccc\)/);
  });

  it('passes for one that is, and says what it could not ask', async () => {
    const known = acceptedAdvisories(ROOT).find(({ package: name }) => name === 'elliptic');
    bulk = { status: 200, body: { elliptic: [advice(known?.advisory ?? '')] } };
    const { code, parts } = await run();
    assert.deepEqual([code, parts.advisories?.state, parts.signatures?.state], [0, 'ok', 'not checked']);
  });

  it('says "not checked" of a registry without advisories', async () => {
    bulk = { status: 405, body: {} };
    const { code, parts } = await run();
    assert.deepEqual([code, parts.advisories?.state], [0, 'not checked']);
  });
});

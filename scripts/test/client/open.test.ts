import { strict as assert } from 'node:assert';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openerOf, openUrl, pageOf } from '../../lib/client/browser.ts';
import { describeService } from './service.ts';

describe('the page of a service', () => {
  it('is opened by a program of the system that is no shell', () => {
    assert.deepEqual(
      (['linux', 'freebsd', 'darwin', 'win32'] as const).map((platform) => openerOf(platform)[0]),
      ['xdg-open', 'xdg-open', 'open', 'rundll32'],
    );
  });

  it('is http or https', () => {
    assert.equal(pageOf('http://127.0.0.1:3000'), 'http://127.0.0.1:3000/');
    assert.equal(pageOf('HTTPS://bridge.example/base//?x=1#y'), 'https://bridge.example/base/');
    for (const other of ['file:///etc/passwd', 'javascript:alert(1)', 'ftp://bridge.example', '--help', '']) {
      assert.throws(() => pageOf(other), /is no http or https URL/, other);
    }
  });

  it('counts as opened while the program of the browser goes on', async () => {
    const after = (_ms: number, task: () => void) => {
      const soon = setImmediate(task);
      return () => clearImmediate(soon);
    };
    const browser = [process.execPath, '-e', 'setTimeout(() => process.exit(1), 3_000)'] as const;
    assert.equal(await openUrl('http://127.0.0.1/', browser, { after }), undefined);
  });
});

describeService('causeway open', undefined, (service) => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-open-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Runs the command where the system's opener is `script`, or where there is none. */
  const open = (script: string | undefined, ...args: string[]) => {
    rmSync(join(folder, 'xdg-open'), { force: true });
    if (script !== undefined) writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return service.causeway(['open', ...args], { environment: { PATH: folder } });
  };

  it('prints the URL and gives it to the program as one argument', async () => {
    const given = join(folder, 'given');
    const record = `printf '%s\\n' "$@" > '${given}'`;
    assert.equal((await open(record, '--print')).stdout, `${service.url}/\n`);
    assert.ok(!existsSync(given), '--print only prints');
    assert.deepEqual(await open(record), { stdout: `${service.url}/\n`, stderr: '', status: 0 });
    assert.equal(readFileSync(given, 'utf8'), `${service.url}/\n`);
    assert.deepEqual(JSON.parse((await open(record, '--json')).stdout), { url: `${service.url}/`, opened: true });
  });

  it('says why nothing was opened, after the URL', async () => {
    const failed = await open('exit 3');
    assert.deepEqual([failed.stdout, failed.status], [`${service.url}/\n`, 1]);
    assert.match(failed.stderr, /^causeway: xdg-open ended with status 3; open the URL yourself\n$/);
    const absent = await open(undefined);
    assert.deepEqual([absent.stdout, absent.status], [`${service.url}/\n`, 1]);
    assert.match(absent.stderr, /xdg-open cannot be started/);
  });
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildPackage } from '../lib/install/build-package.ts';
import { type Registry, serveInstalled } from '../lib/install/installed-registry.ts';
import { EmptyProject, NODE, ROOT } from './empty-project.ts';

describe('the package @causeway/radix-ledger in an empty project', () => {
  const project = new EmptyProject();
  const installed = join(project.folder, 'node_modules/@causeway/radix-ledger');
  let registry: Registry;

  before(async () => {
    registry = await serveInstalled(ROOT);
    await project.install(registry, await buildPackage(ROOT, 'radix-ledger'), '@types/node');
  });
  after(() => {
    registry.close();
    project.remove();
  });

  it('tests a blueprint by the example, which is part of it', async () => {
    cpSync(join(installed, 'example'), join(project.folder, 'test'), { recursive: true });
    const { stdout } = await project.node('--test', '--test-reporter=tap', 'test/counter.test.mjs');
    assert.match(stdout, /^# pass 3$/m);
    assert.match(stdout, /^# fail 0$/m);
  });

  it('has types without any of its sources', async () => {
    project.write(
      'types.ts',
      `import { Engine, type Head, startLedger } from '@causeway/radix-ledger';
       import { type Account, LedgerSimulator } from '@causeway/radix-ledger/testing';
       const head: Head = Engine.boot({ timeMs: 0, epochMs: 1 }).head();
       const account: Promise<Account> = LedgerSimulator.open().account();
       export const all = [head, account, startLedger({ pace: 'manual' })];
       // @ts-expect-error: a ledger has a pace.
       startLedger({});`,
    );
    await project.compile(['types.ts']);
    assert.deepEqual(
      readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((path) =>
        /(?<!\.d)\.ts$|test\.ts/.test(path),
      ),
      [],
    );
  });

  it('runs a ledger by its command', async () => {
    const command = join(project.folder, 'node_modules/.bin/radix-ledger');
    const child = spawn(NODE, [command, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const response = await fetch(`${line.replace('Listening on ', '')}/core`);
      assert.partialDeepStrictEqual(await response.json(), {
        network: 'simulator',
        version: { core_version: '0.1.0' },
      });
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });

  it('exports what it documents, and nothing else', async () => {
    project.write('hidden.mjs', `await import('@causeway/radix-ledger/folder-lock');`);
    await assert.rejects(project.node('hidden.mjs'), /ERR_PACKAGE_PATH_NOT_EXPORTED/);
  });

  it('holds the licence texts, and needs only what runs', () => {
    const text = (name: string) => readFileSync(join(installed, name), 'utf8');
    assert.match(text('LICENSE'), /Apache License/);
    assert.match(text('NOTICE'), /Radix License/);
    assert.match(text('artifacts/LICENSE-RADIX'), /^Radix License/);
    const { dependencies, engines, private: isPrivate } = JSON.parse(text('package.json'));
    assert.deepEqual(Object.keys(dependencies), ['@radixdlt/radix-engine-toolkit', 'zod']);
    assert.deepEqual([engines, isPrivate], [{ node: '>=20' }, undefined]);
  });
});

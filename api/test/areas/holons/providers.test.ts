import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlatformStorage } from '@causeway/storage';
import { databaseProvider } from '../../../src/areas/holons/bodies/database.ts';
import { openFolder } from '../../../src/areas/holons/bodies/folder.ts';
import { lazily } from '../../../src/areas/holons/bodies/lazy.ts';
import { openProviders } from '../../../src/areas/holons/bodies/open.ts';
import type { BodyProvider } from '../../../src/areas/holons/bodies/provider.ts';
import { openS3 } from '../../../src/areas/holons/bodies/s3.ts';
import { startS3 } from '../../support/s3-server.ts';

const { signal } = new AbortController();
const newKey = () => ({ holonId: randomUUID(), bodyId: randomUUID() });

describe('providers of bodies', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-bodies-'));
  const files = join(folder, 'bodies');
  const closing: (() => Promise<void>)[] = [];
  after(async () => {
    for (const close of closing) await close();
    rmSync(folder, { recursive: true, force: true });
  });

  const openings: Readonly<Record<string, () => Promise<BodyProvider>>> = {
    async database() {
      const storage = await openPlatformStorage(join(folder, 'index.sqlite'));
      closing.push(() => storage.close());
      return databaseProvider('database', storage);
    },
    folder: () => openFolder('folder', files),
    async s3() {
      const server = await startS3();
      closing.push(() => server.stop());
      return openS3('s3', server.options);
    },
  };

  for (const [kind, open] of Object.entries(openings)) {
    describe(kind, () => {
      let provider: BodyProvider;
      before(async () => {
        provider = await open();
        closing.unshift(() => provider.close());
      });

      it('gives back what it took, to the last character, and keeps it until it is removed', async () => {
        const [one, two] = [newKey(), newKey()];
        const sibling = { ...one, bodyId: randomUUID() };
        const body = `{"text":"ä 漢 😀 \\u0000","long":"${'x'.repeat(300_000)}"}`;
        await provider.put(one, body, signal);
        await provider.put(sibling, '{}', signal);
        assert.equal(await provider.get(one, signal), body);
        assert.equal(await provider.get(two, signal), undefined);
        await provider.put(one, body, signal);
        await provider.remove(one, signal);
        await provider.remove(one, signal);
        assert.equal(await provider.get(one, signal), undefined);
        assert.equal(await provider.get(sibling, signal), '{}');
      });

      it('replaces a damaged body', async () => {
        const key = newKey();
        await provider.put(key, 'damaged', signal);
        await provider.put(key, '{"whole":true}', signal);
        assert.equal(await provider.get(key, signal), '{"whole":true}');
      });

      it('is well', () => provider.probe(signal));

      if (kind !== 'database') {
        it('takes no key but UUIDs, so that no path leads out of its place', async () => {
          const { holonId, bodyId } = newKey();
          for (const spelled of ['../../etc/passwd', '..', '', `${bodyId}/x`, `${bodyId}\0`, `{${bodyId}}`]) {
            await assert.rejects(provider.put({ holonId, bodyId: spelled }, '{}', signal), RangeError, spelled);
            await assert.rejects(provider.get({ holonId: spelled, bodyId }, signal), RangeError, spelled);
            await assert.rejects(provider.remove({ holonId: spelled, bodyId }, signal), RangeError, spelled);
          }
        });
      }
    });
  }

  describe('a folder', () => {
    it('leaves no half of a body where its path is', async () => {
      const provider = await openFolder('folder', join(folder, 'whole'));
      const aborted = AbortSignal.abort();
      const key = newKey();
      await assert.rejects(provider.put(key, 'x'.repeat(1_000_000), aborted));
      assert.equal(await provider.get(key, signal), undefined);
      assert.deepEqual(
        readdirSync(join(folder, 'whole')).filter((name) => name.endsWith('.tmp')),
        [],
      );
    });

    it('is its owner’s alone, with every file and folder in it, whatever the umask', async () => {
      const umask = process.umask(0);
      try {
        const path = join(folder, 'private');
        await (await openFolder('folder', path)).put(newKey(), '{}', signal);
        const modes = ['', ...readdirSync(path, { recursive: true, encoding: 'utf8' })].map((name) => {
          const stat = statSync(join(path, name));
          return [stat.isDirectory(), (stat.mode & 0o777).toString(8)];
        });
        assert.equal(modes.length, 5);
        for (const [isFolder, mode] of modes) assert.equal(mode, isFolder ? '700' : '600');
      } finally {
        process.umask(umask);
      }
    });

    it('fails, and does not say that it has nothing, while its file system is away', async () => {
      const path = join(folder, 'mounted');
      const provider = await openFolder('folder', path);
      const key = newKey();
      await provider.put(key, '{}', signal);
      renameSync(path, `${path}-away`);
      await assert.rejects(provider.get(key, signal), { code: 'ENOENT' });
      await assert.rejects(provider.put(key, '{}', signal), { code: 'ENOENT' });
      await assert.rejects(provider.remove(key, signal), { code: 'ENOENT' });
      await assert.rejects(provider.probe(signal), { code: 'ENOENT' });
      renameSync(`${path}-away`, path);
      assert.equal(await provider.get(key, signal), '{}');
    });

    it('is not opened where other files are', async () => {
      const path = mkdtempSync(join(folder, 'others-'));
      writeFileSync(join(path, 'letter.txt'), 'dear');
      await assert.rejects(openFolder('folder', path), /has other files/);
      assert.deepEqual(readdirSync(path), ['letter.txt']);
    });

    it('is refused where several processes may share the database, unless it is called shared', async () => {
      const storage = { leases: { shared: true } } as Parameters<typeof openProviders>[1];
      const config = { kind: 'folder', name: 'folder', path: 'x' } as const;
      assert.throws(() => openProviders([{ ...config, shared: false }], storage, folder), /say shared: true/);
      assert.equal(openProviders([{ ...config, shared: true }], storage, folder).length, 1);
    });
  });

  it('of the store fail when their credentials cannot be read, before anything starts', () => {
    const source = { env: 'CAUSEWAY_NO_SUCH_VARIABLE' };
    const credentials = { accessKeyId: source, secretAccessKey: source };
    const config = { kind: 's3', name: 's3', bucket: 'b', prefix: '', region: 'r', credentials } as const;
    const storage = { leases: { shared: false } } as Parameters<typeof openProviders>[1];
    assert.throws(() => openProviders([config], storage, folder), /s3\.credentials\.accessKeyId/);
  });

  it('that cannot be opened fail until they can', async () => {
    let works = false;
    let opened = 0;
    const provider = lazily('late', async () => {
      opened += 1;
      if (!works) throw new Error('not yet');
      return openFolder('late', join(folder, 'late'));
    });
    await assert.rejects(provider.probe(signal), /not yet/);
    works = true;
    await Promise.all([provider.probe(signal), provider.probe(signal)]);
    assert.equal(opened, 2);
  });
});

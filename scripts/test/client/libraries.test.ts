import { strict as assert } from 'node:assert';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { columns } from '@causeway/storage/test-support/columns';
import { describeService } from './service.ts';

describeService('causeway library', 'ann', (service) => {
  let hashes: string;
  let proofs: string;
  const one = (...args: readonly string[]) => service.one('library', ...args);

  it('creates libraries that need each other, and shows them', async () => {
    hashes = String((await one('create', 'hashes', '1.2.0', '--language', 'Rust')).libraryId);
    const made = await one('create', 'merkle proofs', '--needs', `${hashes}@^1.0.0`, '--category', 'crypto');
    proofs = String(made.libraryId);
    assert.deepEqual([made.version, made.dependencies], ['1.0.0', [{ libraryId: hashes, versionRange: '^1.0.0' }]]);
    const { stdout } = await service.causeway(['library', 'show', proofs]);
    assert.match(stdout, /^name +merkle proofs$/m);
    assert.match(stdout, new RegExp(`^needs +${hashes}@\\^1\\.0\\.0$`, 'm'));
  });

  it('publishes versions and resolves to the highest that fits', async () => {
    assert.equal((await one('publish', hashes, '1.3.0', '--description', 'Hash functions')).version, '1.3.0');
    assert.equal((await one('publish', hashes, '2.0.0')).version, '2.0.0');
    const table = (await service.causeway(['library', 'needs', proofs, '--all'])).stdout;
    assert.match(table, /^LIBRARY +NAME +VERSION +RANGE +NEEDED BY\n\S+ +hashes +1\.3\.0 +\^1\.0\.0 +1$/m);
    assert.equal((await one('show', `${hashes}@1.2.0`)).description, '');
    assert.deepEqual(columns(await service.json('library', 'versions', hashes), 'version'), [
      '2.0.0',
      '1.3.0',
      '1.2.0',
    ]);
  });

  it('names the circle, the dependants and the way on when it is refused', async () => {
    const circle = await service.causeway(['library', 'add', hashes, proofs]);
    assert.match(circle.stderr, new RegExp(`${hashes} → ${proofs} → ${hashes} \\(LIBRARY_CYCLE\\)`));
    const held = await service.causeway(['library', 'delete', hashes]);
    assert.match(held.stderr, /merkle proofs 1\.0\.0 \(LIBRARY_HAS_DEPENDANTS\)/);
    assert.equal(held.status, 1);
    const unknown = await service.causeway(['library', 'show', 'nothing']);
    assert.match(unknown.stderr, /Library not found \(LIBRARY_NOT_FOUND\)\n.*causeway library list/);
    assert.equal(unknown.status, 4);
  });

  it('finds by words, and exports to a file that can be imported again', async () => {
    assert.deepEqual(columns(await service.json('library', 'search', 'merkel', 'proof'), 'libraryId'), [proofs]);
    const file = join(service.settings, 'proofs.json');
    const { stdout } = await service.causeway(['library', 'export', proofs, '--all', '--file', file]);
    assert.match(stdout, /has 2 libraries; sha256:/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal((await one('remove', proofs, hashes)).version, '1.0.1');
    await one('delete', hashes);
    assert.equal((await one('import', file)).version, '1.0.0');
    assert.equal((await one('show', hashes)).version, '2.0.0');
    const [exported] = await service.json('library', 'export', hashes);
    assert.equal(exported?.libraryId, hashes);
    assert.equal(
      (await service.causeway(['library', 'export', proofs, '--file', file])).status,
      1,
      'a file stays as it is',
    );
    const damaged = await service.causeway(['library', 'import', '-'], {
      input: readFileSync(file, 'utf8').replace('merkle', 'merkel'),
    });
    assert.match(damaged.stderr, /checksum.*\(PACKAGE_DAMAGED\)/);
  });
});

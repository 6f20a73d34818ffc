import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockAt } from '@causeway/runtime/test-support';
import { openPlatformStorage, type PlatformStorage } from '@causeway/storage';
import { bundleOf } from '@causeway/storage/test-support/child';
import { BodyManager } from '../../../src/areas/holons/bodies/body-manager.ts';
import { databaseProvider } from '../../../src/areas/holons/bodies/database.ts';
import { openFolder } from '../../../src/areas/holons/bodies/folder.ts';
import { BodyStore } from '../../../src/areas/holons/bodies/store.ts';
import { holonStorage } from '../../../src/areas/holons/rules/holon-repository.ts';
import { HolonService } from '../../../src/areas/holons/service.ts';
import { onEngines } from '../../support/engines.ts';
import { person } from '../../support/person.ts';

const CHILD = new URL('./save-child.ts', import.meta.url);
const ALICE = person('alice');
const DAY_MS = 86_400_000;
/** Longer than an upload may take. */
const UPLOAD_MS = 600_001;

onEngines('a process that is killed while it saves a holon', (database) => {
  let root: string;
  let path: string;
  let storage: PlatformStorage;
  let service: HolonService;
  let keeper: BodyManager;
  let passedMs = 0;

  before(async function start() {
    this.timeout(60_000);
    root = mkdtempSync(join(tmpdir(), 'causeway-holon-crash-'));
    path = database() ?? join(root, 'index.sqlite');
    const clock = clockAt(() => Date.now() + passedMs);
    storage = await openPlatformStorage(path, { clock });
    const providers = [databaseProvider('database', storage), await openFolder('folder', join(root, 'bodies'))];
    const log = { warn() {}, error() {} };
    const store = new BodyStore({ providers, timeoutMs: 60_000, clock: { ...clock, monotonic: clock.now }, log });
    const jobs = { ...storage, holons: holonStorage(storage.holons) };
    const retention = { versions: 5, versionMs: DAY_MS, deletedMs: DAY_MS };
    keeper = new BodyManager({ storage: jobs, store, clock, checkMs: DAY_MS, retention, log });
    service = new HolonService({ storage: jobs, store, keep: 5 });
  });
  after(async () => {
    await storage.close();
    rmSync(root, { recursive: true, force: true });
  });

  /** Saves `value` in a process that is killed at `point`. */
  async function killedAt(point: 'uploaded' | 'committed', id: string, value: number): Promise<void> {
    const args = [bundleOf(CHILD), path, join(root, 'bodies'), id, String(value), point];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(child.stdout, 'data');
    assert.equal(String(line), `${point}\n`);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const bodyOf = (value: number) => ({ name: 'n', holonType: 'T', metadata: { value } });
  const files = (): number =>
    readdirSync(join(root, 'bodies'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.name.startsWith('.'),
    ).length;
  const versionsOf = async (id: string) =>
    (await holonStorage(storage.holons).versions(id, null, 10)).map(({ version }) => version);

  it('between upload and commit leaves no version, and in the end no body', async function between() {
    this.timeout(60_000);
    const id = randomUUID();
    const first = await service.save(ALICE, { id, body: bodyOf(1) });
    assert.ok(first.ok);
    const before = files();
    await killedAt('uploaded', id, 2);
    assert.equal(files(), before + 1, 'the provider has the body');
    assert.deepEqual(await versionsOf(id), [1]);
    const again = await service.save(ALICE, { id, body: bodyOf(2), expected: [1] });
    assert.deepEqual(again.ok && again.value.holon.version, 2);
    passedMs += UPLOAD_MS;
    await keeper.round();
    assert.equal(files(), before + 1, 'only the body of the version is left');
    assert.deepEqual(await versionsOf(id), [2, 1]);
    const loaded = await service.load(ALICE, id);
    assert.deepEqual(loaded.ok && loaded.value.body, bodyOf(2));
  });

  it('after the commit leaves the version, which a repetition does not double', async function behind() {
    this.timeout(60_000);
    const id = randomUUID();
    const before = files();
    await killedAt('committed', id, 7);
    const again = await service.save(ALICE, { id, body: bodyOf(7) });
    assert.deepEqual(again.ok && [again.value.holon.version, again.value.committed], [1, false]);
    passedMs += UPLOAD_MS;
    await keeper.round();
    assert.deepEqual([await versionsOf(id), files()], [[1], before + 1]);
    const loaded = await service.load(ALICE, id);
    assert.deepEqual(loaded.ok && loaded.value.body, bodyOf(7));
  });
});

import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columns } from '@causeway/storage/test-support/columns';
import { overwrite } from '@causeway/storage/test-support/dump';
import { Command } from 'commander';
import { createAdmin } from '../../../src/areas/avatars/admin.ts';
import { avatars } from '../../../src/areas/avatars/index.ts';
import { inspectAvatars, reportOf } from '../../../src/areas/avatars/inspection.ts';
import { registerCommands } from '../../../src/commands.ts';
import { operatedArea } from '../../../src/operator.ts';
import { apiForAll, testConfig } from '../../support/api.ts';
import { ask, expect, register, signIn } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

onEngines('the inspection of avatars', (database) => {
  const api = apiForAll({ database });
  const folder = mkdtempSync(join(tmpdir(), 'causeway-inspect-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  let config: ReturnType<typeof testConfig>;
  before(() => {
    config = { ...testConfig(), database: api.databasePath };
  });
  const found = async () => columns(await inspectAvatars(config), 'username', 'finding');
  const set = (id: string, columnsOfRow: object) =>
    overwrite(api.databasePath, ['avatars', 'avatars'], id, { ...columnsOfRow });

  /** What `causeway admin inspect` prints, and its exit status. */
  async function run(...more: readonly string[]) {
    const file = join(folder, 'config.yaml');
    const keys = { env: 'TEST_MASTER_KEYS' };
    writeFileSync(file, JSON.stringify({ database: api.databasePath, chains: {}, api: { keys } }));
    const program = new Command();
    registerCommands(program);
    const { write } = process.stdout;
    const { exitCode } = process;
    let printed = '';
    process.stdout.write = ((text: string) => {
      printed += text;
      return true;
    }) as never;
    try {
      await program.parseAsync(['node', 'causeway', 'admin', 'inspect', '--config', file, ...more]);
    } finally {
      process.stdout.write = write;
    }
    const status = process.exitCode ?? 0;
    process.exitCode = exitCode;
    return { status, printed };
  }

  it('finds nothing where every admin and every address has its event', async () => {
    await createAdmin(operatedArea(avatars, config), { username: 'root' });
    const { id: annId } = await register(api, 'ann', { email: 'ann@example.org' });
    const { id: rootId, password } = await createAdmin(operatedArea(avatars, config), { username: 'second' });
    const { jwtToken: token } = await signIn(api, 'second', password ?? '');
    await expect(ask(api, `PUT /api/avatar/${annId}/role`, { isAdmin: true }, { token }), 200);
    await expect(ask(api, `PUT /api/avatar/${annId}/role`, { avatarType: 'Wizard' }, { token }), 200);
    await api.storage.avatars.audit.record({
      ...{ action: 'email.verified', outcome: 'allowed', actorId: annId, subjectId: annId, credential: null },
      ...{ address: null, userAgent: null, traceId: null, facts: {} },
    });
    await set(annId, { verifiedEmailKey: 'ann@example.org' });
    assert.notEqual(rootId, annId);
    assert.deepEqual(await found(), []);
    assert.deepEqual(await run(), { status: 0, printed: `${reportOf([])}\n` });
  });

  it('finds admins and addresses that no event explains, says what to do, and ends with status 1', async () => {
    const made = [];
    for (const name of ['mallory', 'mover', 'former', 'claimed']) made.push(await register(api, name));
    const [mallory, mover, former, claimed] = made.map(({ id }) => String(id)) as [string, string, string, string];
    await set(mallory, { isAdmin: true });
    await set(mover, { verifiedEmailKey: 'boss@example.org', email: 'boss@example.org' });
    const { password } = await createAdmin(operatedArea(avatars, config), { username: 'third' });
    const { jwtToken: token } = await signIn(api, 'third', password ?? '');
    for (const isAdmin of [true, false]) {
      await expect(ask(api, `PUT /api/avatar/${former}/role`, { isAdmin }, { token }), 200);
      api.clock.nowMs += 1_000;
    }
    await set(former, { isAdmin: true });
    // What an event of a change was refused for, and what another event says, explains nothing.
    await api.storage.avatars.audit.record({
      ...{ action: 'avatar.roleChanged', outcome: 'refused', actorId: claimed, subjectId: claimed, credential: null },
      ...{ address: null, userAgent: null, traceId: null, facts: { isAdmin: true } },
    });
    await set(claimed, { isAdmin: true, username: 'claimed\u001b[2J' });
    assert.deepEqual((await found()).map(String).sort(), [
      'claimed\u001b[2J,adminWithoutEvent',
      'claimed\u001b[2J,usernameAgainstRules',
      'former,adminWithoutEvent',
      'mallory,adminWithoutEvent',
      'mover,addressWithoutProof',
    ]);
    const json = await run('--json');
    assert.equal(json.status, 1);
    assert.deepEqual(JSON.parse(json.printed), await inspectAvatars(config));
    const text = await run();
    assert.equal(text.status, 1);
    assert.match(text.printed, new RegExp(`^${mallory} mallory: It is an admin.*\n  Unless you know why: take`, 'm'));
    assert.match(text.printed, new RegExp(`table avatars with the id ${mover}`));
    assert.ok(!text.printed.includes('\u001b'));
  });
});

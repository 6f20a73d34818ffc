import { strict as assert } from 'node:assert';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAdmin } from '@causeway/api/test-support/avatars';
import { readKeyFile, writeKeyFile } from '../../lib/client/key-file.ts';
import { describeService, PASSWORD } from './service.ts';

const LATER_MS = 6 * 60_000;

describeService('the commands against a theft', 'ann', (service) => {
  const causeway: typeof service.causeway = (...call) => service.causeway(...call);
  const again = { environment: { SECRET: PASSWORD } };

  it('freeze the account without a password, and thaw it with one', async () => {
    service.api.clock.nowMs += LATER_MS;
    const frozen = await causeway(['freeze', '--reason', 'my laptop is gone']);
    assert.deepEqual([frozen.stdout, frozen.status], ['the account ann is frozen\n', 0]);
    const refused = await causeway(['wallet', 'create', '--type', 'ethereum']);
    assert.match(refused.stderr, /\(ACCOUNT_FROZEN\)\n {2}causeway thaw/);
    const without = await causeway(['thaw']);
    assert.match(without.stderr, /\(REAUTHENTICATION_REQUIRED\)\n {2}repeat it at a terminal, or with --password-env/);
    const wrong = await causeway(['thaw', '--password-env', 'SECRET'], { environment: { SECRET: 'wrong' } });
    assert.match(wrong.stderr, /\(CREDENTIALS_REFUSED\)/);
    assert.match((await causeway(['thaw', '--password-env', 'NOTHING'])).stderr, /NOTHING is not set/);
    const thawed = await causeway(['thaw', '--password-env', 'SECRET'], again);
    assert.deepEqual([thawed.stdout, thawed.status], ['the account ann is thawed\n', 0]);
  });

  it('freeze one wallet, by its name', async () => {
    await causeway(['wallet', 'create', '--type', 'ethereum', '--name', 'main']);
    assert.match((await causeway(['freeze', '--wallet', 'main'])).stdout, /^the wallet 0x\w{40} is frozen\n$/);
    assert.equal((await service.one('wallet', 'default', 'main')).frozenBy, 'owner');
    assert.match((await causeway(['thaw', '--wallet', 'main'])).stdout, /^the wallet 0x\w{40} is thawed\n$/);
  });

  it('list sessions and events, and end sessions with the keys of all agents', async () => {
    const listed = await causeway(['session', 'list']);
    assert.match(listed.stdout, /^ +SESSION +SINCE +PASSWORD GIVEN\n\* +[\da-f-]{36} /);
    const ended = await causeway(['session', 'end', '--revoke-keys', 'all']);
    assert.match(ended.stdout, /^ended: sessions 0, API keys 0, API keys of agents 0, passwords of agents 0\n$/);
    assert.match(
      (await causeway(['security-log', '--limit', '3'])).stdout,
      /^TIME +EVENT +OUTCOME +FROM\n\S+ +sessions\.ended /,
    );
    const missing = await causeway(['session', 'end', '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70']);
    assert.match(missing.stderr, /\(SESSION_NOT_FOUND\)/);
  });

  it('ask for the password again before an agent is made', async () => {
    service.api.clock.nowMs += LATER_MS;
    const refused = await causeway(['register', '--agent', 'adder-of-ann']);
    assert.match(refused.stderr, /\(REAUTHENTICATION_REQUIRED\)\n {2}repeat it at a terminal, or with --password-env/);
    const made = await causeway(['agent', 'register', 'Adder', '--can', 'add', '--password-env', 'SECRET'], again);
    assert.match(made.stdout, /API key, shown once/);
  });

  it('freeze the account of somebody else by an admin, who says why', async () => {
    const ann = await service.one('whoami');
    await service.signedUp('root');
    const root = await service.one('whoami');
    await makeAdmin(service.api, String(root.id));
    await causeway(['login', 'root'], { input: `${PASSWORD}\n` });
    assert.match((await causeway(['freeze', String(ann.id)])).stderr, /\(REASON_REQUIRED\)/);
    const frozen = await causeway(['freeze', String(ann.id), '--reason', 'court order']);
    assert.equal(frozen.stdout, 'the account ann is frozen\n');
    const log = await service.json('session', 'end', '--of', String(ann.id), '--reason', 'court order');
    assert.equal(log[0]?.sessions, 1);
  });
});

describe('the file of an agent’s key', () => {
  it('has one key, is replaced as a whole, and is readable to its owner alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-key-'));
    const path = join(folder, 'key');
    assert.throws(() => readKeyFile(path), /--key-file/);
    writeFileSync(path, 'cwk_old\n');
    assert.equal(readKeyFile(path), 'cwk_old');
    writeKeyFile(path, 'cwk_new');
    assert.deepEqual([readFileSync(path, 'utf8'), statSync(path).mode & 0o777], ['cwk_new\n', 0o600]);
    assert.deepEqual(readdirSync(folder), ['key']);
    writeFileSync(path, 'two keys');
    assert.throws(() => readKeyFile(path), /nothing else/);
    rmSync(folder, { recursive: true });
  });
});

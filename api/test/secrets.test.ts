import { strict as assert } from 'node:assert';
import { pbkdf2Sync, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backup } from '@causeway/storage/maintenance';
import { pino } from 'pino';
import { avatars } from '../src/areas/avatars/index.ts';
import { type TestApi, testApi } from './support/api.ts';
import { type Asking, ask } from './support/avatars.ts';
import { onEngines } from './support/engines.ts';
import { startPostgres } from './support/postgres.ts';
import { base58, contentsOf, type Planted, scan } from './support/secret-scan.ts';

const PASSWORDS = {
  first: 'planted password number one',
  wrong: 'planted password that is wrong',
  mistyped: 'planted password of a wrong type',
  broken: 'planted password in broken JSON',
  second: 'planted password number two',
  third: 'planted password number three',
};

const CACHE = fileURLToPath(new URL('../../.causeway/test/', import.meta.url));

onEngines('what a client sees once', (database) => {
  let api: TestApi;
  /** A server that has no other test's database, because all of its files are read. */
  let server: { readonly url: string; readonly folder: string; stop(): Promise<void> } | undefined;
  let directory: string;
  let logFile: string;
  const secrets: Planted[] = [];
  const answers: { readonly route: string; readonly body: string }[] = [];

  const plant = (name: string, text: string): string => {
    assert.ok(text, name);
    secrets.push({ name, text });
    return text;
  };
  const call = async (route: string, payload?: object, asking: Asking = {}) => {
    const reply = await ask(api, route, payload, asking);
    answers.push({ route, body: reply.body });
    return reply;
  };
  /** Twice with the same Idempotency-Key, so that the answer is kept and repeated. */
  const twice = async (route: string, payload: object, asking: Asking = {}) => {
    const headers = { ...asking.headers, 'idempotency-key': randomUUID() };
    const first = await call(route, payload, { ...asking, headers });
    const again = await call(route, payload, { ...asking, headers });
    assert.equal(again.body, first.body);
    assert.equal(again.headers['idempotency-replayed'], 'true', route);
    return first;
  };
  const mailed = async (): Promise<string> => {
    await api.areas.use(avatars).mail.rounds.next();
    const mail = join(directory, 'mail');
    const texts = readdirSync(mail).map((name) => readFileSync(join(mail, name), 'utf8'));
    rmSync(mail, { recursive: true });
    const [token = '', ...others] = texts.flatMap((text) => /#token=(\S+)/.exec(text)?.[1] ?? []);
    assert.equal(others.length, 0);
    return plant('token of a message', token);
  };

  /** Everything that shows or takes a secret, refusals included. */
  const useEverything = async (): Promise<void> => {
    const { first: password, second, third } = PASSWORDS;
    const email = 'ann@example.org';
    await twice('/api/avatar/register', { username: 'ann', password, email });
    await call('/api/avatar/verify-email', { token: await mailed() });
    for (const body of [
      { username: 'ann', password: PASSWORDS.wrong },
      { username: 'ann', password: { is: PASSWORDS.mistyped } },
      { username: 'ann', passwrd: PASSWORDS.mistyped },
    ]) {
      await call('/api/avatar/authenticate', body);
    }
    const headers = { 'content-type': 'application/json' };
    const payload = `{"username":"ann","password":"${PASSWORDS.broken}",,}`;
    const broken = await api.app.inject({ method: 'POST', url: '/api/avatar/authenticate', headers, payload });
    answers.push({ route: 'broken', body: broken.body });
    const signedIn = (await twice('/api/avatar/authenticate', { username: 'ann', password })).result;
    plant('access token', signedIn.jwtToken);
    plant('refresh token', signedIn.refreshToken);
    const fresh = (await twice('/api/avatar/refresh-token', { refreshToken: signedIn.refreshToken })).result;
    const token = plant('access token', fresh.jwtToken);
    plant('refresh token', fresh.refreshToken);
    const keys = `/api/avatar/${fresh.id}/api-keys`;
    const key = await twice(keys, { name: 'ci', scopes: ['orders:read', 'wallets:write'] }, { token });
    plant('API key', key.result.apiKey);
    const body = { username: 'robot', avatarType: 'AI_Agent', scopes: ['tasks:read'] };
    plant('API key', (await twice('/api/avatar/register', body, { token })).result.apiKey);
    const create = `/api/Wallet/avatar/${fresh.id}/create-wallet`;
    const wallet = { walletProviderType: 3, generateKeyPair: true, showRecoveryPhrase: true };
    // The kept answer has no phrase.
    const headersOfWallet = { 'idempotency-key': 'key of the wallet' };
    const { recoveryPhrase } = (await call(create, wallet, { token, headers: headersOfWallet })).result;
    await call(create, wallet, { token, headers: headersOfWallet });
    plant('recovery phrase', recoveryPhrase);
    const seed = pbkdf2Sync(recoveryPhrase.normalize('NFKD'), 'mnemonic', 2_048, 64, 'sha512');
    plant('seed', seed.toString('hex'));
    for (const route of [
      keys,
      '/api/avatar/me',
      `/api/avatar/${fresh.id}/keys`,
      `/api/Wallet/avatar/${fresh.id}/wallets`,
    ]) {
      await call(route, undefined, { token });
    }
    const change = { oldPassword: password, newPassword: second };
    assert.equal((await twice('/api/avatar/change-password', change, { token })).status, 200);
    await call('/api/avatar/forgot-password', { email });
    const reset = { token: await mailed(), password: third };
    assert.equal((await twice('/api/avatar/reset-password', reset)).status, 200);
    for (const [name, text] of Object.entries(PASSWORDS)) plant(`password ${name}`, text);
  };

  /** The routes whose answers show a secret once. */
  const SHOWN: Readonly<Record<string, RegExp>> = {
    'access token': /authenticate$|refresh-token$/,
    'refresh token': /authenticate$|refresh-token$/,
    'API key': /api-keys$|register$/,
    'recovery phrase': /create-wallet$/,
  };

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'causeway-secrets-'));
    logFile = join(directory, 'api.log');
    if (database() !== undefined) {
      const folder = `${CACHE}secrets-postgres-${process.pid}`;
      server = { folder, ...(await startPostgres({ folder, cache: CACHE, durable: false })) };
    }
    api = await testApi({
      api: { avatars: { mail: { kind: 'file', folder: join(directory, 'mail') } } },
      databasePath: server?.url ?? join(directory, 'api.sqlite'),
      logger: pino({ level: 'trace' }, pino.destination({ dest: logFile, sync: true })),
    });
    await useEverything();
  });
  after(async () => {
    await api.close();
    rmSync(directory, { recursive: true, force: true });
    await server?.stop();
    if (server) rmSync(server.folder, { recursive: true, force: true });
  });

  it('is in no log, database, write-ahead log or backup, in any form', async () => {
    const places = [server?.folder ?? directory, logFile];
    if (server === undefined) {
      await backup(api.databasePath, join(directory, 'backup.sqlite'));
      for (const file of ['api.sqlite-wal', 'backup.sqlite']) assert.ok(existsSync(join(directory, file)), file);
    }
    const contents = contentsOf(places);
    assert.ok(contents[logFile]?.includes('/api/avatar/authenticate'), 'the log has every request');
    assert.deepEqual(scan(secrets, contents), []);
    const usernames = scan([{ name: 'username', text: 'robot' }], contents);
    assert.ok(usernames.length > 0, 'the scan reads what the database stores');
  });

  it('is in the answers that show it and in no other', () => {
    const contents = Object.fromEntries(answers.map(({ route, body }, at) => [`${at} ${route}`, Buffer.from(body)]));
    const elsewhere = scan(secrets, contents).filter(({ secret, file }) => !SHOWN[secret]?.test(file));
    assert.deepEqual(elsewhere, []);
    const shown = new Set(scan(secrets, contents).map(({ secret }) => secret));
    assert.deepEqual([...shown].sort(), Object.keys(SHOWN).sort());
  });

  it('would be found by this scan in a log, in every form', () => {
    const key = secrets.find(({ name }) => name === 'API key')?.text ?? '';
    const phrase = secrets.find(({ name }) => name === 'recovery phrase')?.text ?? '';
    const bytes = Buffer.from(key);
    const leaks = {
      raw: key,
      hex: bytes.toString('hex'),
      base58: base58(bytes),
      base64: Buffer.from(`{"key":"${key}"}`).toString('base64'),
      words: JSON.stringify(phrase.split(' ')),
    };
    for (const [form, leak] of Object.entries(leaks)) {
      const file = join(directory, `${form}.leak`);
      appendFileSync(file, `{"level":30,"msg":"${leak}"}\n`);
      const found = scan(secrets, contentsOf([file]));
      assert.ok(
        found.some((finding) => finding.form === form),
        `${form}: ${JSON.stringify(found)}`,
      );
      rmSync(file);
    }
  });
});

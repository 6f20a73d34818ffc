import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addMasterKey, type KeyService, masterKeyOf, openKeys, Sealer } from '../src/index.ts';

const SECRET = Buffer.from('abandon abandon about');
const PLACE = ['seed', 'avatar-1'];

const value = <T>(result: { readonly ok: boolean; readonly value?: T; readonly error?: unknown }): T => {
  assert.ok(result.ok, JSON.stringify(result.error));
  return result.value as T;
};
const code = (result: { readonly ok: boolean; readonly error?: { readonly code: string } }) => result.error?.code;

describe('sealing', () => {
  let directory: string;
  let path: string;
  let keys: KeyService;
  let sealer: Sealer;

  const open = async (...previous: string[]) =>
    value(await openKeys({ file: path, previous: previous.map((file) => ({ file })) }, directory));

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'causeway-keys-'));
    path = join(directory, 'master.keys');
    addMasterKey(path);
    keys = await open();
    sealer = new Sealer(keys);
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('opens under the same context, and stores nothing readable', async () => {
    const sealed = value(await sealer.seal(SECRET, PLACE));
    assert.deepEqual(Buffer.from(value(await sealer.open(sealed, PLACE))), SECRET);
    const stored = Buffer.concat(sealed.split('.').map((part) => Buffer.from(part, 'base64url')));
    assert.equal(stored.includes(SECRET), false);
    assert.notEqual(value(await sealer.seal(SECRET, PLACE)), sealed, 'each has a data key and nonces of its own');
  });

  it('does not open under another context, nor after a change of any part', async () => {
    const sealed = value(await sealer.seal(SECRET, PLACE));
    for (const other of [['seed', 'avatar-2'], ['seedavatar-1'], ['seed', 'avatar-1', '']]) {
      assert.equal(code(await sealer.open(sealed, other)), 'KEY_MISMATCH');
    }
    const parts = sealed.split('.');
    const codes = [];
    for (const index of [1, 2, 3]) {
      const bytes = Buffer.from(parts[index] as string, 'base64url');
      bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
      const changed = parts.with(index, bytes.toString('base64url')).join('.');
      codes.push(code(await sealer.open(changed, PLACE)));
    }
    assert.deepEqual(codes, ['KEY_UNKNOWN', 'KEY_MISMATCH', 'SEALED_DAMAGED']);
    for (const text of ['', 's1', `${sealed}.x`, `x${sealed}`]) {
      assert.equal(code(await sealer.open(text, PLACE)), 'SEALED_DAMAGED');
    }
  });

  it('takes up a new master key while it runs, and re-wraps without touching the ciphertext', async () => {
    const sealed = value(await sealer.seal(SECRET, PLACE));
    assert.equal(value(await sealer.rewrap(sealed, PLACE)), sealed, 'current already');
    assert.equal(value(addMasterKey(path)), 2);
    const wrapped = value(await sealer.rewrap(sealed, PLACE));
    assert.match(String(masterKeyOf(sealed)), /^local:1:/);
    assert.match(String(masterKeyOf(wrapped)), /^local:2:/);
    assert.equal(wrapped.split('.')[3], sealed.split('.')[3]);
    for (const each of [sealed, wrapped]) assert.deepEqual(Buffer.from(value(await sealer.open(each, PLACE))), SECRET);
    assert.equal(code(await sealer.rewrap(sealed, ['seed', 'avatar-2'])), 'KEY_MISMATCH');
    const damaged = `${sealed.slice(0, -4)}AAAA`;
    assert.equal(code(await sealer.rewrap(damaged, PLACE)), 'SEALED_DAMAGED', 'a wrong data key is not wrapped');
  });

  it('tells apart files that use one number, and moves from one to the other', async () => {
    const sealed = value(await sealer.seal(SECRET, PLACE));
    const old = path;
    path = join(directory, 'next.keys');
    addMasterKey(path);
    assert.equal(code(await new Sealer(await open()).open(sealed, PLACE)), 'KEY_UNKNOWN');
    const both = new Sealer(await open(old));
    const moved = value(await both.rewrap(sealed, PLACE));
    assert.deepEqual(Buffer.from(value(await new Sealer(await open()).open(moved, PLACE))), SECRET);
  });

  it('refuses a key file that others may read, is missing, or has no master key, without its text', async () => {
    assert.equal(statSync(path).mode & 0o777, 0o600);
    chmodSync(path, 0o640);
    assert.equal(code(await openKeys({ file: path, previous: [] }, '/')), 'KEYS_EXPOSED');
    chmodSync(path, 0o600);
    const key = readFileSync(path, 'utf8').split(' ')[2]?.trim() as string;
    for (const text of [
      `wrap 0 ${key}`,
      `wrap 1 ${key.slice(4)}`,
      `wrap 1 ${key}\nwrap 1 ${key}`,
      `sign a p256 ${key}`,
    ]) {
      writeFileSync(path, text);
      const refused = await openKeys({ file: path, previous: [] }, '/');
      assert.equal(code(refused), 'KEYS_INVALID', text);
      assert.equal(JSON.stringify(refused).includes(key.slice(4, 20)), false);
    }
    writeFileSync(path, '# nothing\n');
    assert.equal(code(await openKeys({ file: path, previous: [] }, '/')), 'KEY_UNKNOWN');
    assert.equal(code(await openKeys({ file: 'none.keys', previous: [] }, directory)), 'KEYS_MISSING');
  });

  it('reads the same entries from an environment variable', async () => {
    const ring = readFileSync(path, 'utf8').replaceAll('\n', ';');
    const environment = { MASTER: ring };
    const fromEnvironment = value(await openKeys({ env: 'MASTER', previous: [] }, directory, { environment }));
    const sealed = value(await sealer.seal(SECRET, PLACE));
    assert.deepEqual(Buffer.from(value(await new Sealer(fromEnvironment).open(sealed, PLACE))), SECRET);
    assert.equal(code(await openKeys({ env: 'NONE', previous: [] }, directory, { environment })), 'KEYS_MISSING');
  });
});

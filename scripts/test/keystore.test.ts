import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKey } from '@causeway/chains';
import { keyFromPrivate, radixKeyFromSeed, solanaKeyFromSeed } from '@causeway/chains/keys';
import { makeIdentity } from '@causeway/keys';
import { bytesToHex } from '@causeway/protocol';
import { type KeystoreFlags, makeKeystore } from '../lib/keys/make-keystore.ts';

describe('causeway keystore', function () {
  this.timeout(120_000);
  const secret = bytesToHex(Buffer.alloc(32, 7));
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-make-keystore-'));
    writeFileSync(join(folder, 'password'), 'correct\n', { mode: 0o600 });
    process.env.CAUSEWAY_TEST_KEY = secret;
  });
  after(() => {
    delete process.env.CAUSEWAY_TEST_KEY;
    rmSync(folder, { recursive: true });
  });
  const make = (name: string, flags: KeystoreFlags) =>
    makeKeystore(join(folder, name), { passwordFile: join(folder, 'password'), ...flags });
  const open = async (kind: 'evm' | 'solana' | 'radix', keystore: string) => {
    const key = await openKey(kind, { keystore, password: { file: 'password' } }, folder);
    return key.ok ? key.value : assert.fail(key.error.code);
  };

  it('makes a new key of either kind, which processes open', async () => {
    for (const kind of ['evm', 'solana'] as const) {
      const addresses = [await make(`${kind}-1.json`, { kind }), await make(`${kind}-2.json`, { kind })];
      assert.equal((await open(kind, `${kind}-1.json`)).address, addresses[0]);
      assert.notEqual(addresses[0], addresses[1]);
    }
  });

  it('makes a Radix key for the network that is asked for', async () => {
    const flags = { kind: 'radix', network: 'stokenet', keyEnv: 'CAUSEWAY_TEST_KEY' };
    const address = await make('radix.json', flags);
    assert.equal(address, radixKeyFromSeed(secret, 2).address);
    assert.equal((await open('radix', 'radix.json')).address, address);
    await assert.rejects(
      make('none.json', { kind: 'radix' }),
      /--network is mainnet or stokenet or localnet or simulator/,
    );
    await assert.rejects(make('none.json', { kind: 'evm', network: 'mainnet' }), /--network is not for evm keys/);
  });

  it('imports a key from the environment, and one of the Solana tools', async () => {
    assert.equal(await make('a.json', { kind: 'evm', keyEnv: 'CAUSEWAY_TEST_KEY' }), keyFromPrivate(secret).address);
    // The tools write the seed and the public key; only the seed is needed.
    writeFileSync(join(folder, 'id.json'), JSON.stringify([...Buffer.alloc(32, 7), ...Buffer.alloc(32, 1)]));
    const { address } = solanaKeyFromSeed(secret);
    assert.equal(await make('b.json', { kind: 'solana', from: join(folder, 'id.json') }), address);
    assert.equal((await open('solana', 'b.json')).address, address);
    assert.ok(!readFileSync(join(folder, 'b.json'), 'utf8').includes(secret.slice(2)));
  });

  it('overwrites nothing, and names the error in its input', async () => {
    await make('there.json', { kind: 'evm', keyEnv: 'CAUSEWAY_TEST_KEY' });
    await assert.rejects(make('there.json', { kind: 'evm' }), /never overwritten/);
    await assert.rejects(make('c.json', { kind: 'radio' }), /--kind is evm or solana or radix/);
    await assert.rejects(make('c.json', { kind: 'evm', from: 'id.json' }), /no key files of evm keys/);
    await assert.rejects(make('c.json', { kind: 'solana', from: join(folder, 'password') }), /64 numbers/);
    await assert.rejects(make('c.json', { kind: 'evm', keyEnv: 'CAUSEWAY_TEST_UNSET' }), /must hold/);
    await assert.rejects(makeKeystore(join(folder, 'c.json'), { kind: 'evm' }), /--password-file or --password-env/);
  });
});

describe('causeway identity', () => {
  it('makes a key once, in a file that others cannot read, and prints its public part', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-identity-'));
    const file = join(folder, 'relayer.keys');
    const made = await makeIdentity(file);
    assert.ok(made.ok);
    assert.match(made.value.name, /^ed25519:[\w-]{43}$/);
    const again = await makeIdentity(file);
    assert.ok(again.ok && again.value.name === made.value.name);
    chmodSync(file, 0o644);
    const exposed = await makeIdentity(file);
    assert.equal(exposed.ok ? 'opened' : exposed.error.code, 'KEYS_EXPOSED');
    rmSync(folder, { recursive: true });
  });
});

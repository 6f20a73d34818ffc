import assert from 'node:assert/strict';
import { bytesToHex, hexToBytes } from '@causeway/protocol';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { type KeyService, keySource, masterKeyOf, openKeys, Sealer } from '../src/index.ts';
import { CREDENTIALS, KmsStub } from '../test-support/index.ts';

describe('keys in AWS KMS', function () {
  this.timeout(20_000);
  let stub: KmsStub;
  let place: { readonly region: string; readonly endpoint: string };
  const open = (environment: Record<string, string> = CREDENTIALS, more: object = {}) => {
    const signing = { evm: 'evm-key', solana: 'solana-key', lost: 'no-key' };
    const source = keySource.parse({ aws: { ...place, key: 'alias/causeway', signing }, ...more });
    return openKeys(source, '/', { environment });
  };
  const opened = async (more: object = {}, environment: Record<string, string> = CREDENTIALS): Promise<KeyService> => {
    const keys = await open(environment, more);
    assert.ok(keys.ok, JSON.stringify(keys));
    return keys.value;
  };
  const code = (result: { readonly ok: boolean; readonly error?: { readonly code: string } }) => result.error?.code;

  beforeEach(async () => {
    stub = new KmsStub();
    place = await stub.start();
  });
  afterEach(() => stub.stop());

  it('wrap data keys for one place, and never see a secret', async () => {
    const sealer = new Sealer(await opened());
    const sealed = await sealer.seal(Buffer.from('a phrase'), ['seed', 'avatar-1']);
    assert.ok(sealed.ok);
    assert.match(String(masterKeyOf(sealed.value)), /^aws:arn:aws:kms:.*key\/one$/);
    const plain = await sealer.open(sealed.value, ['seed', 'avatar-1']);
    assert.equal(plain.ok && Buffer.from(plain.value).toString(), 'a phrase');
    assert.equal(code(await sealer.open(sealed.value, ['seed', 'avatar-2'])), 'KEY_MISMATCH');
    const seen = stub.bodies.join();
    assert.equal(seen.includes('avatar-1') || seen.includes(Buffer.from('a phrase').toString('base64')), false);
  });

  it('re-wrap when the alias has another key, and after a move from an environment variable', async () => {
    const sealer = new Sealer(await opened());
    const sealed = await sealer.seal(Buffer.from('x'), ['p']);
    assert.ok(sealed.ok);
    stub.alias = 'two';
    const moved = await sealer.rewrap(sealed.value, ['p']);
    assert.match(String(moved.ok && masterKeyOf(moved.value)), /key\/two$/);
    for (const each of [sealed.value, moved.ok ? moved.value : '']) assert.ok((await sealer.open(each, ['p'])).ok);

    const environment = { ...CREDENTIALS, OLD: `wrap 1 ${Buffer.alloc(32, 1).toString('base64')}` };
    const old = await openKeys({ env: 'OLD', previous: [] }, '/', { environment });
    assert.ok(old.ok);
    const before = await new Sealer(old.value).seal(Buffer.from('y'), ['p']);
    const both = new Sealer(await opened({ previous: [{ env: 'OLD' }] }, environment));
    const after = before.ok ? await both.rewrap(before.value, ['p']) : null;
    assert.ok(after?.ok);
    assert.ok((await sealer.open(after.value, ['p'])).ok);
  });

  it('open nothing under a key of another account, which whoever writes the database could name', async () => {
    const foreign = 'arn:aws:kms:eu-test-1:999988887777:key/thief';
    const thief = { aws: { ...place, key: foreign } };
    const theirs = await openKeys(keySource.parse(thief), '/', { environment: CREDENTIALS });
    assert.ok(theirs.ok);
    const planted = await new Sealer(theirs.value).seal(Buffer.from('known to the thief'), ['p']);
    assert.ok(planted.ok);
    assert.equal(masterKeyOf(planted.value), `aws:${foreign}`);

    const sealer = new Sealer(await opened());
    stub.operations.length = 0;
    assert.equal(code(await sealer.open(planted.value, ['p'])), 'KEY_UNKNOWN');
    assert.equal(code(await sealer.rewrap(planted.value, ['p'])), 'KEY_UNKNOWN');
    assert.equal(stub.operations.includes('Decrypt'), false, 'the service is not even asked');

    // Where the operator names that key, it opens: an alias that got another key, or a move between accounts.
    const both = new Sealer(await opened({ previous: [thief] }));
    assert.ok((await both.open(planted.value, ['p'])).ok);
    stub.failing = 500;
    assert.equal(code(await sealer.open(planted.value, ['p'])), 'KEY_SERVICE_UNAVAILABLE', 'nobody knows it then');
  });

  it('open under a key that the alias had before only when the configuration names it', async () => {
    const sealed = await new Sealer(await opened()).seal(Buffer.from('x'), ['p']);
    assert.ok(sealed.ok);
    stub.alias = 'two';
    assert.equal(code(await new Sealer(await opened()).open(sealed.value, ['p'])), 'KEY_UNKNOWN');
    const previous = [{ aws: { ...place, key: String(masterKeyOf(sealed.value)).slice('aws:'.length) } }];
    const moved = await new Sealer(await opened({ previous })).rewrap(sealed.value, ['p']);
    assert.match(String(moved.ok && masterKeyOf(moved.value)), /key\/two$/);
  });

  it('sign digests with secp256k1, with the low s and the recovery bit that chains demand', async () => {
    const key = await (await opened()).signingKey('evm');
    assert.ok(key.ok);
    assert.equal(key.value.publicKey, bytesToHex(secp256k1.getPublicKey(stub.evm, true)));
    for (const highS of [false, true]) {
      stub.highS = highS;
      for (let number = 1; number <= 4; number++) {
        const digest = Buffer.alloc(32, number);
        const signature = await key.value.sign(bytesToHex(digest));
        assert.ok(signature.ok);
        const bytes = hexToBytes(signature.value);
        const recovered = Uint8Array.from([(bytes[64] as number) - 27, ...bytes.slice(0, 64)]);
        assert.equal(secp256k1.Signature.fromBytes(recovered, 'recovered').hasHighS(), false);
        const point = secp256k1.recoverPublicKey(recovered, digest, { prehash: false });
        assert.equal(bytesToHex(point), key.value.publicKey);
      }
    }
  });

  it('sign messages with ed25519', async () => {
    const key = await (await opened()).signingKey('solana');
    assert.ok(key.ok);
    const message = Buffer.alloc(1_232, 3);
    const signature = await key.value.sign(bytesToHex(message));
    assert.ok(signature.ok);
    assert.ok(ed25519.verify(hexToBytes(signature.value), message, hexToBytes(key.value.publicKey)));
  });

  it('are called a bounded number of times at once, and every call is answered', async () => {
    const key = await (await opened()).signingKey('solana');
    assert.ok(key.ok);
    const { promise, resolve: open } = Promise.withResolvers<void>();
    stub.gate = promise;
    const signatures = Array.from({ length: 192 }, (_, index) => key.value.sign(bytesToHex(Buffer.alloc(64, index))));
    while (stub.underWay < 16) await new Promise(setImmediate);
    // An unsigned request is refused at once. By then every earlier one has arrived.
    for (let turn = 0; turn < 5; turn++) assert.equal((await fetch(place.endpoint, { method: 'POST' })).status, 400);
    assert.equal(stub.underWay, 16);
    open();
    assert.ok((await Promise.all(signatures)).every(({ ok }) => ok));
    assert.equal(stub.mostUnderWay, 16);
  });

  it('fail with codes that name no secret', async () => {
    const keys = await opened();
    assert.equal(code(await keys.signingKey('lost')), 'KEY_UNKNOWN');
    assert.equal(code(await keys.signingKey('other')), 'KEY_UNKNOWN');
    assert.equal(code(await open({})), 'KEYS_MISSING');
    const wrong = await open({ ...CREDENTIALS, AWS_SECRET_ACCESS_KEY: 'another-secret' });
    assert.equal(code(wrong), 'KEY_SERVICE_REFUSED');
    assert.equal(JSON.stringify(wrong).includes('another-secret'), false);
    stub.failing = 500;
    const down = await keys.wrap(Buffer.alloc(32), ['p']);
    assert.deepEqual([code(down), !down.ok && down.error.retryable], ['KEY_SERVICE_UNAVAILABLE', true]);
  });
});

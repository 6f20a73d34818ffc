import { strict as assert } from 'node:assert';
import { keySource, openKeys, Sealer } from '@causeway/keys';
import { CREDENTIALS, KmsStub } from '@causeway/keys/test-support';
import type { PlatformStorage } from '@causeway/storage';
import { AREAS } from '../src/app.ts';
import { apiConfig } from '../src/config.ts';
import { openSealer } from '../src/keys.ts';

describe('the start with keys of a key service', function describeStart() {
  this.timeout(20_000);
  let stub: KmsStub;
  before(async () => {
    stub = new KmsStub();
    Object.assign(process.env, CREDENTIALS);
  });
  after(() => stub.stop());

  it('asks for the current key once, and once more for each other key, however many secrets there are', async () => {
    const aws = { ...(await stub.start()), key: 'alias/causeway' };
    const keys = await openKeys(keySource.parse({ aws }), '/', { environment: CREDENTIALS });
    assert.ok(keys.ok);
    const sealer = new Sealer(keys.value);
    const secret = async (name: string) => {
      const sealed = await sealer.seal(Buffer.from(name), ['sealed-secrets', name]);
      return sealed.ok ? { name, sealed: sealed.value } : assert.fail(sealed.error.message);
    };
    const names = Array.from({ length: 25 }, (_, at) => `secret ${at}`);
    const old = await Promise.all(names.map((name) => secret(`old ${name}`)));
    stub.alias = 'two';
    const secrets = [...old, ...(await Promise.all(names.map(secret)))];
    const none = async () => [];
    // The repositories that the start reads; this database has nothing else.
    const storage = {
      avatars: { signingKeys: { list: none }, mailRequests: { list: none } },
      missions: { keys: { list: none } },
      wallets: { wallets: { seedOfEachKey: none } },
      sealedSecrets: { list: async () => secrets },
    } as unknown as PlatformStorage;
    const previous = { aws: { ...aws, key: 'arn:aws:kms:eu-test-1:111122223333:key/one' } };
    const { api } = apiConfig.parse({ database: 'x', chains: {}, api: { keys: { aws, previous: [previous] } } });
    const calls = async (work: Promise<unknown>): Promise<readonly string[]> => {
      const before = stub.operations.length;
      await work;
      return stub.operations.slice(before);
    };
    const asked = await calls(openSealer({ api, database: 'x', baseDir: '/' }, storage, AREAS));
    const opened = asked.filter((operation) => operation === 'Decrypt').length;
    assert.equal(opened, 1, 'one secret of the other key is opened');
    assert.ok(asked.length <= 6, `${asked.length} calls: ${asked.join(' ')}`);
  });
});

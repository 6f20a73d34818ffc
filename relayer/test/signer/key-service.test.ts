import assert from 'node:assert/strict';
import { type ChainIdentity, HeldKeyError, type KeyHandle } from '@causeway/chains';
import { keyFromPrivate, radixKeyFromSeed, solanaKeyFromSeed } from '@causeway/chains/keys';
import { ConfigError } from '@causeway/config';
import { CREDENTIALS, KmsStub } from '@causeway/keys/test-support';
import { type BuiltInKind, bytesToHex, type Hex } from '@causeway/protocol';
import { type Bridge, Bridges } from '../../src/bridges.ts';
import { signerConfig } from '../../src/config.ts';
import { openSignerKeys } from '../../src/wiring.ts';
import { SIGNER } from '../support/identities.ts';

/** Radix's simulator, and an address there. */
const SIMULATOR = 242;
const ON_SIMULATOR = 'component_sim1cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxxhkrefh';

describe('a signer’s key in a key service', function () {
  this.timeout(20_000);
  let stub: KmsStub;
  let place: { readonly region: string; readonly endpoint: string };
  const outside = { ...process.env };

  beforeEach(async () => {
    stub = new KmsStub();
    place = await stub.start();
    Object.assign(process.env, CREDENTIALS);
  });
  afterEach(() => {
    for (const name of Object.keys(CREDENTIALS)) {
      if (outside[name] === undefined) delete process.env[name];
      else process.env[name] = outside[name];
    }
    return stub.stop();
  });

  /** The signer's key of `kind`, which its configuration calls `name`. */
  async function open(kind: BuiltInKind, name: string): Promise<KeyHandle> {
    const signing = { evm: 'evm-key', edwards: 'solana-key' };
    const source = { service: { aws: { ...place, key: 'alias/causeway', signing } }, name };
    const signer = { keys: { [kind]: source }, identity: { file: 'i' }, relayers: [SIGNER.name] };
    const config = { ...signerConfig.parse({ chains: {}, database: 'd', signer }), baseDir: '/' };
    const bridge = { provider: { kind }, oracle: { address: ON_SIMULATOR } } as unknown as Bridge<ChainIdentity>;
    const key = (await openSignerKeys(config, new Bridges([bridge])))[kind];
    return key ?? assert.fail('no key');
  }

  const digest: Hex = `0x${'07'.repeat(32)}`;
  const own: Readonly<Record<BuiltInKind, { readonly name: string; readonly key: () => KeyHandle }>> = {
    evm: { name: 'evm', key: () => keyFromPrivate(bytesToHex(stub.evm)) },
    solana: { name: 'edwards', key: () => solanaKeyFromSeed(bytesToHex(stub.solana)) },
    radix: { name: 'edwards', key: () => radixKeyFromSeed(bytesToHex(stub.solana), SIMULATOR) },
  };
  for (const kind of Object.keys(own) as BuiltInKind[]) {
    const { name, key } = own[kind];

    it(`has the address and signs as the same key in a keystore does: ${kind}`, async () => {
      const [held, direct] = [await open(kind, name), key()];
      assert.deepEqual([held.address, held.publicKey], [direct.address, direct.publicKey]);
      assert.equal(await held.sign(digest), await direct.sign(digest));
    });

    it(`gives no signature that is not its own, and says why there is none: ${kind}`, async () => {
      const held = await open(kind, name);
      const refusal = (code: string) => (error: unknown) =>
        error instanceof HeldKeyError && error.failure.code === code;
      for (const secret of [stub.evm, stub.solana]) secret.fill(7);
      await assert.rejects(held.sign(digest), refusal('KEY_SERVICE_REFUSED'));
      stub.failing = 500;
      await assert.rejects(held.sign(digest), refusal('KEY_SERVICE_UNAVAILABLE'));
    });
  }

  it('is refused at the start when the service has none of that name, or one of another curve', async () => {
    for (const [kind, name, reason] of [
      ['evm', 'nobody', /signer\.keys\.evm: there is no signing key nobody/],
      ['evm', 'edwards', /signer\.keys\.evm: the key is of ed25519, not of secp256k1/],
      ['solana', 'evm', /signer\.keys\.solana: the key is of secp256k1, not of ed25519/],
    ] as const) {
      await assert.rejects(open(kind, name), (error) => error instanceof ConfigError && reason.test(error.message));
    }
  });
});

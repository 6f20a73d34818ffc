import { strict as assert } from 'node:assert';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChainProvider, type Deployment, deployNetwork, readDeployment } from '@causeway/chains';
import { RpcProxy } from '@causeway/local-nodes';
import { bytesToHex, type Hex, toAddress32 } from '@causeway/protocol';
import { blake2b } from '@noble/hashes/blake2.js';
import { DeploymentSteps } from '../../src/deploy/deployment-steps.ts';
import { nodeIdOf } from '../../src/radix/address.ts';
import { radixSettings } from '../../src/radix/config.ts';
import { packageCreation } from '../../src/radix/deploy/artifact.ts';
import { bridgeCreation, readBridge } from '../../src/radix/deploy/bridge.ts';
import { type Creation, create } from '../../src/radix/deploy/creation.ts';
import { rolesOf } from '../../src/radix/deploy/roles.ts';
import { blob, type ManifestText } from '../../src/radix/manifest.ts';
import { radixDomain } from '../../src/radix/network.ts';
import { openRadixProviders } from '../../src/radix/open.ts';
import { wellKnown } from '../../src/radix/well-known.ts';
import { must, settings } from '../support/bridges.ts';
import { fund, ledgerAs, type RadixChain, radixOptions, startRadix } from '../support/radix.ts';
import { keyOf, SIMULATOR } from '../support/radix-offline.ts';

/** A package that differs from the committed one, and what a bridge of it differs in. */
interface Hostile {
  readonly what: string;
  readonly differs: readonly string[];
  readonly change: (honest: Creation) => Creation;
  /** What the admin does afterwards, and what differs then. */
  readonly admin?: { readonly manifest: (bridge: string) => ManifestText; readonly differs: readonly string[] };
}

/** The honest package whose instruction `edit` changed. */
const edited = (honest: Creation, edit: (text: ManifestText) => ManifestText): Creation => ({
  ...honest,
  instruction: (reservation) => {
    const before = honest.instruction(reservation);
    const after = edit(before);
    assert.notEqual(after, before);
    return after;
  },
});

const DEFINITION = 'the definition of the package';

/** A custom section of WebAssembly, which no engine runs: its number, its length, and a name of one byte. */
const CUSTOM_SECTION = [0x00, 0x02, 0x01, 0x78];

const HOSTILE: readonly Hostile[] = [
  {
    what: 'in which everybody may commit roots, mint and release',
    differs: [DEFINITION],
    change: (honest) =>
      edited(honest, (text) =>
        text.replace(
          /"(commit_root|mint_tokens|release_tokens)" => Enum<2u8>\(\s*Array<String>\(\s*"oracle"\s*\)\s*\)/g,
          '"$1" => Enum<0u8>()',
        ),
      ),
  },
  {
    what: 'in which the admin may set the role of the oracle',
    differs: [DEFINITION],
    change: (honest) =>
      edited(honest, (text) =>
        text.replace(/"oracle" => Array<String>\(\s*"_self_"\s*\)/, '"oracle" => Array<String>("_self_", "admin")'),
      ),
    admin: {
      manifest: (bridge) => `CALL_ROLE_ASSIGNMENT_METHOD Address("${bridge}") "set" Enum<0u8>() "oracle" Enum<0u8>();`,
      differs: [DEFINITION, 'the rule of oracle'],
    },
  },
  {
    what: 'that somebody owns',
    differs: [DEFINITION, 'the owner of the package'],
    change: (honest) => edited(honest, (text) => text.replace('Enum<0u8>()', 'Enum<1u8>(Enum<0u8>())')),
  },
  {
    what: 'of other code',
    differs: ['the code of the bridge'],
    change: (honest) => {
      const code = Uint8Array.from([...(honest.blobs?.[0] ?? []), ...CUSTOM_SECTION]);
      const hash = bytesToHex(blake2b(code, { dkLen: 32 }));
      return {
        ...edited(honest, (text) => text.replace(/Blob\("[0-9a-f]{64}"\)/, blob(hash))),
        blobs: [code],
      };
    },
  },
];

describe('a Radix package', function () {
  this.timeout(180_000);
  let radix: RadixChain;
  let directory: string;
  /** The file of an honest bridge, of which an attacker changes what is needed. */
  let model: Deployment;
  before(async () => {
    radix = await startRadix();
    directory = mkdtempSync(join(tmpdir(), 'causeway-hostile-'));
    const key = keyOf(0xabd001);
    await fund(radix, key);
    model = must(await deployNetwork({ kind: 'radix', ...radixOptions(radix, directory), key })).deployment;
  });
  after(async () => {
    await radix?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const differing = async (provider: ChainProvider) =>
    must(await provider.compare())
      .differences.filter(({ severity }) => severity === 'refuse')
      .map(({ what }) => what);
  const opened = (file: Deployment, url: string = radix.url) =>
    must(openRadixProviders(radixSettings.parse(settings([url])), file)).main as ChainProvider;

  for (const [index, { what, differs, change, admin }] of HOSTILE.entries()) {
    it(`${what} is refused by the deploy tool and by verification`, async () => {
      const key = keyOf(0xabc001 + index);
      await fund(radix, key);
      const folder = mkdtempSync(join(directory, 'file-'));
      const options = { ...radixOptions(radix, folder), key };
      const ledger = await ledgerAs(radix, key);
      const steps = new DeploymentSteps(mkdtempSync(join(directory, 'steps-')), model, () => {});
      const itsPackage = must(
        await create(ledger, steps, 'package', change(await packageCreation(ledger, 'causeway_bridge'))),
      );
      const roles = must(rolesOf(options, SIMULATOR));
      const wanted = { ...roles, domain: radixDomain(SIMULATOR), canonical: wellKnown('xrd', SIMULATOR) };
      const bridge = must(await create(ledger, steps, 'bridge', bridgeCreation(itsPackage.address, 'main', wanted)));

      const deployed = await deployNetwork({ kind: 'radix', ...options });
      assert(!deployed.ok && deployed.error.code === 'DEPLOYMENT_MISMATCH');
      for (const each of differs) assert(deployed.error.message.includes(`${each} is`), deployed.error.message);
      assert.equal(existsSync(join(folder, 'radix.json')), false, 'the bridge is not in a file');

      const { locker } = must(await readBridge(ledger, bridge.address));
      const version = must(await ledger.connection.rpc.creationOf(itsPackage.address, itsPackage.since + 1, 1_000));
      const { settler: _, code: __, ...main } = model.bridges.main as Deployment['bridges'][string];
      const file: Deployment = {
        ...model,
        oracle: { ...model.oracle, address: bridge.address },
        contracts: { ...model.contracts, package: itsPackage.address, locker },
        bridges: {
          main: {
            ...main,
            address: bridge.address,
            address32: toAddress32(nodeIdOf(bridge.address, 'component', SIMULATOR) as Hex),
            oracle: bridge.address,
            deployedAtBlock: bridge.since,
            publishedAt: version as number,
          },
        },
      };
      assert.deepEqual(await differing(opened(file)), differs);
      assert.equal((await opened(file).verify()).ok, false);
      if (admin) {
        const provider = opened(file);
        const { number } = must(await provider.head());
        must(await ledger.send({ manifest: admin.manifest(bridge.address) }));
        assert.deepEqual(await differing(provider), admin.differs);
        const { changes = [] } = must(await provider.scan(number + 1, must(await provider.head())));
        const [change] = changes;
        assert.equal(change?.name, 'SetRole');
        assert.match(change.detail, /oracle/);
      }
    });
  }

  it('of this release is found without its publication in the file, and not at another one', async () => {
    const file = must(readDeployment(directory, 'radix'));
    const { publishedAt, code, ...old } = file.bridges.main as Deployment['bridges'][string];
    assert.equal(typeof publishedAt, 'number');
    assert.equal(typeof code, 'string');
    must(await opened({ ...file, bridges: { main: old } }).verify());
    for (const wrong of [(publishedAt ?? 0) + 1, 1]) {
      const changed = { ...file, bridges: { main: { ...old, publishedAt: wrong } } };
      assert.deepEqual(await differing(opened(changed)), ['the code of the bridge']);
    }
    const lost = { ...file, bridges: { main: { ...old, deployedAtBlock: 2 } } };
    assert.deepEqual(await differing(opened(lost)), ['the code of the bridge']);

    const proxy = await RpcProxy.start(radix.url);
    const start = performance.now();
    must(await opened(file, proxy.url).compare());
    assert(performance.now() - start < 2_000);
    assert(proxy.requests <= 40, String(proxy.requests));
    await proxy.stop();
  });
});

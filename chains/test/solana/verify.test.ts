import { strict as assert } from 'node:assert';
import type { Deployment } from '@causeway/chains';
import { type Lie, RpcProxy } from '@causeway/local-nodes';
import { PublicKey } from '@solana/web3.js';
import { bridgeAddresses, programDataAddress } from '../../src/solana/addresses.ts';
import { programCode } from '../../src/solana/deploy/artifact.ts';
import { buildOf } from '../../src/solana/program-data.ts';
import { must } from '../support/bridges.ts';
import { assertCheapComparison } from '../support/cheap-comparison.ts';
import { solDeployer, solOutsider } from '../support/solana.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

/** Bytes before a program's code: type, slot, whether there is an authority, and the authority. */
const HEAD = 45;

/** The parts of getMultipleAccounts that a lie changes. */
interface Accounts {
  readonly value: readonly ({ readonly data: readonly [string, string] } | null)[];
}

describe('what differs at a Solana bridge', function () {
  this.timeout(120_000);
  let world: World<'solana'>;
  let main: Deployment['bridges'][string];
  let proxy: RpcProxy;
  before(async () => {
    world = await sharedWorld('solana');
    main = world.here.deployment.bridges.main as typeof main;
    proxy = await RpcProxy.start(world.node.url);
  });
  afterEach(() => proxy.setFault(null));
  after(() => proxy.stop());

  const provider = () => world.provider('here', { rpc: [proxy.url] });
  /** The endpoint shows the account at `address` as `change` makes it, where it is asked for the whole account. */
  const showing = (address: string, change: (data: Buffer) => Buffer) => {
    const lie: Lie = ({ method, params }, result) => {
      const [addresses, options] = params as [readonly string[], { readonly dataSlice?: unknown }?];
      if (method !== 'getMultipleAccounts' || options?.dataSlice !== undefined) return result;
      const { value } = result as Accounts;
      const changed = value.map((account, index) => {
        if (account === null || addresses[index] !== address) return account;
        return { ...account, data: [change(Buffer.from(account.data[0], 'base64')).toString('base64'), 'base64'] };
      });
      return { ...(result as object), value: changed };
    };
    proxy.setFault({ kind: 'lying', lie });
  };
  const differing = async () =>
    must(await provider().compare()).differences.map(({ what, severity }) => `${what}: ${severity}`);
  /** `data` with `bytes` in the place of `old`, which it has once, `beyond` bytes further on. */
  const replaced = (data: Buffer, old: Buffer, bytes: Buffer, beyond = 0) => {
    const at = data.indexOf(old);
    assert(at >= 0 && data.indexOf(old, at + 1) < 0);
    bytes.copy(data, at + beyond);
    return data;
  };
  const other = new PublicKey(solOutsider.address).toBuffer();

  it('is nothing at first', async () => {
    assert.deepEqual(await differing(), []);
  });

  it('is the code, for another byte or one after its end', async () => {
    const at = programDataAddress(new PublicKey(main.address)).toBase58();
    const flipped = (data: Buffer, index: number) => {
      data.writeUInt8(data.readUInt8(index) ^ 1, index);
      return data;
    };
    showing(at, (data) => flipped(data, HEAD + 1_000));
    assert.deepEqual(await differing(), ['the code of the bridge: refuse']);
    showing(at, (data) => Buffer.concat([data, Buffer.from([1])]));
    assert.deepEqual(await differing(), ['the code of the bridge: refuse']);
    showing(at, (data) => Buffer.concat([data, Buffer.alloc(100)]));
    assert.deepEqual(await differing(), []);
    showing(at, (data) => data.subarray(0, data.length - 1));
    assert.deepEqual(await differing(), ['the code of the bridge: refuse']);
  });

  it('is who may change the code', async () => {
    showing(programDataAddress(new PublicKey(main.address)).toBase58(), (data) => {
      data.writeUInt8(1, 12);
      other.copy(data, 13);
      return data;
    });
    assert.deepEqual(await differing(), ['upgrade authority: refuse']);
  });

  it('is who may mint or freeze a bridged token', async () => {
    const token = main.remotes.ethereum?.token.address as string;
    const { bridge } = bridgeAddresses(new PublicKey(main.address));
    showing(token, (data) => replaced(data, bridge.toBuffer(), other));
    assert.deepEqual(await differing(), ['mint authority of token ethereum: refuse']);
    showing(token, (data) => {
      data.writeUInt32LE(1, 46);
      return data;
    });
    assert.deepEqual(await differing(), ['freeze authority of token ethereum: refuse']);
  });

  it('is the admin, a proposed admin or the guardian, which is shown', async () => {
    const bridge = bridgeAddresses(new PublicKey(main.address)).bridge.toBase58();
    const [admin, guardian] = [main.admin, main.guardian].map((text) => new PublicKey(text as string).toBuffer());
    showing(bridge, (data) => replaced(data, admin as Buffer, other));
    assert.deepEqual(await differing(), ['admin: show']);
    showing(bridge, (data) => replaced(data, admin as Buffer, other, 32));
    assert.deepEqual(await differing(), ['proposed admin: show']);
    showing(bridge, (data) => replaced(data, guardian as Buffer, other));
    assert.deepEqual(await differing(), ['guardian: show']);
    must(await provider().verify());
  });

  it('is what the issuer of the asset can do by a freeze authority, which is shown', async () => {
    // A bridge of another asset than the file has: that of the file is a token.
    const address = main.remotes.ethereum?.token.address as string;
    const canonicalAsset = { ...main.canonicalAsset, address };
    const file = { ...world.here.deployment, bridges: { main: { ...main, canonicalAsset } } };
    const named = async () => {
      const compared = await world.provider('here', { rpc: [proxy.url] }, file).compare();
      return must(compared).differences.map(({ what, severity }) => `${what}: ${severity}`);
    };
    const before = await named();
    showing(address, (data) => {
      data.writeUInt32LE(1, 46);
      return data;
    });
    // The same account is the bridged token of a remote here.
    const both = ['freeze authority of token ethereum: refuse', 'the issuer’s power to freeze: show'];
    assert.deepEqual((await named()).toSorted(), [...before, ...both].toSorted());
  });

  it('is the code of the settlers’ program, or who may change it', async () => {
    const settlers = new PublicKey(world.here.deployment.contracts.settlerProgram ?? '');
    const at = programDataAddress(settlers).toBase58();
    showing(at, (data) => {
      data.writeUInt8(data.readUInt8(HEAD + 1_000) ^ 1, HEAD + 1_000);
      return data;
    });
    assert.deepEqual(await differing(), ["the code of the settlers' program: refuse"]);
    showing(at, (data) => {
      data.writeUInt8(1, 12);
      other.copy(data, 13);
      return data;
    });
    assert.deepEqual(await differing(), ["the settlers' program: refuse"]);
  });

  it('is nothing in a later release, which knows the settlers of this one', () => {
    assert.deepEqual(
      buildOf(programCode('causeway_settler')),
      { code: '0xb49c6fbc3c6e8610a1bc7d6a38f7702be9b5e9a428ed3be03cfad74c789cbf0e', bytes: 62_672 },
      'settlers of before keep their code: put it into contracts/solana/earlier-settlers.json, and the new hash here',
    );
  });

  it('is who holds the lookup table, which is shown; nobody may, too', async () => {
    const table = world.here.deployment.contracts.lookupTable as string;
    const holder = new PublicKey(solDeployer.address).toBuffer();
    showing(table, (data) => replaced(data, holder, other));
    assert.deepEqual(await differing(), ['authority of the lookup table: show']);
    // The option before the authority says that there is none.
    showing(table, (data) => {
      data.writeUInt8(0, data.indexOf(holder) - 1);
      return data;
    });
    assert.deepEqual(await differing(), []);
  });

  it('is found with at most 40 requests of each endpoint, within 2 s', async () => {
    await assertCheapComparison(world);
  });
});

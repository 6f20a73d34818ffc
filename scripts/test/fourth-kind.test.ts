import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiConfig, startApi } from '@causeway/api';
import {
  deployNetwork,
  linkNetworks,
  type NetworkDeployer,
  openKey,
  openLane,
  registerKind,
  writeKey,
} from '@causeway/chains';
import { SCRYPT_N } from '@causeway/chains/keys';
import { MemoryChain } from '@causeway/chains/test-support';
import { loadConfig } from '@causeway/config';
import { makeIdentity } from '@causeway/keys';
import {
  type AnyFailure,
  type Hex,
  padLeft,
  type Result,
  type UnsignedTransaction,
  uintToHex,
} from '@causeway/protocol';
import { type Running, relayerConfig, signerConfig, startRelayer, startSigner } from '@causeway/relayer';
import { stringify } from 'yaml';
import { loadDeployConfig, planOf } from '../lib/deploy/deploy-config.ts';
import { makeKeystore } from '../lib/keys/make-keystore.ts';
import { signInAs } from '../lib/start/devnet-avatar.ts';
import { TOY, TOY_FORM, toyKind } from './support/toy-kind.ts';

/** Milliseconds between two blocks. */
const BLOCK_MS = 25;
const NETWORKS = ['pond', 'brook'] as const;
const SIGNERS = [1, 2, 3] as const;

function must<T>(result: Result<T, AnyFailure>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.error.code}: ${result.error.message}`);
}

describe('a fourth kind of chain, by its descriptor alone', function () {
  this.timeout(120_000);
  let folder: string;
  let chains: ReadonlyMap<string, MemoryChain>;
  let forget: () => void;
  let mining: NodeJS.Timeout;
  const running: Running[] = [];
  const secretOf = (number: number) => uintToHex(0x70e0 + number, 32);
  const password = { file: 'password' };

  const chain = (name: (typeof NETWORKS)[number]) => chains.get(name) as MemoryChain;
  const file = (name: string, content: object) => {
    writeFileSync(join(folder, `${name}.yaml`), stringify(content, { aliasDuplicateObjects: false }));
    return join(folder, `${name}.yaml`);
  };
  const sections = {
    deployments: 'deployments',
    chains: Object.fromEntries(
      NETWORKS.map((name) => [name, { rpc: [`memory://${name}`], pollMs: 50, value: false, maxPebbles: 3 }]),
    ),
  };
  const keystore = async (name: string, number: number) => {
    const path = join(folder, `${name}.json`);
    await writeKey(TOY, path, secretOf(number), { password: 'correct', scryptN: SCRYPT_N.development });
    return { [TOY]: { keystore: `${name}.json`, password } };
  };
  const identity = async (name: string) => must(await makeIdentity(join(folder, `${name}.identity`))).name;
  const address = async (name: string) =>
    must(await openKey(TOY, { keystore: `${name}.json`, password }, folder)).address;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-fourth-kind-'));
    mkdirSync(join(folder, 'deployments'));
    writeFileSync(join(folder, 'password'), 'correct\n', { mode: 0o600 });
    const common = { kind: TOY, form: TOY_FORM, finalityBlocks: 3, members: [], threshold: 0, startMs: Date.now() };
    chains = new Map(
      NETWORKS.map((name, index) => [
        name,
        new MemoryChain({
          ...common,
          name,
          domain: 7_001 + index,
          asset: { symbol: name.toUpperCase(), name, decimals: 9, address: null },
        }),
      ]),
    );
    for (const each of chains.values()) each.blockMs = BLOCK_MS;
    forget = registerKind(toyKind(chains));
  });
  after(async () => {
    clearInterval(mining);
    for (const each of running.reverse()) await each.stop();
    forget();
    rmSync(folder, { recursive: true });
  });

  it('has a name of its own, and a field of its own that names the keys in its keystores', () => {
    const other = { ...toyKind(chains), name: 'other' as typeof TOY };
    assert.throws(() => registerKind(toyKind(chains)), /toy is no new kind/);
    assert.throws(
      () => registerKind({ ...other, keyField: 'address' }),
      /keystores of evm keys have the field address/,
    );
    registerKind({ ...other, keyField: 'other' })();
  });

  it('has keystores by the command', async () => {
    const made = await makeKeystore(join(folder, 'deployer.json'), {
      kind: TOY,
      passwordFile: join(folder, 'password'),
    });
    assert.equal(await address('deployer'), made);
    const flags = { kind: TOY, network: 'mainnet', passwordFile: join(folder, 'password') };
    await assert.rejects(makeKeystore(join(folder, 'none.json'), flags), /--network is not for toy keys/);
  });

  it('is deployed, linked and opened by the deploy section', async () => {
    const members = [];
    for (const number of SIGNERS) {
      await keystore(`signer-${number}`, number);
      members.push(await address(`signer-${number}`));
    }
    const section = {
      [TOY]: {
        key: { keystore: 'deployer.json', password },
        guardian: uintToHex(0x9a4d, 20),
        oracle: { members, threshold: 2 },
      },
      networks: Object.fromEntries(
        NETWORKS.map((name) => [name, { kind: TOY, asset: { type: 'native', symbol: name, name } }]),
      ),
    };
    const config = loadDeployConfig(file('deploy', { ...sections, deploy: section }));
    const deployers: NetworkDeployer[] = [];
    for (const name of NETWORKS) {
      const plan = planOf(config, name);
      const key = must(await openKey(plan.kind, plan.key ?? assert.fail('no key'), folder));
      const options = plan.options({ key, family: 'main', deployments: join(folder, 'deployments') });
      assert.equal((options as { readonly maxPebbles?: number }).maxPebbles, 3);
      deployers.push(must(await deployNetwork(options)));
    }
    const [a, b] = deployers as [NetworkDeployer, NetworkDeployer];
    must(await linkNetworks(a, b));
    must(await openLane(a, b));
    assert.equal(must(await chain('brook').remote(chain('pond').domain))?.addressLength, 24);
    const foreign = { ...sections.chains, pond: { ...sections.chains.pond, maxFeePerGasGwei: 1 } };
    const mixed = loadDeployConfig(file('mixed', { ...sections, chains: foreign, deploy: section }));
    assert.throws(() => planOf(mixed, 'pond'), /maxFeePerGasGwei: is a setting of evm chains, but pond is a toy chain/);
    const wrong = { ...section, [TOY]: { ...section[TOY], guardian: 'nobody' } };
    assert.throws(() => loadDeployConfig(file('wrong', { ...sections, deploy: wrong })), /must be a toy address/);
  });

  it('carries an order from one chain to the other, by a relayer and signers with their configuration files', async () => {
    const [pond, brook] = [chain('pond'), chain('brook')];
    mining = setInterval(() => {
      for (const each of chains.values()) each.mine();
    }, BLOCK_MS);
    const relayerIdentity = await identity('relayer');
    const peers = [];
    for (const number of SIGNERS) {
      const name = `signer-${number}`;
      const own = await identity(name);
      const signer = {
        ...{ http: { port: 0 }, logLevel: 'silent', pollMs: 50, relayers: [relayerIdentity] },
        keys: { [TOY]: { keystore: `${name}.json`, password } },
        identity: { file: `${name}.identity` },
      };
      const config = loadConfig(file(name, { ...sections, database: `${name}.db`, signer }), signerConfig);
      const started = await startSigner(config);
      running.push(started);
      peers.push({ url: started.url, identity: own });
    }
    const relayer = {
      ...{ http: { port: 0 }, logLevel: 'silent', signers: peers, intervals: { sweepMs: 50 } },
      payers: await keystore('payer', 9),
      identity: { file: 'relayer.identity' },
    };
    const shared = { ...sections, database: 'shared.db' };
    running.push(await startRelayer(loadConfig(file('relayer', { ...shared, relayer }), relayerConfig)));
    const api = { port: 0, logLevel: 'silent', rates: { local: { POND: '2', BROOK: '1' } } };
    const { url, stop } = await startApi(loadConfig(file('api', { ...shared, api }), apiConfig));
    running.push({ url, stop });

    const alice = await address('payer');
    const bob = uintToHex(0xb0b, 20);
    pond.give(padLeft(alice as Hex), 5_000_000_000n);
    const { client } = await signInAs('alice', url, folder);
    const networks = (await client.market.networks()).map(({ name, kind }) => [name, kind]);
    assert.deepEqual(
      networks,
      NETWORKS.map((name) => [name, TOY]),
    );
    const order = await client.orders.create({
      ...{ from: 'POND', to: 'brook', amount: '2', fromAddress: alice, destinationAddress: bob },
    });
    const [transaction] = order.transactions ?? [];
    assert.deepEqual(Object.keys(transaction ?? {}), ['kind', 'spell']);
    pond.sendUnsigned(transaction as unknown as UnsignedTransaction);
    let status = order.status as string;
    for await (const event of client.orders.events(order.orderId)) {
      status = event.data.status ?? status;
      if (status === 'completed') break;
    }
    assert.equal(must(await brook.balance(bob, pond.domain)), 2_000_000_000n);
    const document = await (await fetch(`${url}/docs/json`)).text();
    assert.match(document, /"ToyTransaction":/);
  });
});

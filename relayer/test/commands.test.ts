import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockAt } from '@causeway/runtime/test-support';
import { openBridgeStorage } from '@causeway/storage';
import { runCommand } from './support/command.ts';
import { RELAYER, SIGNER } from './support/identities.ts';
import { World } from './support/world.ts';

/** The contracts of Safe 1.5.0 that every EVM deployment uses. */
const SAFE = {
  multiSendCallOnly: '0xEc7345dbd592e126505ECC86253492eDECd09501',
  safeSingleton: '0x5CaE9b960D60Ed269287B085375273878a7d27bE',
  fallbackHandler: '0xA60E58268c2268cb94efB40941f00E9848aC7672',
};

describe('commands', () => {
  it('list what a signer has signed, the newest first, with its calls', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-'));
    const config = join(folder, 'signer.yaml');
    const keys = '{ evm: { keystore: k.json, password: { env: P } } }';
    const peers = `identity: { env: I }, relayers: ["${RELAYER.name}"]`;
    writeFileSync(config, `database: s.db\nchains: {}\nsigner: { keys: ${keys}, ${peers} }\n`);
    const { signatures, close } = await openBridgeStorage(join(folder, 's.db'), { clock: clockAt(() => 5) });
    const digests = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`, `0x${'03'.repeat(32)}`] as const;
    for (const digest of digests) {
      await signatures.record({ domain: 7, anchor: '4', digest, calls: [{ kind: 'execute', digest }] });
    }
    await close();
    assert.deepEqual(
      JSON.parse(await runCommand(config, 'signatures', '--limit', '2')),
      [digests[2], digests[1]].map((digest) => ({
        domain: 7,
        anchor: '4',
        digest,
        calls: [{ kind: 'execute', digest }],
        createdAtMs: 5,
      })),
    );
    rmSync(folder, { recursive: true });
  });

  it('H3: list the hosts that a signer reads from, or hashes of them, for operators to compare', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-'));
    const write = (name: string, ...hosts: readonly string[]) => {
      const config = join(folder, name);
      const rpc = JSON.stringify(hosts.map((host) => `https://user:secret@${host}/secret?secret`));
      const keys = '{ evm: { keystore: k.json, password: { env: P } } }';
      const peers = `identity: { env: I }, relayers: ["${RELAYER.name}"]`;
      const chains = `{ ethereum: { rpc: ${rpc} } }`;
      writeFileSync(config, `database: s.db\nchains: ${chains}\nsigner: { keys: ${keys}, ${peers} }\n`);
      return config;
    };
    const [one, two] = [write('one.yaml', 'a.example', 'a.example', 'b.example'), write('two.yaml', 'b.example')];
    assert.deepEqual(JSON.parse(await runCommand(one, 'signer', 'origins')), {
      ethereum: ['a.example:443', 'b.example:443'],
    });
    const hashes = async (config: string) =>
      JSON.parse(await runCommand(config, 'signer', 'origins', '--word', 'w')).ethereum as readonly string[];
    const [first, second] = [await hashes(one), await hashes(two)];
    assert.equal(first.length, 2);
    assert.deepEqual(second, first.slice(1));
    assert.doesNotMatch(JSON.stringify([first, second]), /example|secret/);
    rmSync(folder, { recursive: true });
  });

  it('export a view, leave the database as it was where it cannot be imported, and have a chain read again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-'));
    const world = await World.create();
    const [alpha] = world.chains;
    const { domain } = alpha;
    mkdirSync(join(folder, 'deployments'));
    writeFileSync(
      join(folder, 'deployments', 'alpha.json'),
      JSON.stringify({ ...alpha.deployment(), contracts: SAFE }),
    );
    process.env.VIEW_TEST_KEY = `sign identity ed25519 ${Buffer.alloc(32, 1).toString('base64')}`;
    const write = (name: string, section: string) => {
      const chains = '{ alpha: { value: false, rpc: ["http://127.0.0.1:1"], rpcTimeoutMs: 100 } }';
      writeFileSync(join(folder, `${name}.yaml`), `database: ${name}.db\nchains: ${chains}\n${section}\n`);
      return join(folder, `${name}.yaml`);
    };
    const relayerFile = write('relayer', 'relayer: { identity: { env: VIEW_TEST_KEY }, signers: [] }');
    const signerFile = write('signer', `signer: { identity: { env: VIEW_TEST_KEY }, relayers: ["${RELAYER.name}"] }`);
    const strangerFile = write(
      'stranger',
      `signer: { identity: { env: VIEW_TEST_KEY }, relayers: ["${SIGNER.name}"] }`,
    );
    const storage = await openBridgeStorage(join(folder, 'relayer.db'));
    const nothing = { messages: [], outcomes: [], roots: [] };
    await storage.chainView.recordScan({ family: 'main', domain, to: alpha.tip, ...nothing });
    await storage.close();
    const file = join(folder, 'alpha.view');
    const exported = JSON.parse(await runCommand(relayerFile, 'view', 'export', '--chain', 'alpha', '--out', file));
    assert.deepEqual(exported, { file, chain: 'alpha', blocks: 0, exporter: RELAYER.name });
    const refused = async (config: string, code: RegExp) => {
      let error = '';
      const { write: original } = process.stderr;
      process.stderr.write = ((text: string) => {
        error += text;
        return true;
      }) as typeof original;
      await runCommand(config, 'view', 'import', file).finally(() => {
        process.stderr.write = original;
      });
      assert.match(error, code);
      assert.equal(process.exitCode, 1);
      process.exitCode = 0;
    };
    await refused(strangerFile, /EXPORTER_UNKNOWN/);
    await refused(signerFile, /RPC_UNAVAILABLE.*nothing was changed/);

    const rescanned = JSON.parse(await runCommand(relayerFile, 'view', 'rescan', '--chain', 'alpha'));
    assert.deepEqual(rescanned, { chain: 'alpha', bridges: ['main'] });
    const again = await openBridgeStorage(join(folder, 'relayer.db'));
    assert.equal(await again.chainView.cursor('main', domain), undefined);
    await again.close();
    delete process.env.VIEW_TEST_KEY;
    await world.close();
    rmSync(folder, { recursive: true });
  });

  it('retry and cancel orders in the database of a relayer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-'));
    const config = join(folder, 'causeway.yaml');
    writeFileSync(
      config,
      `database: c.db\nchains: {}\nrelayer: { payers: {}, identity: { env: I }, signers: [{ url: "http://127.0.0.1:1", identity: "${SIGNER.name}" }], http: { port: 1 } }\n`,
    );
    const storage = await openBridgeStorage(join(folder, 'c.db'));
    const order = await storage.orders.create({
      origin: 'api',
      family: 'main',
      operation: 'lockTokens',
      source: 1,
      destination: 2,
      assetHome: 1,
      sender: null,
      walletId: null,
      recipient: `0x${'01'.repeat(32)}`,
      wireAmount: 5n,
      reference: `0x${'02'.repeat(32)}`,
      requiredConfirmations: 32,
      requiredSignatures: 3,
      avatarId: null,
      custody: null,
      refundAddress: null,
      unsignedTransactions: null,
      deliveryFee: null,
      details: {},
      expiresAtMs: null,
    });
    const run = (...args: readonly string[]) => runCommand(config, ...args);
    await assert.rejects(
      run('rollback', '--chain', 'ethereum'),
      /ethereum: is not in the configuration file, which has none/,
    );
    assert.equal(JSON.parse(await run('orders'))[0].wireAmount, '5');
    assert.deepEqual(JSON.parse(await run('status')).orders, { created: 1 });
    assert.equal(JSON.parse(await run('cancel', order.id)).state, 'expired');
    assert.equal(process.exitCode ?? 0, 0);
    const error = process.stderr.write;
    process.stderr.write = (() => true) as typeof error;
    await run('retry', order.id);
    process.stderr.write = error;
    assert.equal(process.exitCode, 1);
    process.exitCode = 0;
    await storage.close();
    rmSync(folder, { recursive: true });
  });
});

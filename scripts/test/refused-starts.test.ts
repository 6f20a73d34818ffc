import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiConfig, startApi } from '@causeway/api';
import { deployNetwork, writeKey } from '@causeway/chains';
import { keyFromPrivate, SCRYPT_N } from '@causeway/chains/keys';
import { loadConfig, withPlaces } from '@causeway/config';
import { devAccount, SIGNER_ROLES } from '@causeway/devnet';
import { makeIdentity } from '@causeway/keys';
import { callRpc, ProcessGuard, RpcProxy, RpcRefusal, startAnvil } from '@causeway/local-nodes';
import { relayerConfig, signerConfig, startRelayer, startSigner } from '@causeway/relayer';
import { stringify } from 'yaml';
import { CAUSEWAY, IDENTITY } from './causeway.ts';

/** The local chain of the tests, and one that it is taken for. */
const [CHAIN, OTHER] = [41_003, 41_004];
const PASSWORD = 'correct';

const PROCESSES = {
  relayer: (path: string) => startRelayer(loadConfig(path, relayerConfig)),
  signer: (path: string) => startSigner(loadConfig(path, signerConfig)),
  api: (path: string) => startApi(loadConfig(path, apiConfig)),
};
type Name = keyof typeof PROCESSES;
const NAMES = Object.keys(PROCESSES) as Name[];

/** The section of `chains.home`, from line 2 of the file on. */
type Home = readonly string[];

describe('a start with what cannot work', function () {
  this.timeout(120_000);
  const guard = new ProcessGuard();
  let folder: string;
  let url: string;
  let other: string;
  /** In front of the chain. Everything that processes ask it passes here. */
  let proxy: RpcProxy;
  let asset: string;
  let sections: Readonly<Record<Name, string>>;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-refused-'));
    const node = (chainId: number) => startAnvil({ name: `chain ${chainId}`, chainId, port: 0 }, guard);
    [{ url }, { url: other }] = await Promise.all([node(CHAIN), node(OTHER)]);
    proxy = await RpcProxy.start(url);
    const deployed = await deployNetwork({
      kind: 'evm',
      network: 'home',
      rpc: [url],
      deployments: join(folder, 'deployments'),
      key: keyFromPrivate(devAccount('deployer').privateKey),
      asset: { type: 'testToken', symbol: 'TST', name: 'Test', decimals: 18 },
      oracle: { members: SIGNER_ROLES.map((role) => devAccount(role).address), threshold: 3 },
      guardian: devAccount('guardian').address,
      pollMs: 50,
    });
    assert(deployed.ok);
    asset = deployed.value.deployment.bridges.main?.canonicalAsset.address ?? assert.fail('no asset');
    const secret = devAccount('deployer').privateKey;
    await writeKey('evm', join(folder, 'key.json'), secret, { password: PASSWORD, scryptN: SCRYPT_N.development });
    writeFileSync(join(folder, 'password'), `${PASSWORD}\n`, { mode: 0o600 });
    assert((await makeIdentity(join(folder, 'identity'))).ok);
    const key = { keystore: 'key.json', password: { file: 'password' } };
    const own = { http: { port: 0 }, logLevel: 'silent', identity: { file: 'identity' } };
    const peer = { url: 'http://127.0.0.1:1', identity: IDENTITY };
    const api = { port: 0, logLevel: 'silent', rates: { local: { TST: '1', ETH: '1' } } };
    sections = {
      relayer: stringify({ relayer: { ...own, signers: [peer], payers: { evm: key } } }),
      signer: stringify({ signer: { ...own, relayers: [IDENTITY], keys: { evm: key } } }),
      api: stringify({ api }),
    };
  });
  afterEach(() => proxy.setFault(null));
  after(async () => {
    await proxy.stop();
    await guard.stop();
    rmSync(folder, { recursive: true });
  });

  const file = (name: Name, home: Home): string => {
    const path = join(folder, `${name}.yaml`);
    const lines = ['chains:', '  home:', ...home.map((line) => `    ${line}`), `database: ${name}.db`, sections[name]];
    writeFileSync(path, lines.join('\n'));
    return path;
  };
  const HERE = () => [`rpc: ['${proxy.url}']`, 'value: false'];

  /** Every process refuses `home` with the line of its setting; nothing is sent to the chain. */
  async function refused(home: Home, line: number, expected: RegExp): Promise<void> {
    const block = await callRpc(url, 'eth_blockNumber');
    for (const name of NAMES) {
      const path = file(name, home);
      const start = withPlaces<{ stop(): Promise<void> }>(path, () => PROCESSES[name](path));
      const message = await start.then(
        (running) => running.stop().then(() => 'started'),
        (error: Error) => `${error.name}: ${error.message}`,
      );
      const at = `ConfigError: ${path}:${line}: `;
      assert.equal(message.slice(0, at.length), at, message);
      assert.match(message.slice(at.length), expected, name);
    }
    assert.equal(await callRpc(url, 'eth_blockNumber'), block, 'nothing was sent');
    assert.equal(proxy.calls.get('eth_sendRawTransaction'), undefined);
  }

  it('is refused with endpoints of another chain', () =>
    refused(
      ['value: false', `rpc: ['${other}']`],
      4,
      new RegExp(
        `^chains\\.home\\.rpc: its endpoints serve chain ${OTHER}, but home was deployed to chain ${CHAIN}; give`,
      ),
    ));

  it('is refused with the profile of another network', () =>
    refused(
      [...HERE(), 'profile: base'],
      5,
      /^chains\.home\.profile: is of Base, chain 8453, but this is chain 41003/,
    ));

  it('is refused with a profile that is none, and names the nearest', () =>
    refused(
      [...HERE(), 'profile: polgyon'],
      5,
      /^chains\.home\.profile: "polgyon" is no profile; did you mean polygon\?/,
    ));

  it('is refused with a placeholder for an endpoint of a network of value', () =>
    refused(
      ['finality: { finalizedTag: true }', 'rpc: [https://a.home.example/secret, https://b.home.example]'],
      4,
      /^chains\.home\.rpc: a\.home\.example stands for an endpoint; give at least three/,
    ));

  it('is refused where the settings ask for the finalized block, and the endpoints have none', () => {
    const words = new RpcRefusal('unknown block tag', -32_602);
    proxy.setFault({ kind: 'lying', lie: ({ params }, result) => (params[0] === 'finalized' ? words : result) });
    return refused(
      [...HERE(), 'finality:', '  finalizedTag: true'],
      6,
      /^chains\.home\.finality\.finalizedTag: its endpoints know no finalized block; give others, or false/,
    );
  });

  it('is refused where the asset has no code', async () => {
    const snapshot = await callRpc(url, 'evm_snapshot');
    await callRpc(url, 'anvil_setCode', [asset, '0x']);
    await refused(
      HERE(),
      3,
      new RegExp(
        `^chains\\.home: bridges\\.main\\.canonicalAsset of home\\.json: no token answers at ${asset}; give endp`,
      ),
    );
    await callRpc(url, 'evm_revert', [snapshot]);
  });

  it('ends each command with status 2 and that line, without a stack', async () => {
    const ends = NAMES.map((name) => {
      const path = file(name, ['value: false', `rpc: ['${other}']`]);
      const child = spawn(process.execPath, [...CAUSEWAY, name, '--config', path], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let stderr = '';
      child.stderr.on('data', (chunk) => (stderr += chunk));
      return new Promise<void>((resolve, reject) => {
        child.once('close', (status) => {
          try {
            assert.equal(status, 2, stderr);
            assert.match(stderr, /^causeway: \S+\.yaml:4: chains\.home\.rpc: its endpoints serve chain \d+, [^\n]+\n$/);
            resolve();
          } catch (error) {
            reject(error);
          }
        });
      });
    });
    await Promise.all(ends);
  });
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Deployment, readDeployment, writeKey } from '@causeway/chains';
import { SCRYPT_N } from '@causeway/chains/keys';
import { type DevnetKind, devAccount, fundRadixAccounts, SIGNER_ROLES } from '@causeway/devnet';
import {
  callRpc,
  ProcessGuard,
  RpcProxy,
  RpcRefusal,
  startAnvil,
  startRadixNode,
  startSolanaNode,
} from '@causeway/local-nodes';
import { CAUSEWAY } from './causeway.ts';

/** Guardian and oracle for the configuration file, as JSON, which is valid YAML. */
const roles = (kind: DevnetKind) =>
  JSON.stringify({
    guardian: devAccount('guardian', kind).address,
    oracle: { members: SIGNER_ROLES.map((role) => devAccount(role, kind).address), threshold: 3 },
  });

const limits = (refill: string) => `{ minAmount: '1', maxAmount: '10', capacity: '100', refillPerSecond: '${refill}' }`;
/** Addresses at which there is no fungible token, by network. The last is the ledger's badge of Ed25519 signatures. */
const NOTHING = {
  copper: devAccount('guardian').address,
  moon: devAccount('guardian', 'solana').address,
  mud: 'resource_sim1nfxxxxxxxxxxed25sgxxxxxxxxx002236757237xxxxxxxxx8x44q5',
};
/** The fee of one lane. */
const FEE = ['--fee', 'here:there=0.0004'];

describe('causeway deploy', function () {
  this.timeout(180_000);
  let folder: string;
  let chains: readonly { readonly url: string }[];
  /** Says of itself that it is Base. */
  let mainnet: Server;
  let proxy: RpcProxy;
  const guard = new ProcessGuard();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-deploy-'));
    // Foreign chains, which mine a block for each transaction.
    const [name, port] = ['foreign chain', 0];
    chains = await Promise.all([41_001, 41_002].map((chainId) => startAnvil({ name, chainId, port }, guard)));
    const [here, there] = chains.map(({ url }) => url);
    proxy = await RpcProxy.start(here ?? '');
    mainnet = createServer((_request, response) => response.end('{"jsonrpc":"2.0","id":1,"result":"0x2105"}'));
    await new Promise<void>((resolve) => mainnet.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(mainnet.address() as AddressInfo).port}`;
    const { address, privateKey } = devAccount('deployer', 'solana');
    const solana = await startSolanaNode({ port: 0, slotMs: 100, balances: { [address]: 10n ** 11n } }, guard);
    await writeKey('solana', join(folder, 'solana.json'), privateKey, {
      password: 'secret',
      scryptN: SCRYPT_N.development,
    });
    const radix = await startRadixNode({ port: 0, roundMs: 50 }, guard);
    await fundRadixAccounts(radix.url);
    writeFileSync(
      join(folder, 'causeway.yaml'),
      `chains:
  here: { rpc: ['${here}'], value: false }
  there: { rpc: ['${there}'], value: false }
  sun: { rpc: ['${solana.url}'], value: false }
  rad: { rpc: ['${radix.url}'], value: false }
  gold: { rpc: ['${here}'] }
  silver: { rpc: ['${here}'] }
  bronze: { rpc: ['${here}'], finality: { finalizedTag: false } }
  iron: { rpc: ['${here}'] }
  base: { rpc: ['${base}'], finality: { finalizedTag: false } }
  copper: { rpc: ['${there}'], value: false }
  moon: { rpc: ['${solana.url}'], value: false }
  mud: { rpc: ['${radix.url}'], value: false }
  blind: { rpc: ['${proxy.url}'], value: false, finality: { finalizedTag: true } }
  taken: { rpc: ['${here}'], value: false, profile: base }
deploy:
  evm: ${roles('evm')}
  solana: ${roles('solana')}
  radix: ${roles('radix')}
  networks:
    here: { kind: evm, asset: { type: native, symbol: ETH, name: Ether } }
    there: { kind: evm, asset: { type: testToken, symbol: ARB, name: Arbitrum, decimals: 18 } }
    sun:
      kind: solana
      asset: { type: native, symbol: SOL, name: Solana }
      key: { keystore: solana.json, password: { env: SOLANA_PASSWORD } }
    rad: { kind: radix, asset: { type: native, symbol: XRD, name: Radix } }
    gold: { kind: evm, asset: { type: testToken, symbol: AU, name: Gold, decimals: 18 } }
    silver: { kind: evm, asset: { type: native, symbol: AG, name: Silver }, limits: ${limits('0')} }
    bronze: { kind: evm, asset: { type: native, symbol: CU, name: Bronze }, limits: ${limits('1')} }
    iron: { kind: evm, asset: { type: native, symbol: FE, name: Iron }, limits: ${limits('1')} }
    base: { kind: evm, asset: { type: native, symbol: ETH, name: Ether }, limits: ${limits('1')} }
    copper: { kind: evm, asset: { type: erc20, address: '${NOTHING.copper}' } }
    moon:
      kind: solana
      asset: { type: spl, address: ${NOTHING.moon}, symbol: X, name: X }
      key: { keystore: solana.json, password: { env: SOLANA_PASSWORD } }
    mud: { kind: radix, asset: { type: resource, address: ${NOTHING.mud}, symbol: X, name: X } }
    blind: { kind: evm, asset: { type: native, symbol: ETH, name: Ether } }
    taken: { kind: evm, asset: { type: native, symbol: ETH, name: Ether } }
`,
    );
  });
  after(async () => {
    await guard.stop();
    await proxy.stop();
    await new Promise((resolve) => mainnet.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  /** Asynchronous, because the chains are children of this process and their output must be read meanwhile. */
  function causeway(...args: string[]): Promise<{ stdout: string; stderr: string; status: number | null }> {
    const key = devAccount('deployer').privateKey;
    const child = spawn(process.execPath, [...CAUSEWAY, ...args], {
      env: {
        ...process.env,
        DEPLOYER_KEY: key,
        RADIX_KEY: devAccount('deployer', 'radix').privateKey,
        SOLANA_PASSWORD: 'secret',
      },
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (output.stdout += chunk));
    child.stderr.on('data', (chunk) => (output.stderr += chunk));
    return new Promise((resolve) => child.once('close', (status) => resolve({ ...output, status })));
  }
  const deploy = (...args: string[]) => causeway('deploy', '--config', join(folder, 'causeway.yaml'), ...args);
  const withKey = (...args: string[]) => deploy('--key-env', 'DEPLOYER_KEY', ...args);
  const read = (name: string): Deployment => {
    const deployment = readDeployment(join(folder, 'deployments'), name);
    assert.ok(deployment.ok);
    return deployment.value;
  };

  it('plans without sending or writing anything', async () => {
    const { stdout, status } = await withKey('--network', 'here', '--plan');
    assert.equal(status, 0);
    assert.match(stdout, /the rest would be deployed/);
    assert.equal(existsSync(join(folder, 'deployments')), false);
    assert.equal(await callRpc(chains[0]?.url ?? '', 'eth_blockNumber'), '0x0');
  });

  it('asks for a key, and does not show it', async () => {
    assert.match((await deploy('--network', 'here')).stderr, /no key for here/);
    assert.match((await deploy('--network', 'here', '--key-env', 'NOTHING')).stderr, /NOTHING must hold/);
  });

  it('names the missing members of the configuration', async () => {
    assert.match((await withKey('--network', 'nowhere')).stderr, /chains\.nowhere: is missing/);
  });

  it('asks for limits on a network of value, and refuses a test token and a bucket that never refills there (H4)', async () => {
    const gold = await withKey('--network', 'gold');
    assert.match(gold.stderr, /deploy\.networks\.gold\.limits: is missing; give minAmount/);
    assert.match(gold.stderr, /gold\.asset: is a test token.*chains\.gold\.value: false/);
    const silver = await withKey('--network', 'silver');
    assert.match(silver.stderr, /silver\.limits\.refillPerSecond: is 0/);
    assert.equal(existsSync(join(folder, 'deployments')), false);
  });

  it('asks what makes blocks final on a network of value, and refuses depth alone where that is too little', async () => {
    const iron = await withKey('--network', 'iron', '--plan');
    assert.equal(iron.status, 2);
    assert.match(
      iron.stderr,
      /chains\.iron\.finality\.finalizedTag: is missing; .* "finality: { finalizedTag: true }"/,
    );
    const base = await withKey('--network', 'base');
    assert.equal(base.status, 2);
    assert.match(base.stderr, /chains\.base\.finality\.finalizedTag: must be true, because on Base /);
    assert.equal(existsSync(join(folder, 'deployments')), false);
  });

  it('asks for the delivery fee of a lane on a network of value, and takes 0 when it is said (H4)', async () => {
    const lane = ['--network', 'bronze', '--link', 'here'];
    const { stderr, status } = await withKey(...lane);
    assert.equal(status, 2);
    assert.match(stderr, /deploy\.networks\.bronze\.fees\.here: is missing; give what every lock.*causeway fees/);
    assert.doesNotMatch(stderr, /networks\.here/);
    const plan = await withKey(...lane, '--plan', '--fee', 'bronze:here=0');
    assert.equal(plan.status, 0, plan.stderr);
    assert.match(plan.stdout, /delivery fee bronze -> here: 0\ndelivery fee here -> bronze: stays as it is/);
    assert.match((await withKey(...lane, '--fee', 'bronze:here=much')).stderr, /give NETWORK:REMOTE=COINS/);
    const fine = await withKey(...lane, '--fee', 'bronze:here=0.0000000000000000001');
    assert.match(fine.stderr, /bronze\.fees\.here: the amount has more than 18 decimals/);
    assert.equal(existsSync(join(folder, 'deployments')), false);
  });

  it('refuses a network whose asset is not there, with the line, and sends nothing to the network that it is linked with', async () => {
    const path = join(folder, 'causeway.yaml');
    const lines = readFileSync(path, 'utf8').split('\n');
    for (const [name, address] of Object.entries(NOTHING)) {
      const key = name === 'mud' ? 'RADIX_KEY' : 'DEPLOYER_KEY';
      const { stderr, status } = await deploy(
        '--key-env',
        key,
        ...(name === 'copper' ? ['--network', 'here', '--link'] : ['--network']),
        name,
      );
      assert.equal(status, 1, stderr);
      const line = lines.findIndex((text) => text.includes('address:') && text.includes(address)) + 1;
      const at = `causeway: ${path}:${line}: deploy.networks.${name}.asset.address: no token answers at ${address}; give`;
      assert.equal(stderr.slice(0, at.length), at);
    }
    assert.equal(existsSync(join(folder, 'deployments')), false);
    for (const { url } of chains) assert.equal(await callRpc(url, 'eth_blockNumber'), '0x0');
  });

  it('refuses endpoints without a finalized block, and the profile of another network, with the line', async () => {
    const words = new RpcRefusal('unknown block tag', -32_602);
    proxy.setFault({ kind: 'lying', lie: ({ params }, result) => (params[0] === 'finalized' ? words : result) });
    const blind = await withKey('--network', 'blind');
    assert.match(
      blind.stderr,
      /causeway\.yaml:\d+: chains\.blind\.finality\.finalizedTag: its endpoints know no finalized/,
    );
    const taken = await withKey('--network', 'taken');
    assert.match(
      taken.stderr,
      /causeway\.yaml:\d+: chains\.taken\.profile: is of Base, chain 8453, but this is chain 41001/,
    );
    assert.equal(existsSync(join(folder, 'deployments')), false);
    assert.equal(await callRpc(chains[0]?.url ?? '', 'eth_blockNumber'), '0x0');
  });

  it('deploys two networks, links them, sets the delivery fee and opens the lane', async () => {
    const { stderr, status } = await withKey('--network', 'here', '--link', 'there', ...FEE);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^here: fee there$/m);
    assert.equal(read('here').bridges.main?.remotes.there?.opened, true);
    assert.equal(read('there').bridges.main?.remotes.here?.opened, true);
    assert.ok(!readFileSync(join(folder, 'deployments/here.json'), 'utf8').includes(devAccount('deployer').privateKey));
  });

  it('finds everything again when it is repeated', async () => {
    const before = read('here');
    const { stderr, stdout, status } = await withKey('--network', 'here', '--link', 'there', '--json', ...FEE);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^here: fee there is there$/m);
    assert.doesNotMatch(stderr, /^(?:here|there): (?!.* is there$)/m);
    assert.deepEqual(JSON.parse(stdout)[0], before);
  });

  it('leaves deployments that `causeway verify` compares, and other code of a bridge is refused with its meaning', async () => {
    const config = join(folder, 'verify.yaml');
    const url = chains[0]?.url ?? '';
    const write = (more = '') =>
      writeFileSync(config, `database: verify.db\nchains: { here: { rpc: ['${url}'], value: false } }\n${more}`);
    write();
    const verify = (...args: string[]) => causeway('verify', '--config', config, ...args);
    const right = await verify();
    assert.equal(right.status, 0, right.stderr);
    assert.match(right.stdout, /^ok {8}here \(main\)$/m);
    const { address = '', admin } = read('here').bridges.main ?? {};
    assert.equal(admin, devAccount('deployer').address);
    const code = String(await callRpc(url, 'eth_getCode', [address, 'latest']));
    await callRpc(url, 'anvil_setCode', [address, `${code}00`]);
    const wrong = await verify('--explain');
    assert.equal(wrong.status, 1);
    assert.match(wrong.stdout, /^REFUSED {3}here \(main\): the code of the bridge is 0x[0-9a-f]{64} on chain, not 0x/m);
    assert.match(wrong.stdout, /do not sign/);
    const { differences } = JSON.parse((await verify('--json')).stdout) as { differences: { found: string }[] };
    assert.equal(differences.length, 1);
    const accepted = { chain: 'here', what: 'the code of the bridge', found: differences[0]?.found };
    write(`signer: { acceptDeviations: [${JSON.stringify(accepted)}] }\n`);
    const accepting = await verify();
    assert.equal(accepting.status, 0, accepting.stderr);
    assert.match(accepting.stdout, /^ACCEPTED {2}here/m);
    await callRpc(url, 'anvil_setCode', [address, code]);
  });

  it('plans a network of another kind with its own key and roles', async () => {
    const { stdout, stderr, status } = await deploy('--network', 'sun', '--plan');
    assert.equal(status, 0, stderr);
    assert.match(stdout, new RegExp(`deployer and admin  ${devAccount('deployer', 'solana').address} with 100 coins`));
    assert.match(stdout, /already there {7}nothing/);
    assert.equal(existsSync(join(folder, 'deployments/sun.json')), false);
  });

  it('links networks of different kinds, each with the key for its kind', async () => {
    const { stderr, status } = await withKey('--network', 'here', '--link', 'sun');
    assert.equal(status, 0, stderr);
    assert.equal(read('here').bridges.main?.remotes.sun?.opened, true);
    assert.equal(read('sun').bridges.main?.remotes.here?.opened, true);
    const again = await withKey('--network', 'here', '--link', 'sun');
    assert.doesNotMatch(again.stderr, /^(?:here|sun): (?!.* is there$)/m);
    assert.match((await deploy('--network', 'sun', '--plan')).stdout, /everything is deployed/);
  });

  it('plans, deploys and links a Radix network with the key of the environment', async () => {
    const withRadixKey = (...args: string[]) => deploy('--network', 'rad', '--key-env', 'RADIX_KEY', ...args);
    const { stdout } = await withRadixKey('--plan');
    assert.match(stdout, new RegExp(`deployer and admin  ${devAccount('deployer', 'radix').address} with 10000 coins`));
    assert.match(stdout, /already there {7}nothing/);
    const { stderr, status } = await withRadixKey('--link', 'sun');
    assert.equal(status, 0, stderr);
    assert.equal(read('rad').bridges.main?.remotes.sun?.opened, true);
    assert.equal(read('sun').bridges.main?.remotes.rad?.opened, true);
    assert.match((await withRadixKey('--plan')).stdout, /everything is deployed/);
  });

  it('refuses an address of another kind', async () => {
    const config = readFileSync(join(folder, 'causeway.yaml'), 'utf8');
    const wrong = join(folder, 'wrong.yaml');
    writeFileSync(wrong, config.replace(`solana: ${roles('solana')}`, `solana: ${roles('evm')}`));
    const { stderr } = await deploy('--network', 'sun', '--config', wrong);
    assert.match(stderr, /deploy\.solana\.guardian: must be a Solana address/);
    writeFileSync(wrong, config.replace(`radix: ${roles('radix')}`, `radix: ${roles('solana')}`));
    const radix = await deploy('--network', 'rad', '--config', wrong);
    assert.match(radix.stderr, /deploy\.radix\.guardian: must be a Radix account, resource or non-fungible/);
    assert.match(radix.stderr, /deploy\.radix\.oracle\.members\.0: must be a Radix account/);
  });
});

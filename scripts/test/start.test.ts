import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiConfig } from '@causeway/api';
import { loadConfig } from '@causeway/config';
import { type Devnet, parseChains, startDevnet, USUAL_NETWORKS } from '@causeway/devnet';
import { deployedState } from '@causeway/devnet/state-cache';
import { relayerConfig, signerConfig } from '@causeway/relayer';
import { solverConfig } from '@causeway/solver';
import { columns } from '@causeway/storage/test-support/columns';
import { parse } from 'yaml';
import { loadDeployConfig, planOf } from '../lib/deploy/deploy-config.ts';
import { parseOrder, usualOrder } from '../lib/orders/order-spec.ts';
import { signInAs, walletsOn } from '../lib/start/devnet-avatar.ts';
import { createRunFolder } from '../lib/start/run-folder.ts';
import { type Service, startService } from './client/service.ts';

describe('parseOrder', () => {
  it('reads FROM,TO,AMOUNT', () => {
    assert.deepEqual(parseOrder('ETH@polygon, ethereum,0.5'), { from: 'ETH@polygon', to: 'ethereum', amount: '0.5' });
  });

  it('reads a swap', () => {
    assert.deepEqual(parseOrder('SOL,XRD,1,swap'), { from: 'SOL', to: 'XRD', amount: '1', mode: 'swap' });
  });

  for (const text of [
    '',
    'ETH',
    'ETH,polygon',
    'ETH,polygon,a',
    'ETH,polygon,-1',
    'ETH,polygon,1,2',
    'ETH,polygon,1,swap,x',
    ',polygon,1',
  ]) {
    it(`refuses "${text}"`, () => assert.throws(() => parseOrder(text), /FROM,TO,AMOUNT/));
  }
});

describe('the usual order of a devnet', () => {
  it('is between the first two of its chains', () => {
    assert.deepEqual(usualOrder(USUAL_NETWORKS), { from: 'ETH', to: 'polygon', amount: '0.5' });
    assert.deepEqual(usualOrder(parseChains('ethereum,base,solana')), { from: 'ETH', to: 'solana', amount: '0.5' });
    assert.deepEqual(usualOrder(['base', 'optimism']), { from: 'AERO', to: 'optimism', amount: '0.5' });
    for (const few of [[], ['base']]) assert.equal(usualOrder(few), undefined);
  });
});

describe('createRunFolder', () => {
  it('removes the folders of runs that have ended, and no others', () => {
    const parent = mkdtempSync(join(tmpdir(), 'causeway-runs-'));
    // Process ids are below 2^22.
    const [ended, living, other] = ['run-9999999', `run-${process.ppid}`, 'devnet'].map((name) => join(parent, name));
    for (const folder of [ended, living, other]) mkdirSync(folder as string);
    const folder = createRunFolder(parent);
    assert.deepEqual(
      [ended, living, other, folder].map((path) => existsSync(path as string)),
      [false, true, true, true],
    );
    rmSync(parent, { recursive: true });
  });
});

describe('the avatar of npm start', function () {
  this.timeout(20_000);
  let service: Service;
  let folder: string;
  before(async () => {
    service = await startService();
    folder = mkdtempSync(join(tmpdir(), 'causeway-avatar-'));
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  it('registers with a random password that only its owner reads, and signs in again over the same folder', async () => {
    const first = await signInAs('demo', service.url, folder);
    const networks = ['ethereum', 'polygon', 'solana'];
    const wallets = await walletsOn(first.client, networks);
    assert.deepEqual(columns(wallets, 'network'), networks);
    assert.equal(wallets[0]?.address, wallets[1]?.address);
    assert.equal(statSync(first.passwordFile).mode & 0o777, 0o600);
    assert.match(readFileSync(first.passwordFile, 'utf8'), /^[\w-]{24}\n$/);

    const again = await signInAs('demo', service.url, folder);
    assert.equal(again.avatarId, first.avatarId);
    assert.deepEqual(await walletsOn(again.client, networks), wallets);

    const elsewhere = mkdtempSync(join(tmpdir(), 'causeway-avatar-'));
    await assert.rejects(signInAs('demo', service.url, elsewhere), { code: 'CREDENTIALS_REFUSED' });
    rmSync(elsewhere, { recursive: true });
  });
});

describe('the configuration that the devnet writes', function () {
  this.timeout(120_000);
  let devnet: Devnet;
  before(async () => {
    devnet = await startDevnet({
      networks: ['arbitrum', 'solana', 'radix'],
      families: ['main'],
      deployed: await deployedState(),
    });
  });
  after(() => devnet.stop());

  it('is accepted by every process', async () => {
    const { relayer, signers, api, deploy } = devnet.configuration;
    assert.equal(loadConfig(relayer.config, relayerConfig).relayer.signers.length, 5);
    for (const { config } of signers) assert.ok(loadConfig(config, signerConfig).signer.http.port > 0);
    assert.ok(loadConfig(api.config, apiConfig).api.port > 0);
    assert.equal(planOf(loadDeployConfig(deploy), 'arbitrum').asset.type, 'testToken');
    assert.equal(planOf(loadDeployConfig(deploy), 'radix').kind, 'radix');
    const solver = loadConfig((await devnet.configureSolver('cwk_test')).config, solverConfig);
    assert.equal(solver.solver.lanes.length, 6);
  });

  it('lets avatars spend the coin of a chain whose bridge locks a token as the other coins, which are worthless too', () => {
    const { api } = parse(readFileSync(devnet.configuration.api.config, 'utf8'));
    const { ETH, SOL, XRD } = api.wallets.sendLimits.amounts;
    assert.deepEqual([ETH, SOL], [XRD, XRD]);
  });

  it('lets the relayer and the API meet in one database, and each signer have its own', () => {
    const { relayer, signers, api } = devnet.configuration;
    const shared = loadConfig(relayer.config, relayerConfig).database;
    assert.equal(loadConfig(api.config, apiConfig).database, shared);
    const own = signers.map(({ config }) => loadConfig(config, signerConfig).database);
    assert.equal(new Set([shared, ...own]).size, 6);
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Deployment } from '@causeway/chains';
import { Command } from 'commander';
import { COMMAND_GROUPS } from '../lib/command-groups.ts';
import { CAUSEWAY, IDENTITY } from './causeway.ts';

const SOURCE = fileURLToPath(new URL('../causeway.ts', import.meta.url));
const causeway = (...args: string[]) => spawnSync(process.execPath, [...CAUSEWAY, ...args], { encoding: 'utf8' });

/** Runs the command from its sources, without the packages whose scope or name is in `packages`. */
function causewayWithout(packages: string, ...args: string[]) {
  const loader = `import { registerHooks } from 'node:module';
    registerHooks({
      resolve(specifier, context, next) {
        if (/^(?:${packages})(?:[/]|$)/.test(specifier)) throw new Error(specifier + ' was loaded');
        return next(specifier, context);
      },
    });`;
  const hook = `data:text/javascript,${encodeURIComponent(loader)}`;
  return spawnSync(process.execPath, ['--import', hook, SOURCE, ...args], { encoding: 'utf8' });
}

const SDKS = 'ethers|@safe-global|@solana|@coral-xyz|@radixdlt';

/** A bridge at addresses without contracts. */
const DEPLOYMENT: Deployment = {
  formatVersion: 1,
  network: 'ethereum',
  kind: 'evm',
  domain: 1,
  chainId: '1',
  oracle: { address: `0x${'11'.repeat(20)}`, members: [`0x${'22'.repeat(20)}`], threshold: 1 },
  contracts: {
    multiSendCallOnly: '0xEc7345dbd592e126505ECC86253492eDECd09501',
    safeSingleton: '0x5CaE9b960D60Ed269287B085375273878a7d27bE',
    fallbackHandler: '0xA60E58268c2268cb94efB40941f00E9848aC7672',
  },
  bridges: {
    main: {
      address: `0x${'33'.repeat(20)}`,
      address32: `0x${'00'.repeat(12)}${'33'.repeat(20)}`,
      deployedAtBlock: 1,
      canonicalAsset: { symbol: 'ETH', name: 'Ether', decimals: 18, address: null },
      wireDecimals: 9,
      limits: { minAmount: '1', maxAmount: '2', capacity: '3', refillPerSecond: '1' },
      remotes: {},
    },
  },
};

const VALID = `
database: data.db
chains:
  ethereum: { rpc: ['http://127.0.0.1:8545'], finality: { finalizedTag: true } }
relayer:
  payers: { evm: { keystore: payer.json, password: { env: PAYER } } }
  identity: { file: identity.json }
  signers: [{ url: 'http://127.0.0.1:9201', identity: '${IDENTITY}' }]
`;

describe('the causeway command', function () {
  this.timeout(120_000);

  it('lists the commands of the workspaces with their descriptions', async () => {
    for (const { commands, load } of COMMAND_GROUPS) {
      const program = new Command();
      (await load()).registerCommands(program);
      const registered = program.commands.map((command) => [command.name(), command.description()]);
      assert.deepEqual(Object.fromEntries(registered), commands);
    }
  });

  it('shows every command in its help', () => {
    const { stdout, status } = causeway('--help');
    assert.equal(status, 0);
    for (const { commands } of COMMAND_GROUPS)
      for (const name of Object.keys(commands)) assert.match(stdout, new RegExp(`^  ${name}`, 'm'));
  });

  it('shows the help of one command with its options', () => {
    assert.match(causeway('deploy', '--help').stdout, /--network <name>/);
    assert.match(causeway('help', 'deploy').stdout, /--network <name>/);
  });

  it('refuses an unknown command', () => {
    const { stderr, status } = causeway('bridge');
    assert.match(stderr, /unknown command 'bridge'/);
    assert.equal(status, 2);
  });

  it('ends quietly when its reader has enough', () => {
    const words = [process.execPath, ...CAUSEWAY].map((word) => `"${word}"`);
    const line = `${words.join(' ')} openapi | head -c 1`;
    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
    assert.equal(stdout, '{');
    assert.equal(stderr, '');
  });

  it('names the change to make in one line, without a stack', () => {
    const { stderr, status } = causeway('deploy', '--network', 'x', '--config', 'missing.yaml');
    assert.equal(stderr, 'causeway: missing.yaml: cannot be read; give the file with --config\n');
    assert.equal(status, 2);
  });

  describe('with a configuration file', () => {
    let folder: string;
    let config: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'causeway-commands-'));
      config = join(folder, 'causeway.yaml');
      writeFileSync(config, VALID);
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    for (const limit of ['abc', '-1', '0', '1.5', '']) {
      it(`refuses to list "${limit}" orders, and names the accepted numbers`, () => {
        const { stdout, stderr, status } = causeway('orders', '--config', config, `--limit=${limit}`);
        assert.match(stderr, /--limit <n>.*whole number from 1 to 100000/);
        assert.deepEqual([stdout, status], ['', 2]);
      });
    }

    it('refuses a block time that is too short for a local chain', () => {
      for (const seconds of ['0', '61', 'x']) {
        const { stderr, status } = causeway('devnet', '--block-time', seconds);
        assert.match(stderr, /--block-time <seconds>.*a number from 0.05 to 60/);
        assert.equal(status, 2);
      }
    });

    for (const [command, ...args] of [['orders'], ['status'], ['retry', 'some-id'], ['cancel', 'some-id']] as const) {
      it(`does not create a database for "${command}", and prints the path`, () => {
        const { stdout, stderr, status } = causeway(command, ...args, '--config', config);
        assert.match(stderr, new RegExp(`^causeway: database: there is no database ${join(folder, 'data.db')};`));
        assert.deepEqual([stdout, status], ['', 2]);
        assert.deepEqual(readdirSync(folder), ['causeway.yaml']);
      });
    }

    it('does not create a database for "signatures", and prints the path', () => {
      const signer = `{ keys: { evm: { keystore: k.json, password: { env: P } } }, identity: { file: i.json }, relayers: ['${IDENTITY}'] }`;
      writeFileSync(config, `database: data.db\nchains: {}\nsigner: ${signer}\n`);
      const { stderr, status } = causeway('signatures', '--config', config);
      assert.match(stderr, new RegExp(`^causeway: database: there is no database ${join(folder, 'data.db')};`));
      assert.equal(status, 2);
      assert.deepEqual(readdirSync(folder), ['causeway.yaml']);
    });

    for (const [command, broken] of [
      ['relayer', 'database: ['],
      ['relayer', VALID.replace('signers:', 'signer:')],
      ['signer', VALID],
      ['api', 'database: 5'],
      ['orders', 'chains: }'],
    ] as const) {
      it(`checks "${broken.replaceAll('\n', ' ').slice(0, 30)}…" for "${command}" before any SDK is loaded`, () => {
        writeFileSync(config, broken);
        const { stderr, status } = causewayWithout(SDKS, command, '--config', config);
        assert.match(stderr, new RegExp(`^causeway: ${config}(?::\\d+)?: `));
        assert.equal(status, 2, stderr);
      });
    }

    it('opens EVM chains without the SDKs of other kinds, and without protocol-kit', () => {
      mkdirSync(join(folder, 'deployments'));
      writeFileSync(join(folder, 'deployments', 'ethereum.json'), JSON.stringify(DEPLOYMENT));
      const { stderr, status } = causewayWithout(
        '@safe-global|@solana|@coral-xyz|@radixdlt',
        'relayer',
        '--config',
        config,
      );
      // Its log comes before: this chain has no cap of fees.
      assert.match(stderr, /^causeway: \S+\.yaml:\d+: relayer\.payers\.evm: keystore .* cannot be read/m);
      assert.equal(status, 2, stderr);
    });
  });
});

import { strict as assert } from 'node:assert';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Deployment, deploymentPath, readDeployment, writeDeployment } from '@causeway/chains';
import { padLeft } from '@causeway/protocol';
import { codeOf, must } from './support/bridges.ts';

const asset = { symbol: 'ETH', name: 'Ether', decimals: 18, address: null };
const deployment: Deployment = {
  formatVersion: 1,
  network: 'ethereum',
  kind: 'evm',
  domain: 901_001,
  chainId: '901001',
  oracle: { address: '0x11', members: ['0x22'], threshold: 1 },
  contracts: {},
  bridges: {
    main: {
      address: '0x33',
      address32: padLeft('0x33'),
      deployedAtBlock: 7,
      canonicalAsset: asset,
      wireDecimals: 9,
      limits: { minAmount: '1', maxAmount: '10', capacity: '20', refillPerSecond: '1' },
      remotes: {},
    },
  },
};

describe('deployment files', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'causeway-deployment-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));
  const broken = (change: object) => {
    writeFileSync(deploymentPath(directory, 'ethereum'), JSON.stringify({ ...deployment, ...change }));
    return readDeployment(directory, 'ethereum');
  };

  it('are read as they were written, and leave nothing else behind', () => {
    writeDeployment(directory, deployment);
    assert.deepEqual(must(readDeployment(directory, 'ethereum')), deployment);
    assert.deepEqual(readdirSync(directory), ['ethereum.json']);
  });

  it('are refused when missing, no JSON, or of another network', () => {
    assert.equal(codeOf(readDeployment(directory, 'ethereum')), 'DEPLOYMENT_MISSING');
    writeFileSync(deploymentPath(directory, 'ethereum'), '{');
    assert.equal(codeOf(readDeployment(directory, 'ethereum')), 'DEPLOYMENT_INVALID');
    assert.equal(codeOf(broken({ network: 'polygon' })), 'DEPLOYMENT_INVALID');
  });

  it('are refused with the path of every wrong field', () => {
    const main = { ...deployment.bridges.main, address32: '0x33', wireDecimals: 10 };
    const result = broken({ domain: 0, bridges: { main } });
    assert(!result.ok);
    for (const path of ['domain', 'bridges.main.address32', 'bridges.main.wireDecimals']) {
      assert(result.error.message.includes(`${path}: `), `${path} in ${result.error.message}`);
    }
  });

  it('are refused with an unknown field', () => {
    assert.equal(codeOf(broken({ oracel: {} })), 'DEPLOYMENT_INVALID');
  });
});

import assert from 'node:assert/strict';
import { uintToHex } from '@causeway/protocol';
import { rolesOf } from '../../src/radix/deploy/roles.ts';
import { radixKeyFromSeed } from '../../src/radix/key.ts';
import { networkOfId, type RadixNetwork } from '../../src/radix/network.ts';
import { codeOf, must } from '../support/bridges.ts';

describe('the roles of a bridge on Radix', () => {
  const STOKENET = networkOfId(2);
  const MAINNET = networkOfId(1);
  const iconUrl = 'https://bridge.example/icon.svg';

  /** Options of a deployment whose accounts are on `network`. */
  const options = (network: RadixNetwork, dapp?: { readonly definition?: string; readonly iconUrl?: string }) => {
    const accountOf = (seed: number) => radixKeyFromSeed(uintToHex(seed, 32), network.id);
    const key = accountOf(1);
    const members = [3, 4, 5].map((seed) => accountOf(seed).address);
    const common = { network: 'there', rpc: [], deployments: '.', guardian: accountOf(2).address };
    const asset = { type: 'native', symbol: 'XRD', name: 'Radix' } as const;
    return { ...common, key, asset, oracle: { members, threshold: 2 }, ...(dapp && { dapp }) };
  };

  it('show the deployer as dApp definition, unless another account is given', () => {
    const [own, other] = [options(STOKENET), options(STOKENET, { definition: options(STOKENET).guardian })];
    assert.equal(must(rolesOf(own, STOKENET)).dappDefinition, own.key.address);
    assert.equal(must(rolesOf(other, STOKENET)).dappDefinition, other.guardian);
    const foreign = options(STOKENET, { definition: options(MAINNET).guardian });
    assert.equal(codeOf(rolesOf(foreign, STOKENET)), 'INVALID_ADDRESS');
  });

  it('need an icon on the main network, where it stays for good', () => {
    assert.equal(codeOf(rolesOf(options(MAINNET), MAINNET)), 'ICON_MISSING');
    assert.equal(must(rolesOf(options(MAINNET, { iconUrl }), MAINNET)).iconUrl, iconUrl);
    must(rolesOf(options(STOKENET), STOKENET));
  });
});

import { strict as assert } from 'node:assert';
import { DEVNET_NETWORKS, parseChains, USUAL_NETWORKS } from '@causeway/devnet';
import { findProfile } from '@causeway/networks';

describe('the chains of a devnet', () => {
  it('are as many as asked for, the usual five first, or the named ones, in their own order', () => {
    assert.deepEqual(parseChains('5'), USUAL_NETWORKS);
    assert.deepEqual(USUAL_NETWORKS, ['ethereum', 'polygon', 'arbitrum', 'solana', 'radix']);
    assert.equal(parseChains('10').length, 10);
    assert.deepEqual(parseChains('solana, Base,ethereum,base'), ['ethereum', 'solana', 'base']);
  });

  for (const [text, message] of [
    ['0', /--chains 0: 1 to 10 chains exist/],
    ['11', /--chains 11: 1 to 10 chains exist/],
    ['base,fantom', /there is no chain "fantom"; ethereum, polygon,/],
    ['', /there is no chain ""/],
    ['-1', /there is no chain "-1"/],
  ] as const)
    it(`are not "${text}"`, () => assert.throws(() => parseChains(text), message));

  it('have the names, coins and assets of public ones, an asset each, and no chain id of theirs', () => {
    const assets = DEVNET_NETWORKS.map(({ assets: { main } }) => main.symbol);
    assert.equal(new Set(assets).size, DEVNET_NETWORKS.length);
    for (const { name, kind, domain, assets } of DEVNET_NETWORKS) {
      const profile = findProfile(name);
      assert.equal(profile?.kind, kind, name);
      assert.deepEqual([assets.main.symbol, assets.main.native], [profile?.asset.symbol, profile?.asset.native], name);
      assert.notEqual(String(domain), profile?.chainId.value, name);
    }
  });
});

import { strict as assert } from 'node:assert';
import { PublicKey } from '@solana/web3.js';
import { Contract, JsonRpcProvider } from 'ethers';
import { whilePaused } from '../support/chain-control.ts';
import type { NetworkName, Way } from '../support/control.ts';
import { assertConserved } from '../support/invariants.ts';
import { SOON } from '../support/limits.ts';
import { comesTooLate } from '../support/refunds.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { carries, held, unitsOf } from '../support/ways.ts';

const EVM_CHAINS = ['ethereum', 'polygon', 'arbitrum'] as const;

/** The way of `amount` of `token` from its home to each of `chains`. */
const out = (token: string, amount: string, ...chains: readonly NetworkName[]): readonly Way[] =>
  chains.map((to) => ({ from: token, to, amount }));

describe('a fungible token between Solana, Radix and every EVM chain', function () {
  this.timeout(400_000);
  let stack: Stack;

  before(async () => {
    const lanes = { 'solana:arbitrum': SOON };
    stack = await startStack({ families: ['token'], cancelAfterSeconds: { default: 300, lanes } });
  });
  after(() => stack?.stop());

  const wallets = (name: NetworkName) => stack.address('bob', name);
  /** Orders of bob to bob's own wallets, all at once. */
  const carry = (...ways: readonly Way[]) => carries(stack, 'bob', ways, wallets);
  const back = (from: string, to: NetworkName, amount: string): Way => ({ from, to, amount });

  it('is locked on Solana and minted on each EVM chain, then burned there and released', async () => {
    const before = await held(stack, 'solana', wallets('solana'), 'JUP');
    const spent = async () => before - (await held(stack, 'solana', wallets('solana'), 'JUP'));
    await carry(...out('JUP', '2.5', ...EVM_CHAINS));
    assert.equal(await spent(), await unitsOf(stack, 'solana', 'JUP', '7.5'));
    await carry(...EVM_CHAINS.map((chain) => back(`JUP@${chain}`, 'solana', '1')));
    assert.equal(await spent(), await unitsOf(stack, 'solana', 'JUP', '4.5'));
  });

  it('is named as the origin of the token that represents it', async () => {
    const { bridges } = stack.devnet.deployment('ethereum');
    const token = bridges.token?.remotes.solana?.token.address ?? '';
    const rpc = new JsonRpcProvider(stack.devnet.chain('ethereum').node.url, undefined, { staticNetwork: true });
    try {
      const origin = await new Contract(token, ['function originAsset() view returns (bytes32)'], rpc)
        .getFunction('originAsset')
        .call(null);
      const mint = stack.devnet.deployment('solana').bridges.token?.canonicalAsset.address ?? '';
      assert.equal(origin, `0x${Buffer.from(new PublicKey(mint).toBytes()).toString('hex')}`);
    } finally {
      rpc.destroy();
    }
  });

  it('goes the other way: an ERC-20 is minted on Solana, burned there and released at home', async () => {
    await carry(...out('UNI', '3', 'solana'));
    await carry(back('UNI@solana', 'ethereum', '1.25'));
  });

  it('is paid back on Solana when it cannot be delivered', async () => {
    const bobs = stack.as('bob');
    const before = await held(stack, 'solana', wallets('solana'), 'JUP');
    const refunds = async () => {
      const id = await bobs.order({
        from: 'JUP',
        to: 'arbitrum',
        amount: '4',
        destinationAddress: wallets('arbitrum'),
      });
      await comesTooLate(stack, 'bob', [id], 'arbitrum');
      await bobs.reaches(id, 'refunded');
    };
    await whilePaused(stack, 'arbitrum', refunds, 'token');
    assert.equal(await held(stack, 'solana', wallets('solana'), 'JUP'), before);
  });

  it('is minted on Radix, burned there and released at home, as an ERC-20 is', async () => {
    await carry(...out('JUP', '3', 'radix'), ...out('UNI', '2', 'radix'));
    await carry(back('JUP@radix', 'solana', '3'), back('UNI@radix', 'ethereum', '2'));
    assert.equal(await held(stack, 'radix', wallets('radix'), 'JUP'), 0n);
    assert.equal(await held(stack, 'radix', wallets('radix'), 'UNI'), 0n);
  });

  it('goes the same ways from Radix: a fungible resource is locked there and minted on Solana and an EVM chain', async () => {
    const before = await held(stack, 'radix', wallets('radix'), 'OCI');
    await carry(...out('OCI', '5', 'ethereum'), ...out('OCI', '6', 'solana'));
    await carry(back('OCI@ethereum', 'radix', '5'), back('OCI@solana', 'radix', '4'));
    assert.equal(await held(stack, 'ethereum', wallets('ethereum'), 'OCI'), 0n);
    assert.equal(await held(stack, 'solana', wallets('solana'), 'OCI'), await unitsOf(stack, 'solana', 'OCI', '2'));
    const spent = before - (await held(stack, 'radix', wallets('radix'), 'OCI'));
    assert.equal(spent, await unitsOf(stack, 'radix', 'OCI', '2'));
  });

  it('is conserved', () => assertConserved(stack.registry.providers));
});

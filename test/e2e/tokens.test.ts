import { strict as assert } from 'node:assert';
import { PublicKey } from '@solana/web3.js';
import { Contract, JsonRpcProvider } from 'ethers';
import { whilePaused } from '../support/chain-control.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { comesTooLate, SOON } from '../support/refunds.ts';
import { type NetworkName, type Stack, startStack } from '../support/stack.ts';

/** Local units of one JUP, on its home and on every remote with wire decimals. */
const JUP = 10n ** 6n;
/** Local units of a token with 18 decimals: an ERC-20 at home, OCI, and every token on Radix. */
const ETHER = 10n ** 18n;
/** Bridged tokens have 9 decimals on Solana. */
const BRIDGED = 10n ** 9n;

const EVM_CHAINS = ['ethereum', 'polygon', 'arbitrum'] as const;

describe('a fungible token between Solana, Radix and every EVM chain', function () {
  this.timeout(400_000);
  let stack: Stack;
  let bob: string;
  let bobOnSolana: string;
  let bobOnRadix: string;

  before(async () => {
    const lanes = { 'solana:arbitrum': SOON };
    stack = await startStack({ families: ['token'], cancelAfterSeconds: { default: 300, lanes } });
    bob = stack.address('bob', 'ethereum');
    bobOnSolana = stack.address('bob', 'solana');
    bobOnRadix = stack.address('bob', 'radix');
  });
  after(() => stack?.stop());

  const balance = (at: NetworkName, owner: string, home: NetworkName) =>
    read(stack.provider(at, 'token').balance(owner, stack.provider(home, 'token').domain));

  it('is locked on Solana and minted on each EVM chain, then burned there and released', async () => {
    const bobs = stack.as('bob');
    const before = await balance('solana', bobOnSolana, 'solana');
    const out = EVM_CHAINS.map((to) => bobs.order({ from: 'JUP', to, amount: '2.5', destinationAddress: bob }));
    await bobs.completesAll(await Promise.all(out));
    const held = await Promise.all(EVM_CHAINS.map((chain) => balance(chain, bob, 'solana')));
    assert.deepEqual(
      held,
      EVM_CHAINS.map(() => (5n * JUP) / 2n),
    );
    assert.equal(before - (await balance('solana', bobOnSolana, 'solana')), (15n * JUP) / 2n);

    const back = EVM_CHAINS.map((chain) =>
      bobs.order({ from: `JUP@${chain}`, to: 'solana', amount: '1', destinationAddress: bobOnSolana }),
    );
    await bobs.completesAll(await Promise.all(back));
    assert.equal(before - (await balance('solana', bobOnSolana, 'solana')), (9n * JUP) / 2n);
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
    const alice = stack.as('alice');
    const aliceOnSolana = stack.address('alice', 'solana');
    const there = await alice.order({ from: 'UNI', to: 'solana', amount: '3', destinationAddress: aliceOnSolana });
    await alice.reaches(there, 'completed');
    assert.equal(await balance('solana', aliceOnSolana, 'ethereum'), 3n * BRIDGED);
    const before = await balance('ethereum', bob, 'ethereum');
    const back = await alice.order({ from: 'UNI@solana', to: 'ethereum', amount: '1.25', destinationAddress: bob });
    await alice.reaches(back, 'completed');
    assert.equal((await balance('ethereum', bob, 'ethereum')) - before, (5n * ETHER) / 4n);
  });

  it('is paid back on Solana when it cannot be delivered', async () => {
    const bobs = stack.as('bob');
    const before = await balance('solana', bobOnSolana, 'solana');
    const refunds = async () => {
      const id = await bobs.order({ from: 'JUP', to: 'arbitrum', amount: '4', destinationAddress: bob });
      await comesTooLate(stack, 'bob', [id], 'arbitrum');
      await bobs.reaches(id, 'refunded');
    };
    await whilePaused(stack, 'arbitrum', refunds, 'token');
    assert.equal(await balance('solana', bobOnSolana, 'solana'), before);
  });

  it('is minted on Radix, burned there and released at home, as an ERC-20 is', async () => {
    const bobs = stack.as('bob');
    const there = await Promise.all([
      bobs.order({ from: 'JUP', to: 'radix', amount: '3', destinationAddress: bobOnRadix }),
      bobs.order({ from: 'UNI', to: 'radix', amount: '2', destinationAddress: bobOnRadix }),
    ]);
    await bobs.completesAll(there);
    const held = () => Promise.all([balance('radix', bobOnRadix, 'solana'), balance('radix', bobOnRadix, 'ethereum')]);
    assert.deepEqual(await held(), [3n * ETHER, 2n * ETHER]);
    const back = await Promise.all([
      bobs.order({ from: 'JUP@radix', to: 'solana', amount: '3', destinationAddress: bobOnSolana }),
      bobs.order({ from: 'UNI@radix', to: 'ethereum', amount: '2', destinationAddress: bob }),
    ]);
    await bobs.completesAll(back);
    assert.deepEqual(await held(), [0n, 0n]);
  });

  it('goes the same ways from Radix: a fungible resource is locked there and minted on Solana and an EVM chain', async () => {
    const bobs = stack.as('bob');
    const before = await balance('radix', bobOnRadix, 'radix');
    const out = await Promise.all([
      bobs.order({ from: 'OCI', to: 'ethereum', amount: '5', destinationAddress: bob }),
      bobs.order({ from: 'OCI', to: 'solana', amount: '6', destinationAddress: bobOnSolana }),
    ]);
    await bobs.completesAll(out);
    const held = () => Promise.all([balance('ethereum', bob, 'radix'), balance('solana', bobOnSolana, 'radix')]);
    assert.deepEqual(await held(), [5n * ETHER, 6n * BRIDGED]);
    const back = await Promise.all([
      bobs.order({ from: 'OCI@ethereum', to: 'radix', amount: '5', destinationAddress: bobOnRadix }),
      bobs.order({ from: 'OCI@solana', to: 'radix', amount: '4', destinationAddress: bobOnRadix }),
    ]);
    await bobs.completesAll(back);
    assert.deepEqual(await held(), [0n, 2n * BRIDGED]);
    assert.equal(before - (await balance('radix', bobOnRadix, 'radix')), 2n * ETHER);
  });

  it('is conserved', () => assertConserved(stack.registry.providers));
});

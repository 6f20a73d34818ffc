import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import { messageIdOf } from '@causeway/protocol';
import { alice, ETHER, must } from '../support/bridges.ts';
import { SOL, type SolanaWorld, solAlice, startSolanaWorld } from '../support/solana.ts';
import { burn, deliver, lock } from '../support/traffic.ts';

describe('between Solana and an EVM chain', function () {
  this.timeout(120_000);
  let world: SolanaWorld;
  let solana: ChainProvider;
  let ethereum: ChainProvider;

  before(async () => {
    world = await startSolanaWorld();
    solana = world.provider('solana');
    ethereum = world.provider('ethereum');
  });
  after(() => world?.stop());

  it('the deployment equals its file', async () => {
    must(await solana.verify());
  });

  it('SOL goes there and comes back', async () => {
    const message = await lock(solana, ethereum, SOL);
    assert.equal(must(await solana.lane(ethereum.domain)).outstanding, SOL);
    assert.equal(must(await solana.holdings()), SOL, 'without the rent of the escrow');
    const minted = await deliver(ethereum, message, 'mintTokens');
    assert(minted.state === 'included' && minted.success);
    assert.equal(must(await ethereum.balance(alice.address, solana.domain)), SOL);
    const back = await burn(ethereum, solana, SOL / 4n);
    const before = must(await solana.balance(solAlice.address, solana.domain));
    const released = await deliver(solana, back, 'releaseTokens');
    assert(
      released.state === 'included' && released.success,
      JSON.stringify(released, (_k, v) => String(v)),
    );
    assert.equal(must(await solana.balance(solAlice.address, solana.domain)), before + SOL / 4n);
    assert.equal(must(await solana.lane(ethereum.domain)).outstanding, (SOL / 4n) * 3n);
    assert.deepEqual(
      released.events.map((event) => event.type === 'executed' && [event.operation, event.messageId, event.credited]),
      [['releaseTokens', messageIdOf(back), false]],
    );
  });

  it('ETH goes there and comes back', async () => {
    const message = await lock(ethereum, solana, ETHER);
    const minted = await deliver(solana, message, 'mintTokens');
    assert(
      minted.state === 'included' && minted.success,
      JSON.stringify(minted, (_k, v) => String(v)),
    );
    assert.equal(must(await solana.balance(solAlice.address, ethereum.domain)), SOL);
    assert.equal(must(await solana.bridgedSupply(ethereum.domain)), SOL);
    assert.equal(must(await solana.status(ethereum.domain, message.nonce)), 'executed');
    const back = await burn(solana, ethereum, SOL);
    const released = await deliver(ethereum, back, 'releaseTokens');
    assert(released.state === 'included' && released.success);
    assert.equal(must(await solana.bridgedSupply(ethereum.domain)), 0n);
  });
});

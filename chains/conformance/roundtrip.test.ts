import { strict as assert } from 'node:assert';
import { cancelOf, KIND, messageIdOf } from '@causeway/protocol';
import { actorsOf } from '../test/support/actors.ts';
import { must } from '../test/support/bridges.ts';
import { batchOf, burn, commitAll, deliver, lock, statusOf } from '../test/support/traffic.ts';
import { onEveryKind } from './on-every-kind.ts';

onEveryKind('an asset', (chain) => {
  beforeEach(async () => {
    await commitAll(chain.there, chain.here);
    await commitAll(chain.here, chain.there);
  });

  for (const homeward of [false, true]) {
    it(`of ${homeward ? 'the other chain comes here and goes' : 'this chain goes there and comes'} back`, async () => {
      const [home, away] = homeward ? [chain.there, chain.here] : [chain.here, chain.there];
      const [owner, holder] = [actorsOf(home).alice.address, actorsOf(away).alice.address];
      const unit = 10n ** BigInt(must(await away.decimals(home.domain)));
      const before = {
        outstanding: must(await home.lane(away.domain)).outstanding,
        supply: must(await away.bridgedSupply(home.domain)),
        held: must(await away.balance(holder, home.domain)),
      };
      const message = await lock(home, away);
      await deliver(away, message, 'mintTokens');
      assert.equal(await statusOf(away, message), 'executed');
      assert.equal(must(await away.root(home.domain, message.nonce, 1)), batchOf(message).root);
      assert.equal(must(await away.balance(holder, home.domain)), before.held + unit);
      assert.equal(must(await away.bridgedSupply(home.domain)), before.supply + unit);
      const back = await burn(away, home, unit / 4n);
      assert.deepEqual([back.kind, back.assetHome, back.wireAmount], [KIND.burn, home.domain, message.wireAmount / 4n]);
      const owned = must(await home.balance(owner, home.domain));
      const released = await deliver(home, back, 'releaseTokens');
      assert(released.executionUnits > 0n);
      assert.deepEqual(
        released.events.flatMap((event) =>
          event.type === 'executed' ? [[event.operation, event.messageId, event.credited]] : [],
        ),
        [['releaseTokens', messageIdOf(back), false]],
      );
      assert.equal(must(await home.balance(owner, home.domain)), owned + actorsOf(home).unit / 4n);
      assert.equal(must(await home.lane(away.domain)).outstanding, before.outstanding + (message.wireAmount / 4n) * 3n);
      assert.equal(must(await away.bridgedSupply(home.domain)), before.supply + (unit / 4n) * 3n);
    });

    it(`whose order is cancelled ${homeward ? 'here' : 'there'} is refunded at home`, async () => {
      const [home, away] = homeward ? [chain.there, chain.here] : [chain.here, chain.there];
      const message = await lock(home, away);
      const cancelled = await deliver(away, message, 'cancelOrder');
      const event = cancelled.events.find(({ type }) => type === 'message');
      assert(event?.type === 'message');
      assert.deepEqual(event.message, cancelOf(message, event.message.nonce));
      assert.equal(await statusOf(away, message), 'cancelled');
      const owner = actorsOf(home).alice.address;
      const [owned, outstanding] = [
        must(await home.balance(owner, home.domain)),
        must(await home.lane(away.domain)).outstanding,
      ];
      const refunded = await deliver(home, event.message, 'releaseTokens');
      const released = refunded.events.find(({ type }) => type === 'executed');
      assert(released?.type === 'executed' && released.reference === messageIdOf(message));
      assert.equal(must(await home.balance(owner, home.domain)), owned + actorsOf(home).unit);
      assert.equal(must(await home.lane(away.domain)).outstanding, outstanding - message.wireAmount);
    });
  }
});

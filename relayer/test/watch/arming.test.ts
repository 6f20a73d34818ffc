import assert from 'node:assert/strict';
import { type MemoryChain, memoryKey } from '@causeway/chains/test-support';
import { fail } from '@causeway/protocol';
import { Metrics } from '../../src/metrics.ts';
import { Arming, showArmed } from '../../src/watch/arming.ts';
import { FakeClock } from '../support/fake-clock.ts';
import type { MemoryAdministration } from '../support/memory-administration.ts';
import { administered, GUARDIAN } from '../support/watch-scene.ts';
import { bridgeOf, SILENT, World } from '../support/world.ts';

const DOWN = { code: 'NO_QUORUM', message: 'down', retryable: true } as const;

describe('a key that pauses', () => {
  let world: World;
  let alpha: MemoryChain;
  let administration: MemoryAdministration;
  beforeEach(async () => {
    world = await World.create();
    [alpha] = world.chains;
    alpha.endowment = 1n;
    administration = administered(world).get(alpha) as MemoryAdministration;
  });
  afterEach(() => world.close());
  const shown = async (key = GUARDIAN) => {
    const state = await showArmed(bridgeOf(alpha), key);
    return state.ok ? 'armed' : `${state.error.code}: ${state.error.message}`;
  };

  it('is the guardian, and nothing else', async () => {
    assert.equal(await shown(), 'armed');
  });

  const unfit: Readonly<Record<string, readonly [() => void, RegExp]>> = {
    'is not the guardian': [
      () => Object.assign(administration.held, { guardian: 'somebody' }),
      /^GUARDIAN_UNFIT: the guardian of alpha is somebody, not 0x.*: give the guardian's key/,
    ],
    'is also the admin': [
      () => Object.assign(administration.held, { admin: GUARDIAN.address }),
      /^GUARDIAN_UNFIT: .* is also the admin of alpha/,
    ],
    'is proposed as admin': [
      () => Object.assign(administration.held, { proposedAdmin: GUARDIAN.address }),
      /^GUARDIAN_UNFIT: .* is also proposed as admin of alpha/,
    ],
    'is not allowed to pause, whatever the bridge says of it': [
      () => {
        const check = administration.check.bind(administration);
        administration.check = (action, from) => check(action, action.name === 'pause' ? 'stranger' : from);
      },
      /^GUARDIAN_UNFIT: alpha does not let .* pause: NotGuardian/,
    ],
    'has no coins': [() => Object.assign(alpha, { endowment: 0n }), /^GUARDIAN_EMPTY: .* has no coins on alpha/],
    'is at a bridge that cannot be read': [
      () => Object.assign(administration, { unread: DOWN }),
      /^GUARDIAN_UNKNOWN: the roles of alpha cannot be read: NO_QUORUM: down$/,
    ],
  };
  for (const [what, [change, message]] of Object.entries(unfit)) {
    it(`is refused when it ${what}`, async () => {
      change();
      assert.match(await shown(), message);
    });
  }

  it('is refused when it is a member of the oracle in the deployment file, however that is written', async () => {
    const bridge = bridgeOf(alpha);
    for (const member of [GUARDIAN.address, GUARDIAN.address.toUpperCase()]) {
      const state = await showArmed({ ...bridge, oracle: { ...bridge.oracle, members: [member] } }, GUARDIAN);
      assert.match(state.ok ? 'armed' : state.error.message, /is a member of the oracle of alpha/);
    }
  });

  it('stays armed whatever a thief who holds the oracle’s keys makes of the oracle', async () => {
    Object.assign(alpha, { members: [GUARDIAN.address] });
    assert.equal(await shown(), 'armed');
    alpha.oracle = async () => fail('EXECUTION_REVERTED', 'the Safe does not answer');
    assert.equal(await shown(), 'armed');
  });

  for (const name of ['unpause', 'setGuardian', 'proposeAdmin', 'acceptAdmin'] as const) {
    it(`is refused when the bridge lets it ${name}`, async () => {
      administration.open = name;
      assert.match(await shown(), new RegExp(`^GUARDIAN_UNFIT: alpha lets 0x\\w+ ${name}`));
    });
  }

  it('stops the start when it can do more, and only waits when a chain cannot be read', async () => {
    const clock = new FakeClock();
    const metrics = new Metrics();
    const bridge = bridgeOf(alpha);
    const common = { clock, random: () => 0.5, metrics, log: SILENT, keys: { evm: GUARDIAN } };
    const arming = new Arming({ ...common, bridges: [bridge] });
    administration.unread = DOWN;
    await arming.start();
    assert.deepEqual(
      arming.health().map(({ armed, failure }) => [armed, failure]),
      [[false, 'GUARDIAN_UNKNOWN']],
    );
    administration.unread = undefined;
    await clock.advance(30_000);
    assert.ok(arming.isArmed(bridge));
    administration.unread = DOWN;
    await clock.advance(600_000);
    assert.ok(arming.isArmed(bridge), 'a check that fails shows nothing');
    assert.deepEqual(
      arming.health().map(({ armed, failure }) => [armed, failure]),
      [[false, 'GUARDIAN_UNKNOWN']],
    );
    administration.unread = undefined;
    await clock.advance(30_000);
    administration.open = 'unpause';
    await clock.advance(600_000);
    assert.equal(arming.isArmed(bridge), false, 'what it can do is looked at again and again');
    assert.equal((await metrics.armed.get()).values[0]?.value, 0);
    await arming.stop();
    const next = new Arming({ ...common, bridges: [bridge] });
    await assert.rejects(next.start(), /^ConfigError: watch\.keys\.evm: alpha lets 0x\w+ unpause/);
    await next.stop();
    const none = new Arming({ ...common, bridges: [bridge], keys: { solana: memoryKey(1) } });
    await none.start();
    assert.deepEqual(none.health(), []);
    await none.stop();
  });
});

import { strict as assert } from 'node:assert';
import { hold } from '../../support/api.ts';
import { finalise } from '../../support/chains.ts';
import { onEngines } from '../../support/engines.ts';
import { BASE, walletsWorld } from './support.ts';

const TO = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
/** After this time a transaction that waits is looked after, milliseconds. */
const ESCALATE_MS = 30_000;

onEngines('storing that fails while a custodial wallet sends', (database) => {
  /** The next calls of storage that fail. */
  let failing = { reserve: 0, openOf: 0 };
  const world = walletsWorld(database, ({ storage: { submissions } }) => {
    const failsFor = (call: keyof typeof failing) => {
      failing[call] -= 1;
      if (failing[call] >= 0) throw new Error('the disk is full');
    };
    const { reserve, openOf } = submissions;
    const failable: Pick<typeof submissions, 'reserve' | 'openOf'> = {
      reserve: async (...args) => {
        failsFor('reserve');
        return reserve(...args);
      },
      openOf: async (...args) => {
        failsFor('openOf');
        return openOf(...args);
      },
    };
    Object.assign(submissions, failable);
  });
  let wallet: { readonly id: string; readonly walletAddress: string };
  let begun: number;

  before(async () => {
    wallet = await world.create({ walletProviderType: 7 });
    hold(world.api.ethereum, wallet.walletAddress, 10n ** 20n);
  });
  beforeEach(() => {
    begun = sent().length;
  });

  const { post, ask } = world;
  const round = () => world.api.orders.locks.round();
  const sent = () => world.api.ethereum.broadcasts.filter(({ payer }) => payer === wallet.walletAddress);
  const sequences = () =>
    [
      ...new Set(
        sent()
          .slice(begun)
          .map(({ sequence }) => sequence),
      ),
    ].sort((a, b) => a - b);
  const send = async (): Promise<string> =>
    (await post(`/wallets/${wallet.id}/send`, { toAddress: TO, amount: '0.01' })).json().result.transferId;
  const status = async (id: string) => (await ask(`${BASE}/wallets/${wallet.id}/transfers/${id}`)).json().result.status;

  for (const times of [1, 5, 20])
    it(`${times} times leaves no gap of sequence numbers`, async () => {
      const ids = await Promise.all([send(), send(), send()]);
      const next = (sent().at(-1)?.sequence ?? -1) + 1;
      failing = { reserve: times, openOf: 0 };
      for (let turn = 0; turn <= times && sequences().length < 3; turn += 1) await round();
      finalise(world.api.ethereum);
      await round();
      assert.deepEqual(await Promise.all(ids.map(status)), ['completed', 'completed', 'completed']);
      assert.deepEqual(sequences(), [next, next + 1, next + 2]);
      assert.deepEqual(await world.api.storage.submissions.open(['transfer']), []);
    });

  it('without a word whether it succeeded leaves a gap, which is closed before any fee is raised', async () => {
    const next = (sent().at(-1)?.sequence ?? -1) + 1;
    failing = { reserve: 2, openOf: 2 };
    const ids = await Promise.all([send(), send(), send()]);
    await round();
    world.api.ethereum.mine();
    assert.deepEqual(sequences(), [next + 2], 'one was stored, and two may have been');
    world.api.ethereum.sequences?.release([0, 1].map((more) => ({ ...sent().at(-1), sequence: next + more }) as never));
    world.api.clock.pass(ESCALATE_MS);
    await round();
    assert.deepEqual(sequences(), [next + 2, next + 3, next + 4], 'the others are signed with later ones');
    const [first] = await world.api.storage.submissions.openOf(world.api.ethereum.domain, wallet.walletAddress);
    assert.equal(first?.versions.length, 1, 'no fee is raised');
    await world.finishTransfers(world.api.ethereum);
    assert.deepEqual(await Promise.all(ids.map(status)), ['completed', 'completed', 'completed']);
  });
});

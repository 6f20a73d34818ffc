import { strict as assert } from 'node:assert';
import { ALICE, ALICE_ID, apiForAll, as, hold, jsonOf } from '../../support/api.ts';
import { finalise, gate, interrupt } from '../../support/chains.ts';
import { type CustodyMember, custodyMember, NEVER_MS } from '../../support/custody.ts';
import { onEngines } from '../../support/engines.ts';

const TO = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

onEngines('a transfer whose process another one replaces', (database) => {
  const api = apiForAll({ database });
  let one: CustodyMember;
  let other: CustodyMember;
  let wallet: { readonly id: string; readonly walletAddress: string };

  before(async () => {
    // The process that accepts the transfers signs none of them.
    Object.assign(api.orders.locks, { enqueue: async () => {}, round: async () => {} });
    const payload = { name: 'w', description: 'd', walletProviderType: 7, generateKeyPair: true };
    wallet = (await post('create-wallet', payload)).json().result;
    hold(api.ethereum, wallet.walletAddress, 10n ** 19n);
  });

  beforeEach(async () => {
    one = custodyMember(api);
    other = custodyMember(api);
    await one.custody.start(NEVER_MS);
    while (!one.custody.active) await one.askForLease();
    await other.custody.start(NEVER_MS);
  });
  afterEach(() => Promise.all([one, other].map(({ custody }) => custody.stop())));

  const post = (path: string, payload: object) =>
    api.app.inject({ method: 'POST', url: `/api/Wallet/avatar/${ALICE_ID}/${path}`, headers: as(ALICE), payload });
  const send = async (): Promise<string> =>
    (await jsonOf(post(`wallets/${wallet.id}/send`, { toAddress: TO, amount: '0.5' }), 202)).result.transferId;
  const stateOf = async (id: string) => (await api.storage.wallets.transfers.get(id))?.state;
  /** Distinct signed transactions that the wallet has broadcast, without the first `count`. */
  const broadcastSince = (count: number) => new Set(api.ethereum.broadcasts.slice(count).map(({ raw }) => raw));

  /** Includes everything, and lets `member` see that it is final. */
  async function finish(member: CustodyMember, id: string): Promise<void> {
    finalise(api.ethereum);
    await member.custody.round();
    assert.equal(await stateOf(id), 'completed');
    assert.deepEqual(await api.storage.submissions.open(['transfer']), []);
  }

  async function takeOver(): Promise<void> {
    await one.custody.stop();
    while (!other.custody.active) await other.askForLease();
  }

  it('is followed to its end by the other one, and signed once', async () => {
    const before = api.ethereum.broadcasts.length;
    const id = await send();
    await one.custody.round();
    assert.equal(await stateOf(id), 'sent');
    await takeOver();
    await other.custody.round();
    assert.equal(await stateOf(id), 'sent');
    assert.equal(broadcastSince(before).size, 1);
    await finish(other, id);
    assert.equal(broadcastSince(before).size, 1);
  });

  it('is sent by the other one with the same bytes when it was reserved and nothing was broadcast', async () => {
    const before = api.ethereum.broadcasts.length;
    api.ethereum.failing('broadcast');
    const id = await send();
    await one.custody.round();
    const [reserved] = await api.storage.submissions.open(['transfer']);
    assert.equal(reserved?.details.transferId, id);
    assert.equal(broadcastSince(before).size, 0);
    api.ethereum.failures.clear();
    await takeOver();
    await other.custody.round();
    assert.deepEqual([...broadcastSince(before)], [reserved.versions.at(-1)?.raw]);
    await finish(other, id);
  });

  it('is signed once when a stopped process resumes after the other one took over', async () => {
    const before = api.ethereum.broadcasts.length;
    const { pass, reached, open } = gate();
    interrupt(api.ethereum, 'prepareTransfer', pass);
    const id = await send();
    const round = one.custody.round();
    await reached;
    api.clock.nowMs += 6_001;
    while (!other.custody.active) await other.askForLease();
    await other.custody.round();
    assert.equal(await stateOf(id), 'sent');
    open();
    await round;
    assert.equal(one.custody.active, false, 'it learned that the lease has passed on');
    // The two processes share a provider, which does not give the abandoned sequence to another transaction.
    api.ethereum.takeSequence(wallet.walletAddress);
    assert.equal(broadcastSince(before).size, 1);
    await finish(other, id);
  });
});

import { strict as assert } from 'node:assert';
import type { Causeway } from '@causeway/client';
import type { OrderTrigger } from '@causeway/protocol';
import { newPlatformDatabase } from '@causeway/storage/test-support/postgres-server';
import { newOrder, signed } from '@causeway/storage/test-support/rows';
import { oracleDetails } from '@causeway/storage/test-support/submission-details';
import { SCOPES } from '../../../src/http/callers/callers.ts';
import { ALICE_ADDRESS, apiForEach, keyOf, USUAL, units } from '../../support/api.ts';
import { all, clientOf } from '../../support/client.ts';
import { onEngines } from '../../support/engines.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ROOT = { name: 'root', isAdmin: true, scopes: SCOPES };

onEngines('what an operator looks at', (database) => {
  // Everything that is wrong is listed, so that each test needs a database of its own.
  let own: string | undefined;
  beforeEach(async () => {
    own = database() && (await newPlatformDatabase());
  });
  const api = apiForEach({ database: () => own, people: [...USUAL, ROOT] });
  let operator: Causeway['operator'];
  let made: number;
  beforeEach(async () => {
    made = 0;
    operator = clientOf(api, keyOf('root')).operator;
    await record();
  });

  /** Records a block of now on every chain, as a relayer does. */
  async function record(): Promise<void> {
    for (const chain of [api.ethereum, api.polygon, api.arbitrum]) {
      made += 1;
      const to = { number: made, hash: `0x${String(made).padStart(64, '0')}`, timeMs: api.clock.nowMs };
      const { family, domain } = chain;
      await api.storage.chainView.recordScan({ family, domain, to, messages: [], outcomes: [], roots: [] });
    }
  }

  const lane = () => ({ family: 'main', source: api.ethereum.domain, destination: api.polygon.domain });

  async function order(...triggers: readonly OrderTrigger[]): Promise<string> {
    made += 1;
    const reference = `0x${String(made).padStart(64, '0')}` as const;
    const { id } = await api.storage.orders.create(newOrder({ ...lane(), assetHome: lane().source, reference }));
    const messageId = `0x${String(made).padStart(64, 'a')}` as const;
    for (const trigger of triggers)
      assert.ok(await api.storage.orders.transition(id, trigger, trigger === 'lockSeen' ? { messageId } : {}));
    return id;
  }

  const SIGNING = ['lockSeen', 'confirmationsStarted', 'lockFinal', 'proposed'] as const;

  const reserve = () => {
    const submission = { purpose: 'oracle', domain: lane().destination, family: 'main', payer: '0x01' } as const;
    return api.storage.submissions.reserve({
      ...{ ...submission, sequence: 7, versions: [signed()], orderIds: [], details: oracleDetails() },
    });
  };

  /** Time passes, and relayers go on meanwhile. */
  async function pass(ms: number): Promise<void> {
    api.clock.nowMs += ms;
    await record();
  }

  const kinds = async () => (await operator.attention()).map(({ kind }) => kind);

  it('is nothing while all goes well', async () => {
    await order(...SIGNING);
    await reserve();
    assert.deepEqual(await operator.attention(), []);
    assert.deepEqual(await all(operator.orders()), []);
    assert.deepEqual(await operator.payers(), []);
    assert.deepEqual(await operator.signers(), []);
    assert.deepEqual(await all(operator.credits()), []);
  });

  it('begins with a stuck order, with its reason, since when, and commands to copy; a failed one comes later', async () => {
    const stuck = await order(...SIGNING);
    await pass(29 * MINUTE_MS);
    const failed = await order(...SIGNING, 'failed');
    assert.deepEqual(await kinds(), ['orderFailed']);
    const refusal = { code: 'NO_QUORUM', message: 'its endpoints do not agree' };
    await api.storage.oracleRecord.answered([
      { signer: 's', domain: api.polygon.domain, atMs: api.clock.nowMs, refusal },
    ]);
    await pass(2 * MINUTE_MS);
    const [first, second, ...others] = await operator.attention();
    assert.deepEqual(
      others.map(({ kind }) => kind),
      ['signerRefuses'],
    );
    assert.deepEqual(first, {
      ...{ kind: 'orderStuck', severity: 'critical', runbook: 'CausewayOrderStuck', more: 0 },
      reason: 'under way for 31 min, now signing: the oracle is signing; signers refused last with NO_QUORUM',
      ...{ since: new Date(api.clock.nowMs - 31 * MINUTE_MS).toISOString(), chain: 'polygon', orderId: stuck },
      commands: ['causeway status', `causeway cancel ${stuck}`],
    });
    assert.deepEqual([second?.kind, second?.orderId], ['orderFailed', failed]);
    assert.deepEqual(second?.commands, [`causeway retry ${failed}`, `causeway cancel ${failed}`]);
    const listed = await all(operator.orders());
    assert.deepEqual(
      listed.map(({ trouble, order: { orderId, avatarId } }) => [trouble, orderId, avatarId]),
      [
        ['stuck', stuck, 'avatar-1'],
        ['failed', failed, 'avatar-1'],
      ],
    );
  });

  it('says what holds a stuck order up: a broken view, a lane that differs, a chain that is down', async () => {
    await order(...SIGNING);
    await pass(HOUR_MS);
    const reason = async () => {
      api.clock.nowMs += 3_000;
      return (await operator.attention()).find(({ kind }) => kind === 'orderStuck')?.reason ?? '';
    };
    api.polygon.endpoints = ['dead', 'dead', 'dead'];
    assert.match(await reason(), /; no endpoint of polygon answers$/);
    const { family, source, destination } = lane();
    await api.storage.chainView.markBroken({
      family,
      domain: source,
      code: 'DEEP_REORG',
      reason: 'block 7 is another',
    });
    assert.match(await reason(), /; the record of ethereum contradicts the chain \(DEEP_REORG\)$/);
    await api.storage.comparisons.record({
      ...{ roots: [], executions: [] },
      differences: [
        {
          ...{ lane: { family, source: destination, destination: source }, kind: 'execution', subject: '0x01' },
          ...{ blockNumber: 1, transaction: 't', detail: 'what was executed was never sent', sinceMs: 5 },
        },
      ],
    });
    assert.match(await reason(), /; ethereum did what no message of polygon accounts for$/);
    const found = await operator.attention();
    assert.deepEqual(found.map(({ kind, commands: [command] }) => [kind, command]).slice(0, 4), [
      ['laneDiffers', 'causeway relayer acknowledge'],
      ['viewBroken', 'causeway status'],
      ['orderStuck', 'causeway status'],
      ['networkDown', undefined],
    ]);
  });

  it('has twenty of a kind, the oldest first, and how many more there are; all of them by cursor', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 23; number += 1) ids.push(await order(...SIGNING, 'failed'));
    const found = await operator.attention();
    assert.deepEqual(
      found.map(({ orderId, more }) => [orderId, more]),
      ids.slice(0, 20).map((id, at) => [id, at === 19 ? 3 : 0]),
    );
    const stuck = await order(...SIGNING);
    await pass(HOUR_MS);
    assert.equal((await operator.attention())[0]?.orderId, stuck, 'older failures hide none that is stuck');
    const pages: string[][] = [];
    let cursor: string | null | undefined;
    do {
      const query = { limit: 10, ...(cursor && { cursor }) };
      const { data } = await clientOf(api, keyOf('root')).http.GET('/api/v1/operator/orders', { params: { query } });
      pages.push((data?.result ?? []).map(({ order: { orderId } }) => orderId));
      cursor = data?.nextCursor;
    } while (cursor);
    assert.deepEqual(pages, [ids.slice(0, 10), ids.slice(10, 20), [...ids.slice(20), stuck]]);
  });

  it('says that a chain is not recorded any more, that a transaction waits, and that a signer disagrees', async () => {
    const { destination: domain } = lane();
    await reserve();
    const refusal = { code: 'ROOT_MISMATCH', message: 'another root' };
    const at = (atMs: number) => ({ signer: 'http://signer', domain, atMs });
    await api.storage.oracleRecord.answered([
      { ...at(api.clock.nowMs), refusal: null },
      { ...at(api.clock.nowMs + 1), refusal },
    ]);
    api.clock.nowMs += 11 * MINUTE_MS;
    const found = await operator.attention();
    assert.deepEqual(
      found.map(({ kind, chain }) => [kind, chain]),
      [
        ['signerDisagrees', 'polygon'],
        ['transactionStuck', 'polygon'],
        ...['ethereum', 'polygon', 'arbitrum'].map((chain) => ['chainBehind', chain]),
      ],
    );
    assert.match(found[0]?.reason ?? '', /^http:\/\/signer refuses for polygon with ROOT_MISMATCH: another root$/);
    assert.match(found[2]?.reason ?? '', /is 11 min old/);
    assert.deepEqual(
      (await operator.signers()).map(({ signer, chain, state, refusalCode }) => [signer, chain, state, refusalCode]),
      [['http://signer', 'polygon', 'refuses', 'ROOT_MISMATCH']],
    );
  });

  it('has the balance of each payer by its chain, low ones, and since when it is unknown', async () => {
    const { domain } = api.ethereum;
    await api.storage.oracleRecord.notePayer({ domain, address: ALICE_ADDRESS, minimum: units(2) });
    const owner = api.ethereum.parseAddress(ALICE_ADDRESS);
    assert.ok(owner.ok);
    const payer = async () => {
      api.clock.nowMs += 11_000;
      const [found, ...more] = await operator.payers();
      assert.ok(found && more.length === 0);
      return found;
    };
    api.ethereum.give(owner.value, units(3));
    const { balance, minimum, state, token } = await payer();
    assert.deepEqual([balance, minimum, state, token], ['3', '2', 'enough', 'ETH']);
    api.ethereum.give(owner.value, units(1));
    assert.equal((await payer()).state, 'low');
    const [low] = await operator.attention();
    assert.match(low?.reason ?? '', new RegExp(`has 1 ETH, less than 2: send coins to ${ALICE_ADDRESS}`));
    const checkedAt = new Date(api.clock.nowMs).toISOString();
    api.ethereum.failing('holding');
    const unknownSince = new Date(api.clock.nowMs + 11_000).toISOString();
    assert.deepEqual(
      { ...(await payer()) },
      {
        ...{ chain: 'ethereum', address: ALICE_ADDRESS, balance: '1', minimum: '2', token: 'ETH' },
        ...{ state: 'unknown', unknownSince, checkedAt },
      },
    );
    assert.equal((await payer()).unknownSince, unknownSince);
  });

  it('has what lanes brought in and cost, each in its coin', async () => {
    const { family, source, destination } = lane();
    await api.storage.deliveryFees.note({ family, source, destination }, units(1) / 10n, api.clock.nowMs);
    const charge = (work: 'delivery' | 'refund') => ({ work, source, destination, messages: 1 });
    for (const [domain, work] of [
      [destination, 'delivery'],
      [source, 'refund'],
      [destination, 'delivery'],
    ] as const) {
      const { id } = await api.storage.submissions.reserve({
        ...{ purpose: 'oracle', domain, family, payer: '0x01', sequence: 7, versions: [signed()], orderIds: [] },
        details: oracleDetails({ charges: [charge(work)] }),
      });
      await api.storage.submissions.setState(id, 'included', { costs: [{ fee: units(2), rent: units(1) }] });
    }
    const since = new Date(api.clock.nowMs - 24 * HOUR_MS).toISOString();
    assert.deepEqual(await operator.lanes(), [
      {
        ...{ family, fromChain: 'ethereum', toChain: 'polygon', since },
        ...{ fee: '0.1', feeToken: 'ETH', messages: 0, unknownFees: 0, income: '0' },
        costs: [
          { work: 'delivery', chain: 'polygon', count: 2, cost: '6', rent: '2', token: 'POL' },
          { work: 'refund', chain: 'ethereum', count: 1, cost: '3', rent: '1', token: 'ETH' },
        ],
      },
    ]);
    await pass(25 * HOUR_MS);
    assert.deepEqual((await operator.lanes())[0]?.costs, []);
    assert.equal((await operator.lanes(2))[0]?.costs.length, 2);
  });

  it('has payments that were credited, and whether the chain says that they were claimed', async () => {
    const id = await order(...SIGNING, 'submitted', 'executed');
    await api.storage.orders.update(id, { credited: true });
    const row = (await api.storage.orders.get(id)) ?? assert.fail();
    const credits = async () => {
      api.clock.nowMs += 31_000;
      return (await all(operator.credits())).map(({ orderId, chain, state, claimable, token }) => [
        ...[orderId, chain, state, claimable, token],
      ]);
    };
    api.polygon.state.credits.set(`${row.recipient}/${row.assetHome}`, units(3) / 2n);
    assert.deepEqual(await credits(), [[id, 'polygon', 'unclaimed', '1.5', 'cwETH']]);
    await pass(8 * 24 * HOUR_MS);
    assert.deepEqual(await kinds(), ['creditUnclaimed']);
    api.polygon.failing('claimable');
    assert.deepEqual(await credits(), [[id, 'polygon', 'unknown', null, 'cwETH']]);
    api.polygon.failures.clear();
    api.polygon.state.credits.clear();
    assert.deepEqual(await credits(), [[id, 'polygon', 'claimed', '0', 'cwETH']]);
  });
});

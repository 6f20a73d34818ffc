import { strict as assert } from 'node:assert';
import type { StoredOffer } from '@causeway/storage';
import { lockOf } from '@causeway/storage/jobs';
import { AGENT_SCOPES } from '../../../src/areas/avatars/registration.ts';
import { offerStorage } from '../../../src/areas/offers/rules/offer-repository.ts';
import { SCOPES } from '../../../src/http/callers/callers.ts';
import { ALICE, ALICE_ID, apiForEach, BOB, BOB_ID, keyOf, type Person, testApi } from '../../support/api.ts';
import { ask, expect } from '../../support/avatars.ts';
import { SETTLER, testChains } from '../../support/chains.ts';
import { all, clientOf } from '../../support/client.ts';
import { onEngines } from '../../support/engines.ts';
import { evmKey, personalSign } from '../../support/evm-signature.ts';
import { countOutcome } from '../../support/outcomes.ts';
import { listed, OFFER, offer, offering, quoted, quoting, refusal, swapApi } from './support.ts';

/** How long one process may not know what another one took, milliseconds. */
const AGREED_MS = 1_000;

const many = (count: number, more: object = {}) => Array.from({ length: count }, () => ({ ...OFFER, ...more }));

onEngines('offers of solvers', (database) => {
  const people: readonly Person[] = [
    { name: 'alice', wallets: [7] },
    { name: 'bob' },
    { name: 'solver', wallets: [7], scopes: ['offers:write'] },
    { name: 'other', wallets: [7], scopes: SCOPES.filter((scope) => !['offers:write', 'admin'].includes(scope)) },
  ];
  const api = apiForEach(() => swapApi({ people, database, api: { swaps: { maxOffers: 600 } } }));
  // The tests of a description share a database on PostgreSQL.
  beforeEach('forget the offers', async () => {
    const { context } = api.storage.offers;
    await context.write(
      'normal',
      function* () {
        yield { kind: 'text', text: 'delete from solver_offers', values: [] };
        yield { kind: 'text', text: 'delete from solver_records', values: [] };
      },
      { locks: [lockOf('area', 'offers')] },
    );
  });
  const count = async () => (await listed(api)).result.length;
  /** An agent of alice's, with a key that may offer. */
  const agentOfAlice = async (name: string) => {
    const scopes = ['offers:write', 'wallets:read'];
    const body = { username: `${name}-${database() === undefined ? 's' : 'p'}`, avatarType: 'AI_Agent', scopes };
    const { id, apiKey } = await expect(ask(api, '/api/avatar/register', body, { token: ALICE }), 201);
    return { id: String(id), apiKey: String(apiKey) };
  };

  it('are replaced as a whole, and everyone sees them until they end', async () => {
    assert.deepEqual(await offer(api, [OFFER, { ...OFFER, to: 'polygon', validSeconds: 30, rate: '7400.50' }]), {
      ...{ solverId: ALICE_ID, count: 2, expiresAt: '2026-01-05T12:01:00.000Z' },
    });
    const { validSeconds: _none, ...told } = OFFER;
    const first = { ...told, solverId: ALICE_ID, expiresAt: '2026-01-05T12:01:00.000Z' };
    const second = { ...first, rate: '7400.50', expiresAt: '2026-01-05T12:00:30.000Z' };
    assert.deepEqual((await listed(api)).result, [first, second]);
    api.clock.nowMs += 30_000;
    assert.deepEqual((await listed(api)).result, [first], 'an idle solver’s offer ends');
    await offer(api, [{ ...OFFER, from: 'cwPOL@ethereum', to: 'cwETH@polygon', rate: '0.0001' }]);
    assert.deepEqual(
      (await listed(api)).result.map(({ from, to }: typeof OFFER) => [from, to]),
      [['POL@ethereum', 'ETH@polygon']],
      'in one form',
    );
    await offer(api, [OFFER]).catch(() => assert.fail('the names of the list are those of a request'));
    assert.deepEqual(
      await clientOf(api, ALICE)
        .market.replaceOffers([])
        .catch((error) => error.code),
      'OFFERS_TOO_OFTEN',
    );
    api.clock.nowMs += 1_000;
    assert.deepEqual(await offer(api, []), { solverId: ALICE_ID, count: 0, expiresAt: null });
    assert.equal(await count(), 0);
  });

  it('are listed page by page, and by their ends', async () => {
    const rates = ['7500', '7501', '7502', '7503', '7504'];
    await offer(api, [
      ...rates.map((rate) => ({ ...OFFER, rate })),
      { ...OFFER, from: 'ARB@arbitrum', rate: '1.25', minAmount: '1' },
    ]);
    const found = await all(clientOf(api).market.offers({ limit: 2 }));
    assert.deepEqual(
      found.map(({ rate }) => rate),
      [...rates, '1.25'],
    );
    const rateOf = async (query: Record<string, string>) =>
      (await listed(api, query)).result.map(({ rate }: typeof OFFER) => rate);
    assert.deepEqual(await rateOf({ from: 'arbitrum' }), ['1.25']);
    assert.deepEqual(await rateOf({ from: 'ETH', to: 'POL', limit: '1', offset: '3' }), ['7503']);
    assert.deepEqual(await rateOf({ to: 'ETH' }), []);
    assert.deepEqual((await listed(api, { from: 'DOGE' })).errorCode, 'ASSET_UNKNOWN');
  });

  it('need the scope, which no first key of an agent has', async () => {
    assert.ok(!AGENT_SCOPES.includes('offers:write'));
    assert.deepEqual(await refusal(offering(api, [OFFER], keyOf('other'))), [403, 'FORBIDDEN']);
    assert.deepEqual(await refusal(offering(api, [OFFER], null)), [401, 'UNAUTHENTICATED']);
    assert.equal(await count(), 0);
    await offer(api, [OFFER], keyOf('solver'));
    assert.equal(await count(), 1);
  });

  it('are of an address that its solver proved by a signature, once for all chains of its kind', async () => {
    const key = await evmKey(Buffer.alloc(32, 7));
    const own = { ...OFFER, solverAddress: key.address };
    const base = `/api/Wallet/avatar/${BOB_ID}`;
    const post = async (path: string, body: object) => (await ask(api, `${base}${path}`, body, { token: BOB })).result;
    const bobOffers = (offers: readonly object[]) => refusal(offering(api, offers, BOB));
    assert.deepEqual(await bobOffers([own]), [422, 'ADDRESS_NOT_PROVEN']);
    assert.deepEqual(await bobOffers([OFFER]), [422, 'ADDRESS_NOT_PROVEN'], 'somebody else’s');
    const given = { walletProviderType: 7, generateKeyPair: false };
    const { id } = await post('/create-wallet', { ...given, walletAddress: key.address });
    assert.deepEqual(await bobOffers([own]), [422, 'ADDRESS_NOT_PROVEN'], 'not by its word alone');
    const { challenge } = await post(`/wallets/${id}/challenge`, {});
    const signature = await personalSign(key, challenge);
    await post(`/wallets/${id}/verify`, { signature });
    await offer(api, [own, { ...own, solverAddress: key.address.toLowerCase() }], BOB);
    assert.deepEqual(
      (await listed(api)).result.map(({ solverAddress }: typeof OFFER) => solverAddress),
      [key.address, key.address],
      'in the form of its chain',
    );
    // The signature of bob's challenge proves nothing of a wallet of alice.
    const mine = `/api/Wallet/avatar/${ALICE_ID}`;
    const copied = await ask(api, `${mine}/create-wallet`, { ...given, walletAddress: key.address }, { token: ALICE });
    await ask(api, `${mine}/wallets/${copied.result.id}/challenge`, {}, { token: ALICE });
    const replayed = await ask(api, `${mine}/wallets/${copied.result.id}/verify`, { signature }, { token: ALICE });
    assert.equal(replayed.code, 'INVALID_SIGNATURE');
    assert.deepEqual(await refusal(offering(api, [own])), [422, 'ADDRESS_NOT_PROVEN']);
    await ask(api, `DELETE ${base}/wallets/${id}`, undefined, { token: BOB });
    api.clock.nowMs += 1_000;
    assert.deepEqual(await bobOffers([own]), [422, 'ADDRESS_NOT_PROVEN'], 'a deleted wallet');
  });

  it('are refused whole when one of them is wrong, and the ones before stay', async () => {
    await offer(api, [OFFER]);
    const refused: readonly (readonly [object, number, string])[] = [
      [{ from: 'DOGE' }, 422, 'ASSET_UNKNOWN'],
      [{ to: 'DOGE@polygon' }, 422, 'ASSET_UNKNOWN'],
      [{ to: 'POL@base' }, 422, 'CHAIN_UNKNOWN'],
      [{ to: 'cwETH@polygon' }, 422, 'SAME_ASSET'],
      [{ to: 'ARB@arbitrum' }, 422, 'SWAP_NOT_AVAILABLE'],
      [{ from: 'cwETH@arbitrum' }, 422, 'ROUTE_VIA_HOME'],
      [{ from: 'ETH@polygon' }, 422, 'SAME_CHAIN'],
      [{ rate: '0' }, 422, 'INVALID_RATE'],
      [{ rate: '0.0000000000000000001' }, 422, 'INVALID_RATE'],
      [{ rate: '-1' }, 422, 'INVALID_RATE'],
      [{ rate: 'NaN' }, 422, 'INVALID_RATE'],
      [{ rate: 'Infinity' }, 422, 'INVALID_RATE'],
      [{ rate: '1e3' }, 422, 'INVALID_RATE'],
      [{ rate: '0x10' }, 422, 'INVALID_RATE'],
      [{ rate: '１' }, 422, 'INVALID_RATE'],
      [{ rate: `1${'0'.repeat(20)}` }, 422, 'INVALID_RATE'],
      [{ rate: 7_500 }, 400, 'MALFORMED_REQUEST'],
      [{ rate: '1'.repeat(61) }, 400, 'MALFORMED_REQUEST'],
      [{ minAmount: '0' }, 422, 'INVALID_AMOUNT'],
      [{ minAmount: '1e-3' }, 422, 'INVALID_AMOUNT'],
      [{ minAmount: '0.0000000001' }, 422, 'INVALID_AMOUNT'],
      [{ minAmount: '10.000000001' }, 422, 'INVALID_AMOUNT'],
      [{ maxAmount: '9'.repeat(60) }, 422, 'INVALID_AMOUNT'],
      [{ maxAmount: 'NaN' }, 422, 'INVALID_AMOUNT'],
      [{ validSeconds: 61 }, 400, 'MALFORMED_REQUEST'],
      [{ validSeconds: 0 }, 400, 'MALFORMED_REQUEST'],
      [{ validSeconds: 1.5 }, 400, 'MALFORMED_REQUEST'],
      [{ validSeconds: '60' }, 400, 'MALFORMED_REQUEST'],
      [{ solverAddress: '0x12' }, 422, 'INVALID_ADDRESS'],
      [{ solverAddress: SETTLER }, 422, 'INVALID_ADDRESS'],
      [{ solverAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda95' }, 422, 'INVALID_ADDRESS'],
      [{ solverAddress: `0x${'12'.repeat(20)}` }, 422, 'ADDRESSES_DIFFER'],
      [{ rates: '1' }, 400, 'MALFORMED_REQUEST'],
    ];
    for (const [wrong, status, code] of refused) {
      const answer = await offering(api, [OFFER, { ...OFFER, ...wrong }]);
      assert.deepEqual([answer.statusCode, answer.json().errorCode], [status, code], JSON.stringify(wrong));
      if (status === 422) assert.equal(answer.json().index, 1);
    }
    const before = (await listed(api)).result;
    assert.deepEqual([before.length, before[0].rate], [1, '7500']);
    await offer(api, [{ ...OFFER, rate: '7499' }]);
  });

  it('are 500 at most, and are replaced twice a second at most', async () => {
    assert.deepEqual(await refusal(offering(api, many(501))), [400, 'MALFORMED_REQUEST']);
    await offer(api, many(500));
    await offer(api, many(499));
    const third = await offering(api, [OFFER]);
    assert.deepEqual([third.statusCode, third.json().errorCode], [429, 'OFFERS_TOO_OFTEN']);
    assert.equal(third.headers['retry-after'], '1');
    api.clock.nowMs += 999;
    assert.deepEqual(await refusal(offering(api, [OFFER])), [429, 'OFFERS_TOO_OFTEN']);
    assert.equal((await all(clientOf(api).market.offers({ limit: 200 }))).length, 499);
    api.clock.nowMs += 1;
    await offer(api, [OFFER]);
    assert.equal(await count(), 1);
  });

  it('of one owner’s avatars count as one, in number and in the record', async () => {
    const [one, other] = [await agentOfAlice('solver-one'), await agentOfAlice('solver-two')];
    await offer(api, many(300));
    await offer(api, many(150), one.apiKey);
    const full = await offering(api, many(51), other.apiKey);
    assert.deepEqual([full.statusCode, full.json().errorCode, full.json().left], [422, 'OFFERS_EXCEEDED', 50]);
    await offer(api, many(50, { rate: '7501' }), other.apiKey);
    assert.deepEqual(await refusal(offering(api, many(301))), [422, 'OFFERS_EXCEEDED'], 'its own are replaced');
    await countOutcome(api.storage.offers, ALICE_ID, null);
    const { solver } = await quoted(api);
    assert.deepEqual([solver.solverId, solver.exclusiveUntil, solver.record.locked], [other.id, null, 1]);
    api.clock.nowMs += 60_000;
    await offer(api, many(500), other.apiKey);
  });

  it('of all solvers are bounded, with room for who has filled an order', async () => {
    const records = offerStorage(api.storage.offers);
    const stranger = { solverId: 'stranger', accountId: 'stranger' };
    const stored = many(400) as readonly StoredOffer[];
    assert.ok((await records.replace(stranger, stored, 600)).ok);
    assert.deepEqual(await refusal(offering(api, many(201))), [503, 'OFFERS_FULL']);
    await offer(api, many(200));
    await offer(api, many(10));
    api.clock.nowMs += 1_000;
    await countOutcome(api.storage.offers, ALICE_ID, 12);
    await offer(api, many(500));
    assert.deepEqual(await offer(api, []), { solverId: ALICE_ID, count: 0, expiresAt: null });
  });

  it('are known to every process within a second, also after a restart, until they end', async () => {
    let passedMs = 0;
    Object.assign(api.clock, { monotonic: () => passedMs });
    await offer(api, [OFFER]);
    assert.equal((await quoted(api)).rate, '7500');
    const chains = testChains({ settlers: ['ethereum', 'polygon'] });
    const other = await testApi(swapApi({ people, chains, databasePath: api.databasePath }));
    try {
      assert.equal((await listed(other)).result.length, 1, 'a process that starts reads them');
      await offer(other, [{ ...OFFER, rate: '7505' }]);
      assert.equal((await quoted(other)).rate, '7505', 'at once where it was taken');
      /** The rate that the first process quotes once it must have heard of a change. */
      const agreed = async () => {
        passedMs += AGREED_MS;
        return (await quoting(api)).json().result?.rate;
      };
      assert.equal(await agreed(), '7505');
      other.clock.nowMs += 1_000;
      await offer(other, []);
      assert.equal(await agreed(), undefined, 'withdrawn');
      await offer(other, [{ ...OFFER, validSeconds: 2 }]);
      api.clock.nowMs = other.clock.nowMs;
      assert.equal(await agreed(), '7500');
      api.clock.nowMs += 2_000;
      assert.deepEqual(await refusal(quoting(api)), [422, 'NO_OFFER']);
      const late = await testApi(swapApi({ people, chains, databasePath: api.databasePath }));
      late.clock.nowMs = api.clock.nowMs;
      assert.equal((await listed(late)).result.length, 0, 'no restart brings it back');
      await late.close();
    } finally {
      await other.close();
    }
  });

  it('of idle solvers leave the table', async () => {
    const records = offerStorage(api.storage.offers);
    const stored = many(1) as readonly StoredOffer[];
    await records.replace({ solverId: 'idle', accountId: 'idle' }, stored, 600);
    const ids = async () => (await records.changedSince(0, 10)).map(({ solverId }) => solverId);
    api.clock.nowMs += 660_000;
    await offer(api, [OFFER]);
    assert.deepEqual(await ids(), ['idle', ALICE_ID]);
    api.clock.nowMs += 1_001;
    await offer(api, [OFFER]);
    assert.deepEqual(await ids(), [ALICE_ID]);
    assert.equal((await records.changedSince(2, 10)).length, 1, 'its change is the newest');
  });
});

describe('a frozen solver', () => {
  const api = apiForEach(() => swapApi());

  it('offers nothing', async () => {
    const frozen = await ask(api, `/api/avatar/${ALICE_ID}/freeze`, {}, { token: ALICE });
    assert.equal(frozen.status, 200, frozen.body);
    assert.deepEqual(await refusal(offering(api, [OFFER])), [403, 'ACCOUNT_FROZEN']);
  });
});

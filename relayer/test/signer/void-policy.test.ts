import assert from 'node:assert/strict';
import type { ChainProvider } from '@causeway/chains';
import { ok } from '@causeway/protocol';
import type { AnchorKey } from '@causeway/storage';
import type { RefusalCode } from '../../src/signer/refusal.ts';
import { causing, commit, execute, proposal, type SignerScene, signerScene, TESTED } from '../support/signer-scene.ts';
import { ALPHA, BETA, World } from '../support/world.ts';

const HOUR_MS = 3_600_000;

describe('a signer that is asked to use up an anchor', function () {
  this.timeout(60_000);
  let { world, beta, signer } = {} as SignerScene;
  const caused = causing(TESTED.voids);

  beforeEach(async () => {
    ({ world, beta, signer } = await signerScene());
  });
  afterEach(() => world.close());

  const request = { destination: BETA, family: 'main', anchor: '0' };
  const key: AnchorKey = { family: 'main', domain: BETA, anchor: '0' };
  const allow = (change: Partial<AnchorKey> = {}) =>
    signer.storage.voidAllowances.allow({ ...key, ...change }, world.clock.now() + HOUR_MS);
  /** Checks that the signer refuses `body` with `code`, and records nothing. */
  async function refuses(code: RefusalCode, body: unknown = request, by = signer): Promise<void> {
    const before = await by.storage.signatures.list(10);
    const answer = await by.service.signVoid(body);
    assert.equal(answer.ok ? 'signed' : answer.error.code, code);
    assert.deepEqual(await by.storage.signatures.list(10), before, 'nothing is recorded as signed');
    if ((TESTED.voids as readonly RefusalCode[]).includes(code)) caused(code);
  }

  it('signs a transaction without calls that it built itself, records it first, and gives the same again', async () => {
    await allow();
    const signed = await signer.service.signVoid(request);
    assert.ok(signed.ok);
    const built = await beta.buildVoid?.('0');
    assert.ok(built?.ok && built.value.calls.length === 0);
    assert.equal(signed.value.digest, built.value.digest);
    assert.equal(beta.recoverSigner(built.value, signed.value), signed.value.signer);
    const [row, ...more] = await signer.storage.signatures.list(10);
    assert.deepEqual([row?.anchor, row?.digest, row?.calls, more], ['0', signed.value.digest, [{ void: true }], []]);
    assert.deepEqual(await signer.service.signVoid(request), signed);
    assert.equal((await signer.storage.signatures.list(10)).length, 1);
  });

  it('signs while its view of the chain is broken, when it signs nothing else', async () => {
    await allow();
    await signer.storage.chainView.markBroken({ family: 'main', domain: BETA, code: 'DEEP_REORG', reason: 'lost' });
    assert.ok((await signer.service.signVoid(request)).ok);
    const other = await signer.service.sign(proposal(commit(2), execute(0, 2)));
    assert.equal(!other.ok && other.error.code, 'VIEW_BROKEN');
  });

  it('refuses what its own operator has not allowed: VOID_NOT_ALLOWED', async () => {
    await refuses('VOID_NOT_ALLOWED');
  });

  for (const [what, change] of [
    ['nonce', { anchor: '1' }],
    ['family', { family: 'other' }],
    ['chain', { domain: ALPHA }],
  ] as const) {
    it(`refuses when another ${what} is allowed: VOID_NOT_ALLOWED`, async () => {
      await allow(change);
      await refuses('VOID_NOT_ALLOWED');
    });
  }

  it('refuses once the allowance has expired or is withdrawn, also after a signature: VOID_NOT_ALLOWED', async () => {
    await allow();
    await world.clock.advance(HOUR_MS);
    await refuses('VOID_NOT_ALLOWED');
    await allow();
    assert.ok((await signer.service.signVoid(request)).ok);
    assert.equal(await signer.storage.voidAllowances.withdraw(key), true);
    await refuses('VOID_NOT_ALLOWED');
  });

  it('refuses when the allowance is withdrawn while the chain is read: VOID_NOT_ALLOWED', async () => {
    await allow();
    beta.acceptsAnchor = async () => {
      await signer.storage.voidAllowances.withdraw(key);
      return ok(undefined);
    };
    await refuses('VOID_NOT_ALLOWED');
  });

  it('refuses an anchor that is allowed and not the next one, before it and after it: ANCHOR_MISMATCH', async () => {
    await allow({ anchor: '1' });
    await refuses('ANCHOR_MISMATCH', { ...request, anchor: '1' });
    await allow();
    beta.executeAsOther([]);
    await refuses('ANCHOR_MISMATCH');
    assert.ok((await signer.service.signVoid({ ...request, anchor: '1' })).ok);
  });

  it('refuses a body with other members, or without one: MALFORMED_PROPOSAL', async () => {
    await allow();
    const { anchor: _, ...less } = request;
    for (const body of [{ ...request, actions: [] }, { ...request, to: '0x00' }, less, { ...request, anchor: 0 }, null])
      await refuses('MALFORMED_PROPOSAL', body);
    const answer = await signer.service.sign(request);
    assert.equal(!answer.ok && answer.error.code, 'MALFORMED_PROPOSAL', 'it is no proposal either');
  });

  it('refuses a bridge that it does not know: UNKNOWN_BRIDGE', async () => {
    await allow({ family: 'other' });
    await refuses('UNKNOWN_BRIDGE', { ...request, family: 'other' });
  });

  it('refuses for an oracle that is not the one of the deployment: ORACLE_MISMATCH', async () => {
    const other = await world.signer(1, world.chains, 4);
    await other.storage.voidAllowances.allow(key, world.clock.now() + HOUR_MS);
    await refuses('ORACLE_MISMATCH', request, other);
  });

  it('refuses for a deployment that does not verify: DEPLOYMENT_MISMATCH', async () => {
    await allow();
    (beta as ChainProvider).compare = async () => ({
      ok: false,
      error: { code: 'DEPLOYMENT_MISMATCH', message: 'other code', retryable: false },
    });
    await refuses('DEPLOYMENT_MISMATCH');
  });

  it('refuses where transactions expire by themselves: NOT_VOIDABLE', async () => {
    const apart = await World.apart();
    const there = await apart.signer(1);
    await there.storage.voidAllowances.allow(key, apart.clock.now() + HOUR_MS);
    await refuses('NOT_VOIDABLE', request, there);
    await apart.close();
  });
});

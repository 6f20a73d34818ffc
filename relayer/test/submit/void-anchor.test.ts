import assert from 'node:assert/strict';
import { memoryKey } from '@causeway/chains/test-support';
import { allowVoid, listAllowed } from '../../src/signer/allow-void.ts';
import { saysExpires, voidAnchor } from '../../src/submit/void-anchor.ts';
import { captured } from '../support/command.ts';
import { type SignerScene, signerScene } from '../support/signer-scene.ts';
import { BETA, bridgeOf, type TestSigner, THRESHOLD, World } from '../support/world.ts';

const HOUR_MS = 3_600_000;

describe('the command that uses up an anchor', function () {
  this.timeout(60_000);
  let { world, beta } = {} as SignerScene;
  const payer = memoryKey(99);

  beforeEach(async () => {
    ({ world, beta } = await signerScene());
  });
  afterEach(() => world.close());

  const bridge = () => bridgeOf(beta);
  const deps = () => ({
    bridge: bridge(),
    submissions: world.storage.submissions,
    payer,
    signers: world.signers.map(({ client }) => client),
    clock: world.clock,
    pause: async () => beta.mine(),
  });
  const run = async (yes = false) => {
    const printed = await captured(() => voidAnchor(deps(), { yes, json: true }));
    return { ...printed, json: printed.out === '' ? undefined : JSON.parse(printed.out) };
  };
  const operator = async (signer: TestSigner, options: Partial<Parameters<typeof allowVoid>[2]> = {}) => {
    const given = { anchor: '0', hours: 24, yes: true, json: true, ...options };
    const printed = await captured(() => allowVoid(signer.storage, bridge(), given));
    return { ...printed, json: printed.out === '' ? undefined : JSON.parse(printed.out) };
  };
  const allowAt = async (...indexes: readonly number[]) => {
    for (const index of indexes) await operator(world.signers[index] as TestSigner);
  };
  const anchorNow = async () => {
    const anchor = await beta.anchor(payer);
    return anchor.ok ? anchor.value : assert.fail();
  };
  const stored = () => world.storage.submissions.openOf(BETA, payer.address);

  it('shows what each signer answers, and sends nothing without --yes', async () => {
    await allowAt(0, 1);
    const { json } = await run();
    assert.equal(json.anchor, '0');
    assert.deepEqual(
      json.answers.map(({ code }: { readonly code: string }) => code),
      ['signed', 'signed', 'VOID_NOT_ALLOWED', 'VOID_NOT_ALLOWED', 'VOID_NOT_ALLOWED'],
    );
    assert.deepEqual([json.done, json.signatures, json.threshold], [false, 2, THRESHOLD]);
    assert.deepEqual([beta.broadcasts.length, await stored()], [0, []]);
  });

  it('refuses with fewer signatures than the threshold', async () => {
    await allowAt(0, 1);
    const { failed, err } = await run(true);
    assert.ok(failed && err.includes('2 of 3 signatures; the operators run `causeway signer allow-void` first'), err);
    assert.deepEqual([beta.broadcasts.length, await stored(), await anchorNow()], [0, [], '0']);
  });

  it('sends it once enough operators allow it, and says which anchor is in force', async () => {
    await allowAt(0, 2, 4);
    const { json } = await run(true);
    assert.deepEqual([json.done, json.anchor, json.inForce, await anchorNow()], [true, '0', '1', '1']);
    assert.deepEqual(await stored(), [], 'it is settled');
    const accepted = await beta.acceptsAnchor('0');
    assert.equal(!accepted.ok && accepted.error.code, 'ANCHOR_MISMATCH');
    assert.equal((await run()).json.signatures, 0, 'nobody allowed the next one');
  });

  it('does not race a stored transaction of the payer, and says what to do', async () => {
    await allowAt(0, 1, 2);
    const relayer = await world.relayer();
    await relayer.step();
    const [open] = await stored();
    assert.ok(open && !('void' in open.details));
    const { json } = await run();
    assert.deepEqual(json.open, [{ id: open.id, purpose: 'oracle', anchor: '0' }]);
    const sent = beta.broadcasts.length;
    const { failed, err } = await run(true);
    assert.ok(failed && err.includes(open.id) && err.includes('first start the relayer'), err);
    assert.equal(beta.broadcasts.length, sent);
  });

  it('goes on with its own transaction after a kill before the broadcast, and so does the relayer', async () => {
    for (const next of ['command', 'relayer'] as const) {
      const anchor = await anchorNow();
      for (const signer of world.signers) await operator(signer, { anchor });
      beta.failures.set('broadcast', { code: 'RPC_UNAVAILABLE', message: 'no node answers', retryable: true });
      const killed = captured(() =>
        voidAnchor({ ...deps(), pause: () => Promise.reject(new Error('killed')) }, { yes: true, json: true }),
      );
      await assert.rejects(killed, /killed/);
      beta.failures.clear();
      const [row, ...more] = await stored();
      assert.ok(row?.purpose === 'oracle' && row.details.void && more.length === 0);
      if (next === 'command') assert.equal((await run(true)).json.begun, row.id);
      else {
        const relayer = await world.relayer();
        for (let turn = 0; turn < 2; turn++) {
          await relayer.step();
          beta.mine();
        }
        await relayer.step();
      }
      assert.ok(Number(await anchorNow()) > Number(anchor), next);
      assert.ok(
        beta.broadcasts.some(({ reference }) => reference === row.versions[0]?.reference),
        next,
      );
      assert.ok(!(await stored()).some(({ id }) => id === row.id));
    }
  });

  it('says so when another transaction took the anchor', async () => {
    await allowAt(0, 1, 2);
    const otherFirst = async () => {
      beta.minimumFee = 10;
      beta.executeAsOther([]);
      beta.minimumFee = 0;
      beta.mine();
    };
    const { failed, err } = await captured(() =>
      voidAnchor({ ...deps(), pause: otherFirst }, { yes: true, json: true }),
    );
    assert.ok(failed && /VOID_(FAILED|DROPPED)/.test(err), err);
    assert.deepEqual(await stored(), []);
  });

  describe('at the signer', () => {
    const signer = () => world.signers[0] as TestSigner;
    const allowed = async () => {
      const { out } = await captured(() =>
        listAllowed(signer().storage, [bridge(), bridgeOf(world.chains[0])], { json: true }),
      );
      return JSON.parse(out).allowed;
    };

    it('tells what it would allow and the anchor in force, and changes nothing without --yes', async () => {
      const { json } = await operator(signer(), { yes: false });
      assert.deepEqual([json.done, json.inForce, json.now], [false, true, "the oracle's next anchor is 0"]);
      assert.equal((await operator(signer(), { yes: false, anchor: '4' })).json.inForce, false);
      beta.failure = { code: 'NO_QUORUM', message: 'nobody answers', retryable: true };
      assert.match((await operator(signer(), { yes: false })).json.now, /endpoints do not say/);
      assert.deepEqual(await allowed(), []);
    });

    it('allows for the hours that it is given, lists it, and takes it back', async () => {
      const { json } = await operator(signer(), { hours: 2 });
      const until = new Date(world.clock.now() + 2 * HOUR_MS).toISOString();
      assert.equal(json.until, until);
      assert.deepEqual(await allowed(), [{ chain: 'beta', family: 'main', anchor: '0', until }]);
      assert.equal((await operator(signer(), { withdraw: true })).json.allowed, false);
      assert.deepEqual(await allowed(), []);
      assert.ok((await operator(signer(), { withdraw: true })).failed);
    });
  });

  it('does nothing where transactions expire by themselves', async () => {
    const apart = await World.apart();
    const there = bridgeOf(apart.chains[1]);
    const { out, failed } = await captured(async () => saysExpires(there, {}));
    assert.ok(!failed && out.includes('expire by themselves'));
    const given = { anchor: '0', hours: 1, yes: true };
    const refused = await captured(() => allowVoid(apart.storage, there, given));
    assert.ok(refused.failed && refused.err.includes('expire by themselves'));
    await apart.close();
  });
});

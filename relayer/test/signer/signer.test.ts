import assert from 'node:assert/strict';
import { type ChainProvider, HeldKeyError, type RemoteRegistration } from '@causeway/chains';
import { idOf, limitKey, memoryKey } from '@causeway/chains/test-support';
import { buildBatch, cancelOf, fail, type Hex, type Message, ok, packProof, type Result } from '@causeway/protocol';
import { REFUSALS, type RefusalCode } from '../../src/signer/refusal.ts';
import { actionsOf, proposalTo } from '../support/proposals.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { showing } from '../support/showing.ts';
import { ALPHA, BETA, type TestSigner, World } from '../support/world.ts';

/** Refusals that a test below has caused. */
const caused = new Set<string>();

describe('signer', function () {
  this.timeout(120_000);
  let { world, alpha, beta } = {} as Scene;
  let signer: TestSigner;

  const { commit, execute, cancel } = actionsOf(ALPHA);
  const ofBeta = actionsOf(BETA);
  const proposal = (...actions: readonly unknown[]) => proposalTo(BETA, '0', ...actions);
  const onAlpha = (...actions: readonly unknown[]) => proposalTo(ALPHA, '0', ...actions);

  async function refused(code: RefusalCode, body: unknown, by: TestSigner = signer, why = ''): Promise<void> {
    const answer = await by.service.sign(body);
    assert.equal(answer.ok ? 'signed' : answer.error.code, code, answer.ok ? '' : answer.error.message);
    assert.ok(!answer.ok && answer.error.message.includes(why), why);
    assert.equal((await by.storage.signatures.list(10)).length, 0, 'nothing is recorded as signed');
    caused.add(code);
  }

  /** Commits alpha's first `count` messages on beta with `root`, and executes the messages in `executed`. */
  function commitOnBeta(count: number, executed: readonly number[] = [], root?: Hex): void {
    const messages = alpha.emitted().slice(0, count);
    const batch = buildBatch(
      0n,
      messages.map((_, index) => idOf(alpha, index)),
    );
    beta.executeAsOther([
      { function: 'commitRoot', source: alpha.domain, firstNonce: 0n, count, root: root ?? batch.root },
      ...executed.map((index) => {
        const message = messages[index] as Message;
        return { function: 'mintTokens' as const, message, proof: packProof('mintTokens', message, batch) };
      }),
    ]);
  }

  beforeEach(async () => {
    ({ world, alpha, beta } = await sceneOf(World.create(600)));
    signer = world.signers[0] as TestSigner;
    alpha.lock(beta);
    alpha.lock(beta);
    alpha.mine(33);
    beta.mine(33);
    await signer.advance();
  });
  afterEach(() => world.close());

  it('signs a commitment and execution that it derives itself, and records it before it answers', async () => {
    const answer = await signer.service.sign(proposal(commit(2), execute('1', 2)));
    assert.ok(answer.ok);
    const messages = alpha.emitted();
    const batch = buildBatch(0n, [idOf(alpha, 0), idOf(alpha, 1)]);
    const message = messages[1] as Message;
    const expected = await beta.build('0', [
      { function: 'commitRoot', source: alpha.domain, firstNonce: 0n, count: 2, root: batch.root },
      { function: 'mintTokens', message, proof: packProof('mintTokens', message, batch) },
    ]);
    assert.ok(expected.ok);
    assert.equal(answer.value.digest, expected.value.digest);
    assert.equal(beta.recoverSigner(expected.value, answer.value), memoryKey(1).address);
    const [logged] = await signer.storage.signatures.list(1);
    assert.deepEqual([logged?.digest, logged?.anchor, logged?.domain], [expected.value.digest, '0', beta.domain]);
  });

  it('signs several proposals for one anchor', async () => {
    assert.ok((await signer.service.sign(proposal(commit(1), execute()))).ok);
    assert.ok((await signer.service.sign(proposal(commit(2), execute('0', 2)))).ok);
  });

  it('updates its view when the proposal needs newer blocks', async () => {
    const late = await world.signer(2);
    const answer = await late.service.sign(proposal(commit(1), execute()));
    assert.ok(answer.ok, 'a signer without any view yet refreshes and signs');
  });

  it('updates its view when a Cancel undoes a message that it has not seen yet', async () => {
    await emitCancelOnBeta((message) => message);
    const behind: { head?: ChainProvider['head'] } = { head: async () => fail('NO_QUORUM', 'no head yet', true) };
    const late = await world.seeingSigner(2, [showing(alpha, behind), beta]);
    delete behind.head;
    assert.ok((await late.service.sign(onAlpha(ofBeta.commit(), ofBeta.execute()))).ok);
  });

  it('does not sign when its log cannot be written', async () => {
    const failing = await world.seeingSigner(3);
    failing.storage.signatures.record = async () => {
      throw new Error('disk full');
    };
    await assert.rejects(failing.service.sign(proposal(commit(1), execute())), /disk full/);
  });

  describe('refuses', () => {
    for (const [what, body] of [
      ['nothing', undefined],
      ['an amount of the relayer', { amount: '1' }],
      ['a call of the relayer', { calls: [{ to: '0x00', data: '0x00' }] }],
      ['no actions', { actions: [] }],
      ['an unknown action', { actions: [{ setOracle: 1 }] }],
      [
        'an action with an amount',
        { actions: [{ execute: 1001, nonce: '0', firstNonce: '0', count: 1, wireAmount: '5' }] },
      ],
      [
        'a nonce beyond 64 bits',
        { actions: [{ execute: 1001, nonce: '18446744073709551616', firstNonce: '0', count: 1 }] },
      ],
      ['a negative nonce', { actions: [{ execute: 1001, nonce: '-1', firstNonce: '0', count: 1 }] }],
      ['an empty interval', { actions: [{ commit: 1001, firstNonce: '0', count: 0 }] }],
      ['a destination that is no domain', { destination: 'beta' }],
    ] as const) {
      it(`${what}: MALFORMED_PROPOSAL`, () =>
        refused('MALFORMED_PROPOSAL', body && { ...proposal(commit(), execute()), ...body }));
    }

    it('a destination or source that is not in its configuration: UNKNOWN_BRIDGE', async () => {
      await refused('UNKNOWN_BRIDGE', { ...proposal(commit()), destination: 7 });
      await refused('UNKNOWN_BRIDGE', { ...proposal(commit()), family: 'other' });
      await refused('UNKNOWN_BRIDGE', proposal({ ...commit(), commit: 7 }));
      await refused('UNKNOWN_BRIDGE', proposal(ofBeta.commit()));
    });

    for (const [what, actions] of [
      ['two commitments of one lane', () => [commit(1), commit(1)]],
      ['a commitment behind a use', () => [execute(), commit()]],
      ['one message twice', () => [commit(2), execute('0', 2), cancel('0', 2)]],
      ['a nonce behind its interval', () => [commit(1), execute('1', 1)]],
      ['a nonce before its interval', () => [commit(2), execute('0', 1, '1')]],
    ] as const) {
      it(`${what}: INVALID_ACTIONS`, () => refused('INVALID_ACTIONS', proposal(...actions())));
    }

    it('more actions, or a longer commitment, than its destination takes: INVALID_ACTIONS', async () => {
      const oracleRules = { ...beta.oracleRules, maxCalls: 2, maxCommitMessages: 2 };
      const small = await world.signer(1, [alpha, showing(beta, { oracleRules })]);
      await small.advance();
      await refused('INVALID_ACTIONS', proposal(commit(3)), small);
      await refused('INVALID_ACTIONS', proposal(commit(2), execute('0', 2), execute('1', 2)), small);
      assert.ok((await small.service.sign(proposal(commit(2), execute('0', 2)))).ok);
      await small.storage.close();
    });

    it('an oracle that is not the deployment’s: ORACLE_MISMATCH', async () => {
      beta.members = beta.members.slice(0, 4);
      await refused('ORACLE_MISMATCH', proposal(commit(), execute()));
    });

    it('an oracle with another threshold: ORACLE_MISMATCH', async () => {
      beta.threshold = 2;
      await refused('ORACLE_MISMATCH', proposal(commit(), execute()));
    });

    it('an oracle beside which something is not of the deployment, at each signature, and says what (M6): ORACLE_MISMATCH', async () => {
      assert.ok((await signer.service.sign(proposal(commit()))).ok);
      beta.deviations = ['its guard is 0x0d, not none'];
      const answer = await signer.service.sign(proposal(commit(), execute()));
      assert.ok(!answer.ok && answer.error.code === 'ORACLE_MISMATCH');
      assert.match(answer.error.message, /: its guard is 0x0d, not none$/);
    });

    it('an oracle without a majority threshold, although it is the deployment’s: ORACLE_MISMATCH', async () => {
      beta.threshold = 2;
      const minority = await world.seeingSigner(1, world.chains, 2);
      await refused('ORACLE_MISMATCH', proposal(commit(), execute()), minority);
    });

    it('to sign when it is not a member: ORACLE_MISMATCH', async () => {
      const outsider = await world.seeingSigner(9);
      await refused('ORACLE_MISMATCH', proposal(commit(), execute()), outsider);
    });

    it('an anchor that is not the oracle’s next: ANCHOR_MISMATCH', () =>
      refused('ANCHOR_MISMATCH', { ...proposal(commit(), execute()), anchor: '1' }));

    for (const [what, change] of [
      ['not open', { opened: false }],
      ['for another bridge', { bridge: `0x${'00'.repeat(31)}01` }],
      ['with other decimals', { wireDecimals: 8 }],
      ['with another address length', { addressLength: 32 }],
    ] as const) {
      for (const side of ['source', 'destination'] as const) {
        it(`a lane registered ${what} at its ${side}: LANE_NOT_MIRRORED`, async () => {
          const [here, there] = side === 'source' ? [alpha, beta] : [beta, alpha];
          const registered = here.registrations.get(there.domain) as RemoteRegistration;
          here.registrations.set(there.domain, { ...registered, ...change });
          await refused('LANE_NOT_MIRRORED', proposal(commit(), execute()));
        });
      }
    }

    it('a lane that is not registered, each time until it is: LANE_NOT_MIRRORED', async () => {
      const registered = alpha.registrations.get(beta.domain) as RemoteRegistration;
      alpha.registrations.delete(beta.domain);
      await refused('LANE_NOT_MIRRORED', proposal(commit(), execute()));
      await refused('LANE_NOT_MIRRORED', proposal(commit(), execute()));
      alpha.registrations.set(beta.domain, registered);
      assert.ok((await signer.service.sign(proposal(commit(), execute()))).ok);
    });

    it('messages it has not seen: UNKNOWN_MESSAGE', () =>
      refused('UNKNOWN_MESSAGE', proposal(commit(3), execute('0', 3)), signer, 'emitted no nonce 2 on this lane'));

    it('a message that is missing among those it has seen: UNKNOWN_MESSAGE', async () => {
      const { chainView } = signer.storage;
      const messages = chainView.messages.bind(chainView);
      for (const missing of [0, 1]) {
        chainView.messages = async (...args) => (await messages(...args)).toSpliced(missing, 1);
        const why = `of 2 messages, the one with nonce ${missing} is not seen here`;
        await refused('UNKNOWN_MESSAGE', proposal(commit(2), execute('0', 2)), signer, why);
      }
    });

    it('messages above the message count of the source’s bridge: UNKNOWN_MESSAGE', async () => {
      alpha.state.outbound.set(beta.domain, 1n);
      await refused('UNKNOWN_MESSAGE', proposal(commit(2), execute('1', 2)));
      commitOnBeta(1);
      await refused('UNKNOWN_MESSAGE', { ...proposal(commit(1, '1'), execute()), anchor: '1' });
      assert.ok((await signer.service.sign({ ...proposal(execute()), anchor: '1' })).ok);
    });

    it('messages above that count in any of its intervals, wherever it stands: UNKNOWN_MESSAGE', async () => {
      const single = (index: number) => buildBatch(BigInt(index), [idOf(alpha, index)]);
      beta.executeAsOther(
        [0, 1].map((index) => ({
          function: 'commitRoot',
          source: alpha.domain,
          firstNonce: BigInt(index),
          count: 1,
          root: single(index).root,
        })),
      );
      const uses = [execute('0', 1, '0'), execute('1', 1, '1')];
      alpha.state.outbound.set(beta.domain, 1n);
      for (const order of [uses, uses.toReversed()]) {
        await refused('UNKNOWN_MESSAGE', { ...proposal(...order), anchor: '1' }, signer, 'emitted no nonce 1');
      }
      alpha.state.outbound.set(beta.domain, 2n);
      assert.ok((await signer.service.sign({ ...proposal(...uses), anchor: '1' })).ok);
    });

    it('a message with 31 confirmations, and signs it with 32: NOT_FINAL', async () => {
      alpha.lock(beta);
      alpha.mine(32);
      await refused('NOT_FINAL', proposal(commit(3), execute('2', 3)));
      alpha.mine();
      assert.ok((await signer.service.sign(proposal(commit(3), execute('2', 3)))).ok);
    });

    it('a message whose block changed since it was recorded: NOT_FINAL', async () => {
      const lies: { block?: ChainProvider['block'] } = {};
      const checking = await world.seeingSigner(2, [showing(alpha, lies), beta]);
      lies.block = async (number) => ok({ number, hash: `0x${'ee'.repeat(32)}`, timeMs: 0 });
      await refused('NOT_FINAL', proposal(commit(), execute()), checking);
    });

    it('an interval that leaves a gap or overlaps: NONCE_GAP', async () => {
      await refused('NONCE_GAP', proposal(commit(1, '1'), execute('1', 1, '1')));
      commitOnBeta(1);
      await refused('NONCE_GAP', { ...proposal(commit(2), execute('1', 2)), anchor: '1' });
    });

    it('an interval without a root: ROOT_NOT_COMMITTED', () => refused('ROOT_NOT_COMMITTED', proposal(execute())));

    it('a committed root that differs from the root of the messages: ROOT_MISMATCH', async () => {
      commitOnBeta(1, [], `0x${'f0'.repeat(32)}`);
      await refused('ROOT_MISMATCH', { ...proposal(execute()), anchor: '1' });
    });

    it('an executed message: ALREADY_EXECUTED', async () => {
      commitOnBeta(1, [0]);
      await refused('ALREADY_EXECUTED', { ...proposal(execute()), anchor: '1' });
      await refused('ALREADY_EXECUTED', { ...proposal(cancel()), anchor: '1' });
    });

    it('a cancelled message: ALREADY_CANCELLED', async () => {
      commitOnBeta(1);
      beta.state.statuses.set(`${alpha.domain}/0`, 'cancelled');
      await refused('ALREADY_CANCELLED', { ...proposal(execute()), anchor: '1' });
    });

    it('to execute a replaced message, and cancels it: MESSAGE_REPLACED', async () => {
      commitOnBeta(1);
      beta.state.statuses.set(`${alpha.domain}/0`, 'replaced');
      await refused('MESSAGE_REPLACED', { ...proposal(execute()), anchor: '1' });
      assert.ok((await signer.service.sign({ ...proposal(cancel()), anchor: '1' })).ok);
    });

    it('M2 P5: to cancel what its own view has as executed, though its nonce was replaced: ALREADY_EXECUTED', async () => {
      commitOnBeta(1, [0]);
      await signer.advance();
      assert.equal((await signer.storage.chainView.outcome(idOf(alpha, 0)))?.status, 'executed');
      for (const status of ['replaced', 'none'] as const) {
        beta.state.statuses.set(`${alpha.domain}/0`, status);
        await refused('ALREADY_EXECUTED', { ...proposal(cancel()), anchor: '1' });
        await refused('ALREADY_EXECUTED', { ...proposal(execute()), anchor: '1' });
      }
    });

    it('M2 P5: the second of two genuine Cancels of one message: CANCEL_REPEATED', async () => {
      for (let nonce = 0n; nonce < 2n; nonce++) {
        beta.lock(alpha, cancelOf(alpha.emitted()[0] as Message, nonce));
        beta.mine();
      }
      alpha.mine(33);
      beta.mine(33);
      await signer.advance();
      const pay = (...nonces: readonly string[]) =>
        onAlpha(ofBeta.commit(2), ...nonces.map((nonce) => ofBeta.execute(nonce, 2)));
      await refused('CANCEL_REPEATED', pay('0', '1'));
      await refused('CANCEL_REPEATED', pay('1'));
      assert.ok((await signer.service.sign(pay('0'))).ok);
    });

    it('an early cancellation of a deliverable message: CANCEL_TOO_EARLY', () =>
      refused('CANCEL_TOO_EARLY', proposal(commit(), cancel())));

    it('an early cancellation while the bridge is only paused or its limit used up: CANCEL_TOO_EARLY', async () => {
      beta.settings.inboundPaused = true;
      await refused('CANCEL_TOO_EARLY', proposal(commit(), cancel()));
      beta.settings.inboundPaused = false;
      beta.settings.limits.set(limitKey(alpha.domain, 'bridged'), { available: 0n, capacity: 1_000n });
      await refused('CANCEL_TOO_EARLY', proposal(commit(), cancel()));
    });

    it('to cancel a Cancel: CANCEL_OF_CANCEL', async () => {
      await emitCancelOnBeta((message) => message);
      await refused('CANCEL_OF_CANCEL', onAlpha(ofBeta.commit(), ofBeta.cancel()));
    });

    for (const [what, forge] of [
      ['of another amount', (message: Message) => ({ ...message, wireAmount: 999_999n })],
      ['for another sender', (message: Message) => ({ ...message, sender: BAD, recipient: BAD })],
      ['of a message never emitted', (message: Message) => ({ ...message, reference: `0x${'01'.repeat(32)}` as Hex })],
      ['of another asset', (message: Message) => ({ ...message, assetHome: beta.domain })],
    ] as const) {
      it(`a Cancel ${what}: CANCEL_NOT_EMITTED`, async () => {
        await emitCancelOnBeta(forge);
        await refused('CANCEL_NOT_EMITTED', onAlpha(ofBeta.commit(), ofBeta.execute()));
      });
    }

    it('a Cancel of a message whose own lock is not final yet: NOT_FINAL', async () => {
      alpha.lock(beta);
      alpha.mine(32);
      await emitCancelOnBeta((message) => message, 2);
      await refused('NOT_FINAL', onAlpha(ofBeta.commit(), ofBeta.execute()));
    });

    it('while its own view is catching up: CATCHING_UP', async () => {
      const late = await world.signer(1);
      alpha.mine(500);
      await late.advance();
      await refused('CATCHING_UP', proposal(commit(), execute()), late);
    });

    it('when its endpoints do not agree: NO_QUORUM', async () => {
      for (const read of ['acceptsAnchor', 'oracle', 'finalized', 'statuses', 'lane', 'remote', 'build'] as const) {
        const message = 'no two endpoints agree (https://node.example: late)';
        const silent = showing(beta, { [read]: async () => fail('NO_QUORUM', message, true) });
        const source = read === 'finalized' ? showing(alpha, { finalized: silent.finalized }) : alpha;
        const lost = await world.seeingSigner(1, [source, silent]);
        await refused('NO_QUORUM', proposal(commit(), execute()), lost);
        const answer = await lost.service.sign(proposal(commit(), execute()));
        assert.ok(!answer.ok && !answer.error.message.includes('node.example'), 'the relayer learns no host');
      }
    });

    it('to cancel while it cannot tell whether the message can be delivered: NO_QUORUM', async () => {
      beta.settings.limits.set(limitKey(alpha.domain, 'bridged'), { available: 0n, capacity: 1_000n });
      for (const read of ['simulate', 'limits'] as const) {
        const silent = showing(beta, { [read]: async () => fail('NO_QUORUM', 'no two endpoints agree', true) });
        const lost = await world.seeingSigner(1, [alpha, silent]);
        await refused('NO_QUORUM', proposal(commit(), cancel()), lost);
      }
    });

    it('while its key service gives no signature, and signs once it does: KEY_SERVICE', async () => {
      const failure = { code: 'KEY_SERVICE_UNAVAILABLE', message: 'the key service does not answer', retryable: true };
      const answers = [() => Promise.reject(new HeldKeyError(failure))];
      const sign: ChainProvider['sign'] = (...args) => answers.pop()?.() ?? beta.sign(...args);
      const held = await world.signer(1, [alpha, showing(beta, { sign })]);
      await held.advance();
      const answer = await held.service.sign(proposal(commit(), execute()));
      assert.ok(!answer.ok && answer.error.code === 'KEY_SERVICE' && answer.error.retryable);
      assert.equal(answer.error.message, 'KEY_SERVICE_UNAVAILABLE: the key service does not answer');
      caused.add('KEY_SERVICE');
      assert.ok((await held.service.sign(proposal(commit(), execute()))).ok);
      await held.storage.close();
    });

    it('calls that cannot be built into a transaction: NOT_BUILDABLE', async () => {
      const full = showing(beta, { build: async () => fail('BATCH_TOO_LARGE', 'too many bytes') });
      const limited = await world.seeingSigner(1, [alpha, full]);
      await refused('NOT_BUILDABLE', proposal(commit(), execute()), limited);
    });

    it('a missing account creation, and names the action: ACCOUNT_CREATION_NEEDED', async () => {
      const error = { code: 'ACCOUNT_CREATION_NEEDED', message: 'needed', retryable: true, callIndex: 1 };
      const seeing = await world.seeingSigner(1, [alpha, showing(beta, { build: async () => ({ ok: false, error }) })]);
      await refused('ACCOUNT_CREATION_NEEDED', proposal(commit(), execute()), seeing);
      const answer = await seeing.service.sign(proposal(commit(), execute()));
      assert.ok(!answer.ok && answer.error.action === 1 && answer.error.retryable);
    });

    it('more proposals than its queue holds: BUSY', async () => {
      const asked = Array.from({ length: 8 }, () => signer.service.sign(proposal(commit(3))));
      const codes = (await Promise.all(asked)).map((answer) => (answer.ok ? 'signed' : answer.error.code));
      assert.equal(codes.filter((code) => code === 'BUSY').length, 3);
      caused.add('BUSY');
    });

    for (const [what, error, code] of [
      ['another deployment than its file says', fail('DEPLOYMENT_MISMATCH', 'another asset'), 'DEPLOYMENT_MISMATCH'],
      ['a deployment that cannot be read', fail('NO_QUORUM', 'down', true), 'NO_QUORUM'],
    ] as const) {
      it(`${what}, until it is verified once (M6): ${code}`, async () => {
        const answers: Result<void>[] = [error, ok(undefined)];
        const verify = async () => answers.shift() ?? error;
        const careful = await world.seeingSigner(1, [world.chains[0], showing(beta, { verify })]);
        await refused(code, proposal(commit(), execute()), careful);
        assert.ok((await careful.service.sign(proposal(commit(), execute()))).ok);
        assert.ok((await careful.service.sign(proposal(commit()))).ok, 'it is verified once');
      });
    }

    /** A request by a stranger is refused before it is a proposal: see exchange/. */
    const policies = Object.keys(REFUSALS).filter((code) => code !== 'UNAUTHENTICATED');
    after(() => assert.deepEqual([...caused].sort(), policies.sort(), 'every refusal has a test'));
  });

  describe('signs a cancellation', () => {
    it('once the destination’s finalized time is after the deadline, and not at it', async () => {
      const deadline = (alpha.emittedAtMs()[0] as number) + 600_000;
      beta.blockMs = deadline - beta.tip.timeMs;
      beta.mine();
      beta.blockMs = 1;
      beta.mine(32);
      await refused('CANCEL_TOO_EARLY', proposal(commit(), cancel()));
      beta.mine();
      assert.ok((await signer.service.sign(proposal(commit(), cancel()))).ok);
    });

    it('of a message that can never be paid', async () => {
      const { recipient } = alpha.emitted()[0] as Message;
      beta.settings.unpayable.set(recipient, 'InvalidRecipient');
      assert.ok((await signer.service.sign(proposal(commit(), cancel()))).ok);
    });

    it('of a message above the whole capacity', async () => {
      beta.settings.limits.set(limitKey(alpha.domain, 'bridged'), { available: 999n, capacity: 999n });
      assert.ok((await signer.service.sign(proposal(commit(), cancel()))).ok);
    });
  });

  it('signs the execution of a Cancel for a message in its own view', async () => {
    await emitCancelOnBeta((message) => message);
    assert.ok((await signer.service.sign(onAlpha(ofBeta.commit(), ofBeta.execute()))).ok);
  });

  const BAD: Hex = `0x${'00'.repeat(30)}bad0`;

  /** Lets beta emit the Cancel of alpha's message at `index`, changed by `forge`, and makes it final. */
  async function emitCancelOnBeta(forge: (message: Message) => Message, index = 0): Promise<void> {
    beta.lock(alpha, forge(cancelOf(alpha.emitted()[index] as Message, 0n)));
    beta.mine(33);
    await signer.advance();
  }
});

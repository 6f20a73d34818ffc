import assert from 'node:assert/strict';
import {
  type Comparison as ChainComparison,
  type ChainProvider,
  type Difference,
  HeldKeyError,
  type ReadFailure,
  type RemoteRegistration,
} from '@causeway/chains';
import { limitKey } from '@causeway/chains/test-support';
import { fail, ok, type Result } from '@causeway/protocol';
import type { RefusalCode } from '../../src/signer/refusal.ts';
import { showing } from '../support/showing.ts';
import {
  cancel,
  causing,
  commit,
  execute,
  ofBeta,
  proposal,
  refuses,
  type SignerScene,
  signerScene,
  TESTED,
} from '../support/signer-scene.ts';
import type { TestSigner } from '../support/world.ts';

describe('signer', function () {
  this.timeout(120_000);
  let { world, alpha, beta, signer } = {} as SignerScene;

  beforeEach(async () => {
    ({ world, alpha, beta, signer } = await signerScene());
  });
  afterEach(() => world.close());

  describe('refuses', () => {
    const caused = causing(TESTED.proposals);
    async function refused(code: RefusalCode, body: unknown, by: TestSigner = signer, why = ''): Promise<void> {
      await refuses(by, code, body, why);
      caused(code);
    }

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
      caused('KEY_SERVICE');
      assert.ok((await held.service.sign(proposal(commit(), execute()))).ok);
      await held.storage.close();
    });

    it('calls that cannot be built into a transaction: NOT_BUILDABLE', async () => {
      const full = showing(beta, { build: async () => fail('BATCH_TOO_LARGE', 'too many bytes') });
      const limited = await world.seeingSigner(1, [alpha, full]);
      await refused('NOT_BUILDABLE', proposal(commit(), execute()), limited);
    });

    it('a missing account creation, and names the action: ACCOUNT_CREATION_NEEDED', async () => {
      const error = { code: 'ACCOUNT_CREATION_NEEDED', message: 'needed', retryable: true, callIndex: 1 } as const;
      const seeing = await world.seeingSigner(1, [alpha, showing(beta, { build: async () => ({ ok: false, error }) })]);
      await refused('ACCOUNT_CREATION_NEEDED', proposal(commit(), execute()), seeing);
      const answer = await seeing.service.sign(proposal(commit(), execute()));
      assert.ok(!answer.ok && answer.error.action === 1 && answer.error.retryable);
    });

    it('more proposals than its queue holds: BUSY', async () => {
      const asked = Array.from({ length: 8 }, () => signer.service.sign(proposal(commit(3))));
      const codes = (await Promise.all(asked)).map((answer) => (answer.ok ? 'signed' : answer.error.code));
      assert.equal(codes.filter((code) => code === 'BUSY').length, 3);
      caused('BUSY');
    });

    for (const [what, error, code] of [
      ['another deployment than its file says', fail('DEPLOYMENT_MISMATCH', 'another asset'), 'DEPLOYMENT_MISMATCH'],
      ['a deployment that cannot be read', fail('NO_QUORUM', 'down', true), 'NO_QUORUM'],
    ] as const) {
      it(`${what}, until it is verified once (M6): ${code}`, async () => {
        const answers: Result<ChainComparison, ReadFailure>[] = [error, ok({ found: {}, differences: [] })];
        const compare = async () => answers.shift() ?? error;
        const careful = await world.seeingSigner(1, [world.chains[0], showing(beta, { compare })]);
        await refused(code, proposal(commit(), execute()), careful);
        assert.ok((await careful.service.sign(proposal(commit(), execute()))).ok);
        assert.ok((await careful.service.sign(proposal(commit()))).ok, 'it is verified once');
      });
    }

    it('a deployment that a later comparison finds changed, until it is as before: DEPLOYMENT_MISMATCH', async () => {
      const changed: Difference = {
        ...{ chain: beta.name, family: beta.family, what: 'the code of the bridge' },
        ...{ expected: '0x01', found: '0x02', severity: 'refuse' },
      };
      let differences: readonly Difference[] = [];
      const compare = async () => ok({ found: {}, differences });
      const careful = await world.seeingSigner(1, [world.chains[0], showing(beta, { compare })]);
      assert.ok((await careful.service.sign(proposal(commit(), execute()))).ok);
      differences = [changed];
      await careful.deployments.start();
      await world.clock.advance(10 * 60_000);
      const answer = await careful.service.sign(proposal(commit()));
      assert.ok(!answer.ok && answer.error.code === 'DEPLOYMENT_MISMATCH');
      caused('DEPLOYMENT_MISMATCH');
      differences = [];
      await world.clock.advance(10 * 60_000);
      assert.deepEqual(careful.deployments.refusalsOf(beta), []);
      await careful.deployments.stop();
    });
  });
});

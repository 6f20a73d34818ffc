import { strict as assert } from 'node:assert';
import type { AdminAction, Administration, Deployment, KeyHandle, LimitSide, SideLimits } from '@causeway/chains';
import { actorsOf } from '../test/support/actors.ts';
import { codeOf, must } from '../test/support/bridges.ts';
import {
  batchOf,
  commitAll,
  commitOf,
  deliver,
  execute,
  executionOf,
  lock,
  statusOf,
} from '../test/support/traffic.ts';
import type { Administered, ChainUnderTest } from './chain-under-test.ts';
import { onEveryKind } from './on-every-kind.ts';

const administered = (chain: ChainUnderTest): Administered =>
  chain.administered ?? assert.fail('nobody administers it');

onEveryKind(
  'administration',
  (chain) => {
    const { admin, guardian } = administered(chain);
    const administration = (): Administration => chain.here.administration ?? assert.fail('it has no administration');
    const remote = () => chain.there.domain;
    const outsider = () => actorsOf(chain.here).outsider;

    /** Plans `action` for `key` and lets the other tool execute every file. */
    const byPlan = async (action: AdminAction, key: KeyHandle = admin) => {
      const files = must(await administration().plan(action, { from: key.address }));
      assert(files.length > 0);
      for (const file of files) await administered(chain).executePlan(file, key);
    };
    const byKey = async (action: AdminAction, key: KeyHandle = admin) => {
      const references = must(await administration().execute(action, key));
      assert(references.length > 0 && references.every((reference) => reference.length > 0));
    };
    const paused = async () => {
      const [whole, lane] = [must(await chain.here.paused()), must(await chain.here.lane(remote()))];
      return [whole.outbound, whole.inbound, lane.paused];
    };
    const limitsOf = async (side: LimitSide): Promise<SideLimits> => {
      const { minAmount, maxAmount, capacity, refillPerSecond } = must(await chain.here.limits(remote(), side));
      const limits = { minAmount, maxAmount, capacity, refillPerSecond };
      return {
        side,
        limits: Object.fromEntries(
          Object.entries(limits).map(([name, value]) => [name, String(value)]),
        ) as unknown as SideLimits['limits'],
      };
    };
    /** The names of what verification finds another than the deployment file with `record` has. */
    const differing = async (record: object = {}): Promise<readonly string[]> => {
      const { deployment } = chain;
      const main = { ...deployment.bridges.main, ...record };
      const file = { ...deployment, bridges: { ...deployment.bridges, main } } as Deployment;
      return must(await chain.provider({}, file).compare()).differences.map(({ what }) => what);
    };
    const inbound = { direction: 'inbound' } as const;
    const outbound = { direction: 'outbound' } as const;

    before(async () => {
      await commitAll(chain.here, chain.there);
      await commitAll(chain.there, chain.here);
    });

    it('names the holders of its roles in the form in which a key is named', async () => {
      const { roles, roleOf } = administration();
      assert.deepEqual(must(await roles()), {
        admin: roleOf(admin),
        proposedAdmin: null,
        guardian: roleOf(guardian),
      });
      const { parseHolder } = administration();
      assert.equal(must(parseHolder(admin.address)), roleOf(admin));
      assert.equal(must(parseHolder(roleOf(admin))), roleOf(admin));
      assert.equal(codeOf(parseHolder('nobody')), 'INVALID_ADDRESS');
    });

    it('knows who has acted on the chain before', async () => {
      const { hasActed, roleOf } = administration();
      assert.equal(must(await hasActed(roleOf(admin))), true);
      assert.equal(must(await hasActed(roleOf(outsider()))), false);
    });

    it('lets the guardian pause by its key, and the admin end the pause', async () => {
      await byKey({ name: 'pause', scope: inbound }, guardian);
      await byKey({ name: 'pause', scope: { remote: remote() } }, guardian);
      assert.deepEqual(await paused(), [false, true, true]);
      await byKey({ name: 'unpause', scope: { remote: remote() } });
      await byKey({ name: 'unpause', scope: inbound });
      assert.deepEqual(await paused(), [false, false, false]);
    });

    it('pauses although two processes with one key do it at the same moment', async () => {
      must(await administration().ownChain());
      const twins = [chain.provider({}, chain.deployment), chain.provider({}, chain.deployment)];
      const pause = { name: 'pause', scope: { remote: remote() } } as const;
      const ended = await Promise.all(twins.map(({ administration: twin }) => twin?.execute(pause, guardian)));
      assert(ended.some((one) => one?.ok));
      // Whoever comes second is included too, or learns that it never will be: a watch then finds the pause in force.
      for (const one of ended) assert(one?.ok || one?.error.retryable, JSON.stringify(one));
      assert.deepEqual(await paused(), [false, false, true]);
      await byKey({ name: 'unpause', scope: { remote: remote() } });
      assert.deepEqual(await paused(), [false, false, false]);
    });

    it('plans pauses that another tool executes', async () => {
      await byPlan({ name: 'pause', scope: outbound }, guardian);
      await byPlan({ name: 'pause', scope: { remote: remote() } }, guardian);
      assert.deepEqual(await paused(), [true, false, true]);
      await byPlan({ name: 'unpause', scope: { remote: remote() } });
      await byPlan({ name: 'unpause', scope: outbound });
      assert.deepEqual(await paused(), [false, false, false]);
    });

    it('finds before anything is sent that a key may only pause, or nothing', async () => {
      const { check, execute, plan } = administration();
      const members = actorsOf(chain.here).members.map(({ address }) => address);
      const forAdmin: readonly AdminAction[] = [
        { name: 'unpause', scope: inbound },
        { name: 'setLimits', remote: remote(), limits: [await limitsOf('canonical')] },
        { name: 'collectFees', to: chain.alice.address },
        { name: 'setOracle', oracle: { members: members.slice(0, 3), threshold: 2 } },
        { name: 'setGuardian', guardian: outsider().address },
        { name: 'proposeAdmin', admin: outsider().address },
        { name: 'acceptAdmin' },
      ];
      for (const action of forAdmin) {
        for (const from of [guardian.address, outsider().address]) {
          assert.equal(codeOf(await check(action, from)), 'NotAdmin', `${action.name} by ${from}`);
        }
      }
      const pause = { name: 'pause', scope: inbound } as const;
      must(await check(pause, guardian.address));
      must(await check(pause, admin.address));
      assert.equal(codeOf(await check(pause, outsider().address)), 'NotGuardian');
      assert.equal(codeOf(await plan(pause, { from: outsider().address })), 'NotGuardian');
      assert.notEqual((await execute({ name: 'setGuardian', guardian: outsider().address }, guardian)).ok, true);
      assert.deepEqual(await paused(), [false, false, false]);
    });

    it('sets the limits of both sides and the fee of a remote', async () => {
      const before = [await limitsOf('canonical'), await limitsOf('bridged')];
      const raised = before.map(({ side, limits }) => ({ side, limits: { ...limits, refillPerSecond: '7' } }));
      await byPlan({ name: 'setLimits', remote: remote(), limits: raised });
      assert.deepEqual([await limitsOf('canonical'), await limitsOf('bridged')], raised);
      await byKey({ name: 'setLimits', remote: remote(), limits: before });
      assert.deepEqual([await limitsOf('canonical'), await limitsOf('bridged')], before);
      assert.equal(
        codeOf(await administration().check({ name: 'setFee', remote: 77, fee: 1n }, admin.address)),
        'UnknownRemote',
      );
    });

    it('collects the fees that locks have paid', async () => {
      const fee = chain.unit / 1_000n;
      await byPlan({ name: 'setFee', remote: remote(), fee });
      assert.equal(must(await chain.here.fee(remote())), fee);
      await lock(chain.here, chain.there);
      await byKey({ name: 'setFee', remote: remote(), fee: 0n });
      const coin = { address: null, decimals: String(chain.unit).length - 1 };
      const holding = async () => must(await chain.here.wallet.holding(chain.alice.address, coin));
      const before = await holding();
      await byPlan({ name: 'collectFees', to: chain.alice.address });
      const paid = (await holding()) - before;
      assert(paid >= fee && paid % fee === 0n, `${paid} of ${fee}`);
      await commitAll(chain.here, chain.there);
    });

    it('replaces a wrong root, and drops one whose messages do not exist', async () => {
      const { here, there } = chain;
      const message = await lock(there, here);
      const batch = batchOf(message);
      const wrong = { ...batch, root: `0x${'ab'.repeat(32)}` } as const;
      await execute(here, [commitOf(message, wrong)]);
      const interval = { source: there.domain, firstNonce: batch.firstNonce, count: batch.count };
      const repair = { name: 'replaceRoot', interval, root: batch.root, changed: [] } as const;
      assert.equal(codeOf(await administration().check(repair, admin.address)), 'InboundNotPaused');
      await byKey({ name: 'pause', scope: inbound }, guardian);
      await byPlan(repair);
      assert.equal(must(await here.root(there.domain, batch.firstNonce, batch.count)), batch.root);
      await byKey({ name: 'unpause', scope: inbound });
      await execute(here, [executionOf('mintTokens', message, batch)]);

      const forged = { ...wrong, firstNonce: message.nonce + 1n };
      await execute(here, [commitOf(message, forged)]);
      await byKey({ name: 'pause', scope: { remote: there.domain } }, guardian);
      await byPlan({
        name: 'replaceRoot',
        interval: { ...interval, firstNonce: forged.firstNonce },
        root: `0x${'00'.repeat(32)}`,
        changed: [],
      });
      assert.equal(must(await here.lane(there.domain)).nextInboundNonce, forged.firstNonce);
      // The message of the replaced root that was acted on is another one by now.
      await byPlan({ ...repair, root: wrong.root, changed: [message.nonce] });
      assert.equal(await statusOf(here, message), 'replaced');
      await byKey({ name: 'unpause', scope: { remote: there.domain } });
      await deliver(here, await lock(there, here), 'mintTokens');
    });

    it('changes the oracle, which signs from then on', async () => {
      const { members } = actorsOf(chain.here);
      const all = members.map(({ address }) => address);
      const before = must(await chain.here.oracle());
      const oracle = { members: all.slice(0, 3), threshold: 2 };
      await byPlan({ name: 'setOracle', oracle });
      // The deployment file names the account whose members are read.
      const { address } = must(await chain.here.oracle());
      const file = { ...chain.deployment, oracle: { ...chain.deployment.oracle, address } };
      const now = must(await chain.provider({}, file).oracle());
      assert.deepEqual([[...now.members].sort(), now.threshold], [[...oracle.members].sort(), 2]);
      await byKey({ name: 'setOracle', oracle: { members: all, threshold: before.threshold } });
      assert.equal(must(await chain.here.oracle()).threshold, before.threshold);
      const few = { name: 'setOracle', oracle: { members: all.slice(0, 4), threshold: 2 } } as const;
      assert.equal(codeOf(await administration().check(few, admin.address)), 'InvalidOracle');
    });

    it('hands guardian and admin over, in two steps', async () => {
      const { roles, roleOf, check } = administration();
      await byPlan({ name: 'setGuardian', guardian: outsider().address });
      assert.equal(must(await roles()).guardian, roleOf(outsider()));
      assert.deepEqual(await differing(), ['guardian']);
      await byKey({ name: 'setGuardian', guardian: guardian.address });

      await byPlan({ name: 'proposeAdmin', admin: chain.alice.address });
      assert.equal(must(await roles()).proposedAdmin, roleOf(chain.alice));
      await byPlan({ name: 'proposeAdmin', admin: null });
      assert.equal(must(await roles()).proposedAdmin, null);
      assert.equal(codeOf(await check({ name: 'acceptAdmin' }, chain.alice.address)), 'NotAdmin');
      await byKey({ name: 'proposeAdmin', admin: chain.alice.address });
      await byPlan({ name: 'acceptAdmin' }, chain.alice);
      assert.equal(must(await roles()).admin, roleOf(chain.alice));
      assert.deepEqual(await differing({ admin: roleOf(chain.alice) }), []);
      await byPlan({ name: 'proposeAdmin', admin: admin.address }, chain.alice);
      await byKey({ name: 'acceptAdmin' });
      assert.deepEqual(must(await roles()), {
        admin: roleOf(admin),
        proposedAdmin: null,
        guardian: roleOf(guardian),
      });
    });
  },
  (chain) => chain.administered !== undefined,
);

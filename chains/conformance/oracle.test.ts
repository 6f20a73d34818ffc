import { strict as assert } from 'node:assert';
import {
  type KeyHandle,
  kindOf,
  mintTokens,
  type OracleCall,
  type OracleSignature,
  type OracleTransaction,
  releaseTokens,
} from '@causeway/chains';
import { type Hex, type Message, ZERO_32 } from '@causeway/protocol';
import { actorsOf } from '../test/support/actors.ts';
import { codeOf, must } from '../test/support/bridges.ts';
import {
  allEvents,
  batchOf,
  built,
  commitAll,
  commitOf,
  committedMints,
  deliveryOf,
  execute,
  executionOf,
  landed,
  lastMessage,
  lock,
  lockMany,
  sent,
  signedBy,
  statusOf,
  submissionOf,
  type Use,
} from '../test/support/traffic.ts';
import { onEveryKind } from './on-every-kind.ts';

onEveryKind('the oracle', (chain) => {
  afterEach(() => commitAll(chain.there, chain.here));
  /** A commitment that the contract accepts. */
  const nextCommit = async () => deliveryOf(await lock(chain.there, chain.here), 'mintTokens')[0] as OracleCall;

  it('has the members and the threshold of its deployment', async () => {
    const { address, members, threshold, deviations } = must(await chain.here.oracle());
    const { oracle } = chain.deployment;
    assert.deepEqual(deviations, []);
    assert.deepEqual([address, threshold], [oracle.address, oracle.threshold]);
    assert.deepEqual([...members].sort(), [...oracle.members].sort());
  });

  it('has anchors that others with the same view accept, and that pass', async () => {
    const { here } = chain;
    const anchor = must(await here.anchor(chain.actors.relayer));
    assert(anchor.length <= 128);
    must(await chain.provider().acceptsAnchor(anchor));
    await chain.outdateAnchors();
    const refused = await here.acceptsAnchor(anchor);
    assert(!refused.ok && refused.error.code === 'ANCHOR_MISMATCH' && refused.error.retryable);
    must(await here.acceptsAnchor(must(await here.anchor(chain.actors.relayer))));
    const commit = await nextCommit();
    for (const text of ['', 'x', `${anchor}\n`, ` ${anchor}`, '-1']) {
      assert.equal(codeOf(await here.acceptsAnchor(text)), 'ANCHOR_MISMATCH', text);
      assert.equal(codeOf(await here.build(text, [commit])), 'INVALID_ANCHOR', text);
    }
  });

  it('has transactions that are the same for everyone, and others for another anchor or other calls', async () => {
    const { here } = chain;
    const calls = [await nextCommit()];
    const transaction = await built(here, calls);
    assert.deepEqual(must(await chain.provider().build(transaction.anchor, calls)), transaction);
    const twice = must(await here.build(transaction.anchor, [...calls, ...calls]));
    assert.notEqual(twice.digest, transaction.digest);
    await chain.outdateAnchors();
    assert.notEqual((await built(here, calls)).digest, transaction.digest);
  });

  it('builds no call that this bridge would refuse', async () => {
    const { here, there } = chain;
    const message = await lock(there, here);
    const anchor = must(await here.anchor(chain.actors.relayer));
    const refused = async (change: Partial<Message>, use: Use = 'mintTokens') => {
      const changed = { ...message, ...change };
      const calls = [await nextCommit(), executionOf(use, changed, batchOf(changed))];
      const result = await here.build(anchor, calls.slice(here.oracleRules.commitsApart ? 1 : 0));
      assert(!result.ok && !result.error.retryable);
      assert.equal(result.error.callIndex, here.oracleRules.commitsApart ? 0 : 1);
      return result.error.code;
    };
    assert.equal(await refused({ destination: there.domain }), 'WRONG_BRIDGE');
    assert.equal(await refused({ destinationBridge: ZERO_32 }), 'WRONG_BRIDGE');
    assert.equal(await refused({}, 'releaseTokens'), 'WrongAssetHome');
    assert.equal(codeOf(await here.build(anchor, [])), 'EmptyBatch');
    const tooMany = Array(2 * here.oracleRules.maxCalls).fill(await nextCommit());
    assert.equal(codeOf(await here.build(anchor, tooMany)), 'BATCH_TOO_LARGE');
  });

  describe('signatures', () => {
    let transaction: OracleTransaction;
    let signatures: readonly OracleSignature[];
    beforeEach(async () => {
      transaction = await built(chain.here, [await nextCommit()]);
      signatures = await signedBy(chain.here, transaction, chain.actors.members);
    });
    const prepare = (given: readonly OracleSignature[]) =>
      chain.here.prepareOracle(transaction, given, chain.actors.relayer);
    const pick = (...indexes: readonly number[]) => indexes.map((index) => signatures[index] as OracleSignature);

    it('name the member that made them', () => {
      const signers = signatures.map((signature) => chain.here.recoverSigner(transaction, signature));
      assert.deepEqual(
        signers,
        chain.actors.members.map(({ address }) => address),
      );
    });

    it('of an outsider, of another member, changed, cut, doubled or for other calls count for nothing', async () => {
      const { here } = chain;
      const good = signatures[0] as OracleSignature;
      const other = await built(here, [await nextCommit()]);
      const flipped = `${good.signature.slice(0, -1)}${good.signature.endsWith('0') ? '1' : '0'}` as Hex;
      const bad: readonly OracleSignature[] = [
        { ...good, signer: signatures[1]?.signer ?? '' },
        { ...good, signer: 'nobody' },
        { ...good, signature: flipped },
        { ...good, signature: good.signature.slice(0, -2) as Hex },
        { ...good, signature: `${good.signature}${good.signature.slice(2)}` },
        { ...good, signature: '0x' },
        await here.sign(other, chain.actors.members[0] as KeyHandle),
      ];
      for (const [index, signature] of bad.entries()) {
        assert.equal(here.recoverSigner(transaction, signature), null, String(index));
        assert.equal(codeOf(await prepare([...pick(2, 3), signature])), 'INVALID_SIGNATURE', String(index));
      }
      const outsider = await here.sign(transaction, chain.actors.outsider);
      assert.equal(codeOf(await prepare([...pick(2, 3), outsider])), chain.signatureRefusals.outsider);
    });

    it('must be of as many distinct members as the threshold', async () => {
      assert.equal(codeOf(await prepare(pick(0, 1))), chain.signatureRefusals.tooFew);
      assert.equal(codeOf(await prepare(pick(0, 1, 1))), chain.signatureRefusals.twice);
    });

    for (const group of [
      [0, 1, 2],
      [4, 2, 0],
      [1, 3, 4],
    ]) {
      it(`of members ${group.join(', ')} act`, async () => {
        const { here } = chain;
        await commitAll(chain.there, here);
        const keys = group.map((index) => chain.actors.members[index] as KeyHandle);
        const outcome = await landed(here, await submissionOf(here, [await nextCommit()], keys));
        assert(outcome.executionUnits > 0n);
        assert.deepEqual(
          outcome.events.map(({ type }) => type),
          ['rootCommitted'],
        );
      });
    }
  });

  it('lands as many calls as asked for, each with its event', async () => {
    const { here, there } = chain;
    const count = Math.min(10, here.oracleRules.maxCalls - 1);
    const calls = await committedMints(there, here, count);
    must(await here.simulate(calls));
    const owner = chain.alice.address;
    const [before, supply] = [
      must(await here.balance(owner, there.domain)),
      must(await here.bridgedSupply(there.domain)),
    ];
    const outcome = await execute(here, calls);
    assert.deepEqual(
      outcome.events.map(({ type }) => type),
      calls.map(() => 'executed'),
    );
    const minted = must(await here.balance(owner, there.domain)) - before;
    assert.equal(must(await here.bridgedSupply(there.domain)) - supply, minted);
    const unit = 10n ** BigInt(must(await here.decimals(there.domain)));
    assert.equal(minted, (unit / 100n) * BigInt(count));
    for (const call of calls) {
      assert(call.function === 'mintTokens');
      assert.equal(await statusOf(here, call.message), 'executed');
    }
  });

  it('costs its payer what the outcome says, and rent only where a delivery creates an account', async () => {
    const { here, there, actors } = chain;
    const coin = { address: null, decimals: kindOf(here.kind).coin.decimals };
    const coins = async () => must(await here.wallet.holding(actors.relayer.address, coin));
    await commitAll(there, here);
    const recipient = must(here.parseAddress(actors.outsider.address));
    const args = { remote: here.domain, recipient, localAmount: actorsOf(there).unit, reference: ZERO_32 };
    const lockForNobody = async () => {
      await sent(there, 'lockTokens', args);
      return lastMessage(there);
    };
    const messages = [await lockForNobody(), await lockForNobody()] as const;
    const batch = batchOf(...messages);
    await execute(here, [commitOf(messages[0], batch)]);
    const before = await coins();
    const { costs } = await execute(
      here,
      messages.map((message) => executionOf('mintTokens', message, batch)),
    );
    assert.equal(
      before - (await coins()),
      costs.reduce((sum, { fee, rent }) => sum + fee + rent, 0n),
    );
    assert(costs.every(({ fee }) => fee > 0n));
    const rents = [chain.accountRent, 0n].slice(0, here.oracleRules.commitsApart ? 2 : 1);
    assert.deepEqual(
      costs.map(({ rent }) => rent),
      rents,
    );
  });

  it('executes no message again, and a simulation names the failing call and the reason', async () => {
    const { here } = chain;
    const calls = await committedMints(chain.there, here, 3);
    await execute(here, [calls[1] as OracleCall]);
    const simulated = await here.simulate(calls);
    assert(!simulated.ok && !simulated.error.retryable);
    assert.deepEqual([simulated.error.code, simulated.error.callIndex], ['AlreadyExecuted', 1]);
    await execute(here, [calls[0], calls[2]] as OracleCall[]);
  });
});

onEveryKind('mintTokens and releaseTokens', (chain) => {
  it('land one call with collected signatures, and refuse the call of the other', async () => {
    const { here } = chain;
    const [call] = (await committedMints(chain.there, here)) as [OracleCall];
    const transaction = await built(here, [call]);
    const signatures = await signedBy(here, transaction);
    const signed = { call, signatures, anchor: transaction.anchor, payer: chain.actors.relayer };
    assert.equal(codeOf(await releaseTokens(here, signed)), 'WrongAssetHome');
    const reference = must(await mintTokens(here, signed, { lookMs: 50 }));
    const event = (await allEvents(here)).findLast(({ type }) => type === 'executed');
    assert.equal(event?.at.transaction, reference);
  });
});

onEveryKind(
  'oracle transactions with a root and its messages',
  (chain) => {
    it('commit and execute together, or change nothing', async () => {
      const { here, there } = chain;
      await commitAll(there, here);
      const [message] = await lockMany(there, here, 1);
      const [commit, mint] = deliveryOf(message as Message, 'mintTokens') as readonly [OracleCall, OracleCall];
      for (const [calls, code, callIndex] of [
        [[mint], 'UnknownRoot', 0],
        [[commit, mint, mint], 'AlreadyExecuted', 2],
        [[commit, commit, mint], 'NonceGap', 1],
      ] as const) {
        const refused = await here.simulate(calls);
        assert(!refused.ok);
        assert.deepEqual([refused.error.code, refused.error.callIndex], [code, callIndex]);
      }
      assert.equal(await statusOf(here, message as Message), 'none');
      must(await here.simulate([commit, mint]));
      const outcome = await execute(here, [commit, mint]);
      assert.deepEqual(
        outcome.events.map(({ type }) => type),
        ['rootCommitted', 'executed'],
      );
      assert.equal(await statusOf(here, message as Message), 'executed');
    });
  },
  ({ commitsApart }) => !commitsApart,
);

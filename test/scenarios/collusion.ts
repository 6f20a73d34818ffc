import { strict as assert } from 'node:assert';
import { type ChainProvider, lockTokens, type OracleSignature } from '@causeway/chains';
import { devKey } from '@causeway/devnet';
import { type Message, ZERO_32 } from '@causeway/protocol';
import type { Proposal } from '@causeway/relayer';
import { accountOn, controlOf, networkOf } from '../support/chain-control.ts';
import {
  anchored,
  codeOfSending,
  FINAL,
  inTransactions,
  messageOf,
  mintOf,
  pretending,
  robber,
} from '../support/collusion.ts';
import type { SystemKind } from '../support/control.ts';
import { executionsAt } from '../support/executions.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { completedOrder } from '../support/own-key.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';
import { watch } from '../support/ways.ts';

/** Members whose keys the attackers have: fewer than the threshold. */
const TRAITORS = ['signer-1', 'signer-2'] as const;

/**
 * Checks that two members and the relayer, who sign and send whatever they like, take nothing: the chain refuses what
 * has two signatures, the honest signers refuse what is not as they see it, and the order arrives once an honest
 * relayer runs.
 */
export function withstandsTwoMembers(
  { kind, chain, peer, traitors: expected }: SystemKind,
  stackOf: () => Promise<Stack>,
): void {
  let stack: Stack;
  let [source, destination]: readonly ChainProvider[] = [];
  let message: Message;
  let lock = '';
  let from = 0;
  let received: () => Promise<string>;
  /** A genuine delivery that three honest members signed and the relayer withholds. */
  let withheld: readonly OracleSignature[] = [];
  let withheldBy: Proposal;
  const there = () => destination as ChainProvider;
  const keys = TRAITORS.map((role) => devKey(role, kind));

  before(async () => {
    stack = await stackOf();
    [source, destination] = [stack.provider(peer), stack.provider(chain)];
    await stack.relayer.stop();
    from = (await read(there().head())).number + 1;
    const carol = accountOn('carol', chain);
    received = await watch(stack, chain, carol, networkOf(peer).assets.main.symbol);
    const recipient = await read(Promise.resolve(there().parseAddress(carol)));
    const args = { remote: there().domain, recipient, localAmount: 10n ** 17n, reference: ZERO_32 };
    const before = (await read((source as ChainProvider).head())).number;
    lock = await read(lockTokens(source as ChainProvider, devKey('dave', networkOf(peer).kind), args));
    message = await messageOf(source as ChainProvider, lock, before);
    await controlOf(stack, peer).mine(FINAL);
  });

  const forgeries: Readonly<Record<string, () => Promise<Message>>> = {
    'the lock itself': async () => message,
    'a lock to somebody else': async () => ({ ...message, recipient: await robber(there()) }),
    'a lock of a thousand times the amount': async () => ({ ...message, wireAmount: 1_000n * message.wireAmount }),
    'what was never locked': async () => ({ ...message, nonce: message.nonce + 1n }),
  };

  for (const [what, forge] of Object.entries(forgeries)) {
    it(`cannot mint ${what}`, async () => {
      for (const [how, pretence] of [
        ['two', { threshold: TRAITORS.length }],
        ['stranger', { members: [...keys, devKey('dave', kind)].map(({ address }) => address) }],
      ] as const) {
        const provider = await pretending(stack, chain, pretence);
        const signers = how === 'two' ? keys : [...keys, devKey('dave', kind)];
        for (const calls of inTransactions(provider, mintOf(await forge()))) {
          const transaction = await anchored(provider, calls);
          const signatures = await Promise.all(signers.map((key) => provider.sign(transaction, key)));
          assert.equal(await codeOfSending(provider, transaction, signatures), expected[how], how);
        }
        await provider.close();
      }
      assert.deepEqual(await read(there().statuses(message.source, message.nonce, 2)), ['none', 'none']);
      assert.equal(await received(), '0');
    });
  }

  it('get no third signature for anything but what is', async () => {
    const { nonce } = message;
    const anchor = await read(there().anchor(devKey('relayer', kind)));
    const proposed = (actions: readonly object[]) =>
      ({ destination: there().domain, family: 'main', anchor, actions }) as Proposal;
    const ask = (proposal: Proposal) =>
      Promise.all(
        stack.signerClients.slice(TRAITORS.length).map((signer) => signer.sign(proposal, new AbortController().signal)),
      );
    const commit = (firstNonce: bigint, count = 1) => ({ commit: message.source, firstNonce, count });
    const under = { nonce, firstNonce: nonce, count: 1 };
    const [execute, cancel] = [
      { execute: message.source, ...under },
      { cancel: message.source, ...under },
    ];
    const alone = there().oracleRules.commitsApart;

    withheldBy = proposed(alone ? [commit(nonce)] : [commit(nonce), execute]);
    withheld = await until('all honest members have signed the delivery', async () => {
      const answers = await ask(withheldBy);
      return answers.every(({ ok }) => ok) && answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
    });

    const refused: readonly (readonly [code: string, ...actions: readonly object[]])[] = [
      ['MALFORMED_PROPOSAL', { replaceRoot: message.source, firstNonce: nonce, count: 1 }],
      ['MALFORMED_PROPOSAL', { ...execute, recipient: await robber(there()) }],
      ['UNKNOWN_MESSAGE', commit(nonce, 2)],
      ['NONCE_GAP', commit(nonce + 1n)],
      ...(nonce > 0n ? [['NONCE_GAP', commit(nonce - 1n)] as const] : []),
      ['ROOT_NOT_COMMITTED', execute],
      ['ROOT_NOT_COMMITTED', cancel],
      ...(alone ? [] : [['CANCEL_TOO_EARLY', commit(nonce), cancel] as const]),
    ];
    for (const [code, ...actions] of refused) {
      for (const answer of await ask(proposed(actions))) assert.equal(answer.ok ? 'signed' : answer.error.code, code);
    }
    const stale = await ask({ ...proposed([commit(nonce)]), anchor: 'another' });
    for (const answer of stale) assert.equal(answer.ok ? 'signed' : answer.error.code, 'ANCHOR_MISMATCH');
  });

  it('delay the order, which arrives once when an honest relayer runs, and what they withheld is worth nothing then', async () => {
    await stack.relayer.start();
    await completedOrder(stack, lock);
    const calls = mintOf(message).slice(0, withheldBy.actions.length);
    const late = await read(there().build(withheldBy.anchor, calls));
    assert.equal(await codeOfSending(there(), late, withheld), expected.withheld);
    assert.deepEqual([...(await executionsAt(there(), from)).values()], [1]);
    assert.equal(await received(), '0.1');
    await assertConserved(stack.registry.providers);
  });
}

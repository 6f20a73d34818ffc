import { strict as assert } from 'node:assert';
import { type ChainProvider, lockTokens } from '@causeway/chains';
import { devKey } from '@causeway/devnet';
import { type Message, messageIdOf, ZERO_32 } from '@causeway/protocol';
import { controlOf, networkOf } from '../support/chain-control.ts';
import { codeOfForging, FINAL, forge, messageOf, mintOf, robber } from '../support/collusion.ts';
import type { SystemKind } from '../support/control.ts';
import { read } from '../support/invariants.ts';
import { askToCommit } from '../support/signing.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';
import { watchProcess } from '../support/watch.ts';

/** Pause between the blocks that come while signers look, milliseconds. */
const BLOCKS_MS = 2_000;

/** Wire units of the lock that waits, and of the mint in its place. */
const LOCKED = 5n * 10n ** 7n;
const FORGED = 4n * 10n ** 7n;

/**
 * Checks that every signer sees a mint that a threshold of stolen keys made in the place of a waiting lock, although
 * less is minted than was locked, and that the lane executes nothing more. It comes last on its stack: the lane stays
 * as it is.
 */
export function seesForgedMint({ kind, chain, peer }: SystemKind, stackOf: () => Promise<Stack>): void {
  let stack: Stack;
  let [source, destination] = [] as unknown as readonly [ChainProvider, ChainProvider];
  let waiting: readonly Message[] = [];
  const assets = () => stack.as('alice').client.market.assets();

  before(async () => {
    stack = await stackOf();
    [source, destination] = [stack.provider(peer), stack.provider(chain)];
    await until('every asset is backed to the last unit, by what the chains and the record show', async () =>
      (await assets()).every(
        ({ verdict, remotes }) => verdict === 'backed' && remotes.every(({ difference }) => difference === '0'),
      ),
    );
    await stack.relayer.stop();
    const recipient = await robber(destination);
    const before = (await read(source.head())).number;
    const localAmount = LOCKED * 10n ** 9n;
    const args = { remote: destination.domain, recipient, localAmount, reference: ZERO_32 };
    const locks: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      locks.push(await read(lockTokens(source, devKey('dave', networkOf(peer).kind), args)));
    }
    waiting = await Promise.all(locks.map((lock) => messageOf(source, lock, before)));
    await controlOf(stack, peer).mine(FINAL);
  });

  it('is seen by every signer: less than the lock in whose place it is', async () => {
    const [lock] = waiting as [Message];
    const forged = { ...lock, wireAmount: FORGED };
    await forge(destination, forged);
    await controlOf(stack, chain).mine(FINAL);
    // A source is judged once its final blocks are as young as the root.
    await controlOf(stack, peer).mine(FINAL);
    const lane = { source: lock.source, destination: lock.destination };
    const tells = ({ url }: Stack['signers'][number]) =>
      until(`${url} tells of the root and of the execution`, async () => {
        const answer = await fetch(`${url}/health`);
        const { differences } = (await answer.json()) as { differences: readonly Record<string, unknown>[] };
        return differences.length === 2 && { status: answer.status, differences };
      });
    // A second look confirms an execution that no source knows, and comes with new blocks.
    const blocks = setInterval(() => void controlOf(stack, chain).mine(1), BLOCKS_MS);
    const answers = await Promise.all(stack.signers.map(tells)).finally(() => clearInterval(blocks));
    for (const found of answers) {
      assert.equal(found.status, 503);
      assert.deepEqual(found.differences.map((one) => [one.source, one.destination, one.kind, one.subject]).sort(), [
        [lane.source, lane.destination, 'execution', messageIdOf(forged)],
        [lane.source, lane.destination, 'root', String(lock.nonce)],
      ]);
    }
  });

  it('is followed by no other execution on the lane', async () => {
    const next = waiting[1] as Message;
    const anchor = await read(destination.anchor(devKey('relayer', kind)));
    // Where a commitment stands alone, nothing under it is executed; elsewhere both are one transaction.
    const also = destination.oracleRules.commitsApart ? undefined : 'execute';
    const code = await askToCommit(stack, next, anchor, also);
    assert.equal(code, also ? 'LANE_DIFFERS' : 'signed');
  });

  it('turns the verdict of GET /assets at the second reading at the latest, once more stands there than was locked', async () => {
    const [before] = await assets();
    await forge(destination, { ...(waiting[1] as Message), wireAmount: 2n * LOCKED });
    const readings = new Set<string | null | undefined>([before?.checkedAt]);
    const [asset, remote] = await until('the verdict of the asset is broken', async () => {
      const found = (await assets()).find(({ homeChain }) => homeChain === peer);
      readings.add(found?.checkedAt);
      const [one] = found?.remotes.filter(({ chain: name }) => name === chain) ?? [];
      return found && one && found.verdict === 'broken' && ([found, one] as const);
    });
    assert.ok(readings.size <= 3, `broken after the readings at ${[...readings].join(', ')}`);
    assert.deepEqual([remote.verdict, remote.reason], ['broken', 'more was minted than is outstanding at home']);
    assert.equal(asset.reason, `${chain}: ${remote.reason}`);
  });

  it('is paused by a watch, whose key can only pause: nothing more is minted', async () => {
    const watch = await watchProcess(stack);
    watch.process.launch();
    const blocks = setInterval(() => void controlOf(stack, chain).mine(1), BLOCKS_MS);
    const paused = await watch.pausesAt(chain).finally(() => clearInterval(blocks));
    assert.equal(paused.part, peer);
    assert.ok((await read(destination.lane(source.domain))).paused);
    const [, lock] = waiting as [Message, Message];
    assert.notEqual(await codeOfForging(destination, mintOf({ ...lock, nonce: lock.nonce + 1n })), 'executed');
    await watch.process.stop();
  });
}

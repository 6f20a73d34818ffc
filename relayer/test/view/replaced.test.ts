// Messages whose nonce was executed before its interval was dropped or repaired: their status is Replaced, and only
// history shows whether they were delivered themselves.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainProvider, OracleCall } from '@causeway/chains';
import { idOf, type MemoryChain } from '@causeway/chains/test-support';
import { type Batch, buildBatch, type Hex, type Message, messageIdOf, ok, packProof } from '@causeway/protocol';
import { type BridgeStorage, openBridgeStorage } from '@causeway/storage';
import { exportView } from '../../src/view/export-view.ts';
import { importView } from '../../src/view/import-view.ts';
import { signedBytes } from '../../src/view/view-file.ts';
import { Watcher } from '../../src/view/watcher.ts';
import { RELAYER } from '../support/identities.ts';
import { actionsOf, proposalTo } from '../support/proposals.ts';
import { showing } from '../support/showing.ts';
import { bridgeOf, type TestSigner, World } from '../support/world.ts';

/** Blocks between two events, more than one range of a scan. */
const APART = 150;
/** Blocks until the view is compared with the chain again. */
const UNTIL_CHECK = 16;
const DAY_MS = 24 * 3_600_000;

describe('a replaced message', function () {
  this.timeout(120_000);
  let world: World;
  let [alpha, beta] = [] as unknown as readonly [MemoryChain, MemoryChain];
  let fresh: BridgeStorage;
  beforeEach(async () => {
    world = await World.create();
    [alpha, beta] = world.chains;
    fresh = await openBridgeStorage(':memory:', { clock: world.clock });
  });
  afterEach(async () => {
    await fresh.close();
    await world.close();
  });

  const lock = (count = 1) => {
    for (let index = 0; index < count; index++) alpha.lock(beta);
    alpha.mine(33);
  };
  const batchOf = (first: number, messages: readonly Message[]): Batch =>
    buildBatch(BigInt(first), messages.map(messageIdOf));
  const commit = (first: number, { root, count }: { readonly root: Hex; readonly count: number }): OracleCall => ({
    function: 'commitRoot',
    ...{ source: alpha.domain, firstNonce: BigInt(first), count, root },
  });
  const call = (name: 'mintTokens' | 'cancelOrder', message: Message, batch: Batch): OracleCall => ({
    function: name,
    ...{ message, proof: packProof(name, message, batch) },
  });
  /** Each call in a block of its own on beta, far from the next. */
  const run = (...calls: readonly OracleCall[]) => {
    for (const each of calls) {
      beta.executeAsOther([each]);
      beta.mine(APART);
    }
  };
  /** The batch of alpha's messages from nonce `first` on, and the call that commits it. */
  const sent = (first = 0) => {
    const messages = alpha.emitted().slice(first);
    const batch = batchOf(first, messages);
    return { messages, batch, commit: commit(first, { root: batch.root, count: messages.length }) };
  };
  /** Two messages are executed. Then their interval is dropped and committed anew. */
  const executeAndDrop = () => {
    lock(2);
    const { messages, batch, commit: again } = sent();
    run(again, ...messages.map((message) => call('mintTokens', message, batch)));
    beta.dropInterval(alpha.domain, 0n, 2);
    run(again);
  };
  /** Executes a message at `nonce` that alpha has not sent, and drops it. */
  const forgeAndDrop = (nonce: number) => {
    const [first] = alpha.emitted();
    const forged = { ...(first as Message), nonce: BigInt(nonce), sender: `0x${'f0'.repeat(32)}` as const };
    const batch = batchOf(nonce, [forged]);
    run(commit(nonce, { root: batch.root, count: 1 }), call('mintTokens', forged, batch));
    beta.dropInterval(alpha.domain, BigInt(nonce), 1);
    beta.mine(APART);
  };
  /** Lets a view catch up with `chain`. */
  const follow = async (provider: ChainProvider, storage: BridgeStorage) => {
    const watcher = new Watcher(bridgeOf(provider), storage.chainView);
    do await watcher.advance();
    while (watcher.behind);
    return watcher;
  };
  const seen = async (signer: TestSigner) => {
    for (let turn = 0; turn < 12; turn++) await signer.advance();
    return signer;
  };

  describe('in an exported view', () => {
    let folder: string;
    let file: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'causeway-'));
      file = join(folder, 'beta.view');
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    /** Exports beta, and leaves out the block with the outcome of `without`: a known exporter lies. */
    const exported = async (without?: Hex) => {
      for (const chain of world.chains) await follow(chain, world.storage);
      rmSync(file, { force: true });
      const made = await exportView('beta', [bridgeOf(beta)], world.storage.chainView, RELAYER, file);
      assert.ok(made.ok);
      const block = without && (await world.storage.chainView.outcome(without))?.at.block.number;
      if (block === undefined) return;
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(0, -1);
      const rest = lines.filter((line) => (JSON.parse(line) as { readonly block?: number }).block !== block);
      assert.equal(rest.length, lines.length - 1);
      const text = rest.map((line) => `${line}\n`).join('');
      const signature = await RELAYER.sign(signedBytes(createHash('sha256').update(text).digest('hex')));
      assert.ok(signature.ok);
      writeFileSync(file, `${text}${JSON.stringify({ lines: rest.length, signature: signature.value })}\n`);
    };
    /** The import into the empty view of beta: the refusal, or undefined. */
    const refusal = async (provider: ChainProvider = beta) => {
      const imported = await importView(file, [bridgeOf(provider)], fresh.chainView);
      if (imported.ok) return undefined;
      assert.equal(await fresh.chainView.cursor('main', beta.domain), undefined);
      assert.deepEqual(await fresh.chainView.rootsInForce('main', beta.domain), []);
      return `${imported.error.code}: ${imported.error.message}`;
    };

    it('whose execution is left out makes the import refuse', async () => {
      executeAndDrop();
      await follow(alpha, fresh);
      await exported(idOf(alpha, 1));
      assert.match(
        (await refusal()) ?? '',
        /^EXPORT_LACKS_EVENTS: beta has nonce 1 from 1001 as replaced, .* reads the chain whole/,
      );
      await exported();
      assert.equal(await refusal(), undefined);
    });

    it('makes the import refuse where the message itself is not recorded', async () => {
      executeAndDrop();
      await exported();
      assert.match((await refusal()) ?? '', /^EXPORT_LACKS_EVENTS: beta has nonce 0 from 1001 as replaced/);
    });

    it('makes the import refuse while its interval is dropped, and after one that is all executed', async () => {
      lock(3);
      const { messages } = sent();
      const [one, more] = [batchOf(0, messages.slice(0, 1)), batchOf(1, messages.slice(1))];
      run(commit(0, { root: one.root, count: 1 }), call('mintTokens', messages[0] as Message, one));
      run(commit(1, { root: more.root, count: 2 }), call('mintTokens', messages[2] as Message, more));
      beta.dropInterval(alpha.domain, 1n, 2);
      beta.mine(APART);
      await follow(alpha, fresh);
      await exported(idOf(alpha, 2));
      assert.match((await refusal()) ?? '', /^EXPORT_LACKS_EVENTS: beta has nonce 2 from 1001 as replaced/);
      await exported();
      assert.equal(await refusal(), undefined);
    });

    it('of another message hides no execution: outcomes are compared by nonce', async () => {
      lock(2);
      const first = sent();
      run(first.commit, call('mintTokens', first.messages[0] as Message, first.batch));
      forgeAndDrop(2);
      lock(1);
      const third = sent(2);
      run(third.commit, call('cancelOrder', third.messages[0] as Message, third.batch));
      run(call('mintTokens', first.messages[1] as Message, first.batch));
      await follow(alpha, fresh);
      await exported(idOf(alpha, 1));
      assert.match((await refusal()) ?? '', /^EXPORT_LACKS_EVENTS: beta has nonce 1 from 1001 as executed/);
      await exported();
      assert.equal(await refusal(), undefined);
    });

    it('is looked for in intervals of any size, also where messages wait under the root', async () => {
      lock(300);
      const { messages, batch, commit: all } = sent();
      run(all, ...[0, 280].map((nonce) => call('mintTokens', messages[nonce] as Message, batch)));
      for (const source of ['unknown', 'known']) {
        if (source === 'known') await follow(alpha, fresh);
        await exported(idOf(alpha, 280));
        assert.match((await refusal()) ?? '', /^EXPORT_LACKS_EVENTS: beta has /, source);
      }
      await exported();
      const root = async () => ok(`0x${'0b'.repeat(32)}` as const);
      assert.match((await refusal(showing(beta, { root }))) ?? '', /^EXPORT_LACKS_EVENTS: beta has another root/);
      assert.equal(await refusal(), undefined);
      assert.equal((await fresh.chainView.undelivered('main', beta.domain, 999)).length, 298);
    });
  });

  describe('without a recorded outcome', () => {
    /** Executions that endpoints hide. */
    let hidden: Hex | undefined;
    let watcher: Watcher;
    const hiding = () =>
      showing(beta, {
        scan: async (from, to) => {
          const found = await beta.scan(from, to);
          if (!found.ok) return found;
          const isShown = (event: (typeof found.value.events)[number]) =>
            event.type !== 'executed' || event.messageId !== hidden;
          return ok({ ...found.value, events: found.value.events.filter(isShown) });
        },
      });
    /** Turns until the view was compared with the chain `checks` times. Returns the codes of failures. */
    const compare = async (checks: number) => {
      const codes: string[] = [];
      for (let check = 0; check < checks; check++) {
        beta.mine(UNTIL_CHECK);
        do {
          const advanced = await watcher.advance();
          if (!advanced.ok) codes.push(advanced.error.code);
        } while (watcher.behind);
      }
      return codes;
    };

    it('is read again from its first root on, and found', async () => {
      executeAndDrop();
      hidden = idOf(alpha, 1);
      await follow(alpha, fresh);
      watcher = await follow(hiding(), fresh);
      assert.equal(await fresh.chainView.outcome(hidden), undefined);
      const id = hidden;
      hidden = undefined;
      assert.deepEqual(await compare(8), ['EVENTS_MISSING', 'EVENTS_MISSING']);
      assert.equal((await fresh.chainView.outcome(id))?.status, 'executed');
    });

    it('is read again once, and then waits for its cancellation', async () => {
      lock(1);
      forgeAndDrop(0);
      run(sent().commit);
      await follow(alpha, fresh);
      watcher = await follow(beta, fresh);
      assert.deepEqual(await compare(8), ['EVENTS_MISSING', 'EVENTS_MISSING']);
      beta.reads.clear();
      assert.deepEqual(await compare(8), []);
      assert.equal(beta.reads.get('scan'), 8);
      assert.equal((await fresh.chainView.undelivered('main', beta.domain, 9)).length, 1);
    });
  });

  describe('is cancelled by a signer', () => {
    const proposal = () => proposalTo(beta.domain, String(beta.state.anchor), actionsOf(alpha.domain).cancel(0, 1));
    const answerOf = async ({ service }: TestSigner) => {
      const answer = await service.sign(proposal());
      return answer.ok ? 'signed' : answer.error.code;
    };
    /** A replaced message without an outcome of its own, and a signer that scanned everything. */
    const prepare = async () => {
      lock(1);
      forgeAndDrop(0);
      run(sent().commit);
      return seen(await world.signer(3));
    };

    it('that scanned the blocks in which it may have been executed, and by no other', async () => {
      const signer = await prepare();
      const { chainView: view } = signer.storage;
      assert.deepEqual(await view.ownScans('main', beta.domain), { fromBlock: 1, afterTimeMs: 0 });
      assert.equal(await answerOf(signer), 'signed');
      const other = await seen(await world.signer(4));
      const [message] = alpha.emitted();
      const sentMs = (await other.storage.chainView.message(messageIdOf(message as Message)))?.at.block.timeMs ?? 0;
      const scans = other.storage.chainView;
      await scans.forgetOwnScans('main', beta.domain);
      assert.equal(await answerOf(other), 'VIEW_IMPORTED', 'nothing is known, as of an older release');
      await scans.scansFrom('main', beta.domain, { fromBlock: 2, afterTimeMs: sentMs - DAY_MS });
      assert.equal(await answerOf(other), 'VIEW_IMPORTED', 'the clocks of the two chains may differ by a day');
      await scans.forgetOwnScans('main', beta.domain);
      await scans.scansFrom('main', beta.domain, { fromBlock: 2, afterTimeMs: sentMs - DAY_MS - 1 });
      assert.equal(await answerOf(other), 'signed');
    });

    it('that imported the chain only after it has scanned it', async () => {
      const signer = await prepare();
      const { chainView: view } = signer.storage;
      // As an import leaves it, which an older release believed.
      const cursor = await view.cursor('main', beta.domain);
      await view.forgetOwnScans('main', beta.domain);
      beta.mine(UNTIL_CHECK);
      await follow(beta, signer.storage);
      assert.equal((await view.ownScans('main', beta.domain))?.fromBlock, (cursor?.number ?? 0) + 1);
      assert.equal(await answerOf(signer), 'VIEW_IMPORTED');
      await view.readAgain('main', beta.domain, undefined);
      await follow(beta, signer.storage);
      assert.equal((await view.ownScans('main', beta.domain))?.fromBlock, 1);
      assert.equal(await answerOf(signer), 'signed');
    });
  });
});

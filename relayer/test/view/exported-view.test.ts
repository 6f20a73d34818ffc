import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainProvider } from '@causeway/chains';
import type { MemoryChain } from '@causeway/chains/test-support';
import { type Domain, KIND, ok, padLeft, type Status } from '@causeway/protocol';
import { type BridgeStorage, openBridgeStorage } from '@causeway/storage';
import { isSignedBy } from '../../src/exchange/signed-message.ts';
import { exportView } from '../../src/view/export-view.ts';
import { importView } from '../../src/view/import-view.ts';
import { blocksOf, signedBytes, verifyFile } from '../../src/view/view-file.ts';
import { Watcher } from '../../src/view/watcher.ts';
import { RELAYER, SIGNER, STRANGER } from '../support/identities.ts';
import { type Scene, sceneOf } from '../support/scene.ts';
import { showing } from '../support/showing.ts';
import { bridgeOf, World } from '../support/world.ts';

type Line = Record<string, unknown>;

describe('an exported view', function () {
  this.timeout(60_000);
  let { world, alpha, beta, relayer } = {} as Scene;
  let folder: string;
  let file: string;
  let fresh: BridgeStorage;

  const exported = async (chain: MemoryChain) => {
    rmSync(file, { force: true });
    const blocks = await exportView(chain.name, [bridgeOf(chain)], world.storage.chainView, RELAYER, file);
    assert.ok(blocks.ok);
    return blocks.value;
  };
  /** The lines between head and end. */
  const lines = (): Line[] =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  /** Writes the file with other lines, signed again: a known exporter lies. */
  const rewrite = async (changed: readonly Line[]) => {
    const text = changed.map((line) => `${JSON.stringify(line)}\n`).join('');
    const signature = await RELAYER.sign(signedBytes(createHash('sha256').update(text).digest('hex')));
    assert.ok(signature.ok);
    writeFileSync(file, `${text}${JSON.stringify({ lines: changed.length, signature: signature.value })}\n`);
  };
  const verified = async (known: readonly string[]) => {
    const head = await verifyFile(file, known, isSignedBy);
    return head.ok ? head.value.chain : head.error.code;
  };
  const imported = async (provider: ChainProvider) => {
    const result = await importView(file, [bridgeOf(provider)], fresh.chainView);
    return result.ok ? result.value : result.error.code;
  };
  const contents = async (storage: BridgeStorage, { family, domain }: MemoryChain, upTo = 1e9) =>
    blocksOf(await storage.chainView.events(family, domain, -1, upTo, 1e9));
  const isEmpty = async (chain: MemoryChain) => {
    assert.deepEqual(await contents(fresh, chain), []);
    assert.equal(await fresh.chainView.cursor('main', chain.domain), undefined);
  };

  before(async () => {
    ({ world, alpha, beta } = await sceneOf(World.create()));
    // Each execution after the first of an interval is alone in its block.
    relayer = await world.relayer({ maxBatchOrders: 1, maxInFlight: 1 });
    for (let round = 0; round < 4; round++) {
      alpha.lock(beta, { wireAmount: BigInt(1_000 + round) });
      alpha.lock(beta);
      if (round === 2) beta.lock(alpha, { kind: KIND.burn, assetHome: alpha.domain });
      await world.run(relayer, 40);
      for (const chain of world.chains) chain.mine(round === 1 ? 900 : 160);
      for (let turn = 0; turn < 3; turn++) await relayer.step();
    }
    assert.deepEqual(new Set(await world.states()), new Set(['completed']));
  });
  after(() => world.close());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-'));
    file = join(folder, 'chain.view');
    fresh = await openBridgeStorage(':memory:', { clock: world.clock });
  });
  afterEach(async () => {
    await fresh.close();
    rmSync(folder, { recursive: true });
  });

  it('gives the same view as a whole scan, from the blocks that it names', async () => {
    for (const chain of [alpha, beta]) {
      const blocks = await exported(chain);
      assert.equal(await verified([RELAYER.name]), chain.name);
      chain.reads.clear();
      assert.equal(await imported(chain), blocks);
      const ranges = Math.ceil(chain.tip.number / 100);
      assert.ok((chain.reads.get('scan') ?? 0) < ranges / 2, `${chain.reads.get('scan')} of ${ranges} ranges`);
      assert.deepEqual(await contents(fresh, chain), await contents(world.storage, chain));
      assert.equal((await fresh.chainView.cursor('main', chain.domain))?.number, chain.tip.number);
      const again = new Watcher(bridgeOf(chain), fresh.chainView);
      assert.ok((await again.advance()).ok);
    }
    const lane = { family: 'main', source: alpha.domain, destination: beta.domain };
    const [mine, theirs] = [fresh, world.storage].map(({ chainView }) => chainView.messages(lane, 0n, 10, true));
    assert.deepEqual(await mine, await theirs);
    assert.deepEqual(await fresh.chainView.undelivered('main', beta.domain, 10), []);
  });

  it('is signed by somebody who is known here, whole, and never written over another file', async () => {
    await exported(alpha);
    assert.equal(await verified([SIGNER.name, STRANGER.name]), 'EXPORTER_UNKNOWN');
    const text = readFileSync(file, 'utf8');
    for (let at = 0; at < text.length; at += 37) {
      const other = text[at] === '1' ? '2' : '1';
      writeFileSync(file, `${text.slice(0, at)}${other}${text.slice(at + 1)}`);
      assert.notEqual(await verified([RELAYER.name]), 'alpha', `byte ${at}`);
    }
    for (let cut = 1; cut < text.length; cut += 41) {
      writeFileSync(file, text.slice(0, -cut - 1));
      assert.notEqual(await verified([RELAYER.name]), 'alpha', `cut by ${cut}`);
    }
    const again = await exportView('alpha', [bridgeOf(alpha)], world.storage.chainView, RELAYER, file);
    assert.equal(again.ok ? '' : again.error.code, 'FILE_EXISTS');
    assert.deepEqual(readdirSync(folder), ['chain.view']);
    rmSync(file);
    const nothing = await exportView('alpha', [bridgeOf(alpha)], fresh.chainView, RELAYER, file);
    assert.equal(nothing.ok ? '' : nothing.error.code, 'NOTHING_RECORDED');
    assert.equal(existsSync(file), false);
  });

  it('of a known exporter who lies is refused, whatever was changed, and changes nothing', async () => {
    const codes = new Set<string>();
    for (const chain of [alpha, beta]) {
      await exported(chain);
      const [head, bridge, ...blocks] = lines() as [Line, Line, ...Line[]];
      const flip = (hex: unknown) => `${String(hex).slice(0, -1)}${String(hex).endsWith('0') ? '1' : '0'}`;
      const tampered: (readonly [what: string, lines: readonly Line[]])[] = [];
      for (const [at, block] of blocks.entries()) {
        const others = (...instead: readonly Line[]) => [
          head,
          bridge,
          ...blocks.slice(0, at),
          ...instead,
          ...blocks.slice(at + 1),
        ];
        const number = block.block as number;
        tampered.push(
          ['an event less', others()],
          ['another content', others({ ...block, digest: flip(block.digest) })],
          ['another block', others({ ...block, block: number + 1 })],
          ['an event more', others(block, { ...block, block: number + 1 })],
          ['a block twice', others(block, block)],
        );
      }
      tampered.push(
        ['nothing but the end', [head, bridge]],
        ['another order', [head, bridge, ...blocks.toReversed()]],
        ['another bridge', [head, { ...bridge, bridge: flip(bridge.bridge) }, ...blocks]],
        ['another domain', [head, { ...bridge, domain: 7 }, ...blocks]],
        ['another deployment', [head, { ...bridge, deployedAtBlock: 90 }, ...blocks]],
        ['another end', [head, { ...bridge, to: { ...(bridge.to as object), hash: 'other' } }, ...blocks]],
        ['an end that is not final', [head, { ...bridge, to: chain.tip }, ...blocks]],
        ['no bridge', [head, ...blocks]],
        ['a line of another form', [head, bridge, { block: 1 }, ...blocks]],
      );
      for (const [what, changed] of tampered) {
        await rewrite(changed);
        assert.equal(await verified([RELAYER.name]), chain.name);
        const result = await imported(chain);
        assert.equal(typeof result, 'string', `${chain.name}: ${what} is imported`);
        codes.add(String(result));
        await isEmpty(chain);
      }
    }
    assert.deepEqual([...codes].sort(), [
      'EVENTS_MISSING',
      'EXPORT_DIFFERS',
      'EXPORT_FORMAT',
      'EXPORT_LACKS_EVENTS',
      'EXPORT_NOT_FINAL',
      'EXPORT_OF_ANOTHER_BRIDGE',
    ]);
  });

  it('is refused where the chain has another root for a message that waits, which no counter counts', async () => {
    await exported(beta);
    const root = async () => ok(padLeft('0x12'));
    const statuses = async (_source: Domain, _first: bigint, count: number) => ok(Array<Status>(count).fill('none'));
    assert.equal(await imported(showing(beta, { root, statuses })), 'EXPORT_LACKS_EVENTS');
    await isEmpty(beta);
    assert.equal(await imported(showing(beta, { root })), 9);
  });

  it('is imported into an empty view only, and nothing is believed after a kill', async () => {
    await exported(alpha);
    await new Watcher(bridgeOf(alpha), fresh.chainView).advance();
    const before = await contents(fresh, alpha);
    assert.equal(await imported(alpha), 'VIEW_NOT_EMPTY');
    assert.deepEqual(await contents(fresh, alpha), before);

    const other = await openBridgeStorage(':memory:');
    const { readAgain } = other.chainView;
    const view = {
      ...other.chainView,
      rollback: async () => {
        throw new Error('the process is dead');
      },
      readAgain: async (...given: Parameters<typeof readAgain>) => {
        await readAgain(...given);
        if (given[2] === undefined) throw new Error('the process dies');
      },
    };
    await assert.rejects(importView(file, [bridgeOf(alpha)], view));
    assert.equal(await other.chainView.cursor('main', alpha.domain), undefined);
    const watcher = new Watcher(bridgeOf(alpha), other.chainView);
    do assert.ok((await watcher.advance()).ok);
    while (watcher.behind);
    assert.deepEqual(await contents(other, alpha), await contents(world.storage, alpha));
    await other.close();
  });
});

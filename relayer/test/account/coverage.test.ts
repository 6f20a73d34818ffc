import assert from 'node:assert/strict';
import { cancelOf, type Hex, KIND, type Message, messageIdOf, uintToHex, ZERO_32 } from '@causeway/protocol';
import { type BridgeStorage, openBridgeStorage, type ScanRow } from '@causeway/storage';
import { coverageOf } from '../../src/account/coverage.ts';

const [HOME, REMOTE] = [1, 2];
const LANE = { family: 'main', source: HOME, destination: REMOTE };

/** A sequence of numbers in [0, 1), the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

describe('the account of a lane', () => {
  let storage = {} as BridgeStorage;
  beforeEach(async () => {
    storage = await openBridgeStorage(':memory:');
  });
  afterEach(() => storage.close());

  it('is what was locked and burned and neither executed nor cancelled, after any history', async function () {
    this.timeout(60_000);
    const random = randomFrom(53);
    const pick = (below: number) => Math.floor(random() * below);
    const nonces = { [HOME]: 0n, [REMOTE]: 0n } as Record<number, bigint>;
    const heights = { [HOME]: 0, [REMOTE]: 0 } as Record<number, number>;
    const open: Message[] = [];
    /** In wire units of the home's asset, except the fields called other. */
    const sums = { locked: 0n, burned: 0n, executed: 0n, cancelled: 0n, forged: 0n, other: 0n };
    const at = (domain: number) => {
      const number = (heights[domain] ?? 0) + 1;
      heights[domain] = number;
      return { block: { number, hash: `${domain}/${number}`, timeMs: number }, transaction: `${number}`, index: 0 };
    };
    const record = async (domain: number, where: ReturnType<typeof at>, rows: Partial<ScanRow>) => {
      const scan = { family: 'main', domain, to: where.block, messages: [], outcomes: [], roots: [], ...rows };
      assert.ok((await storage.chainView.recordScan(scan)).ok);
      await storage.chainView.finalize('main', domain, where.block.number);
    };
    const emit = async (message: Message, more: Partial<ScanRow> = {}, where = at(message.source)) => {
      nonces[message.source] = message.nonce + 1n;
      await record(message.source, where, {
        messages: [{ messageId: messageIdOf(message), message, at: where }],
        ...more,
      });
    };
    const send = async (source: number, assetHome: number) => {
      const message: Message = {
        kind: source === assetHome ? KIND.lock : KIND.burn,
        ...{ source, destination: source === HOME ? REMOTE : HOME, nonce: nonces[source] as bigint, assetHome },
        ...{ sourceBridge: uintToHex(source, 32), destinationBridge: ZERO_32, sender: ZERO_32 },
        ...{ recipient: ZERO_32, wireAmount: BigInt(1 + pick(1_000)), reference: uintToHex(pick(2 ** 30), 32) },
      };
      await emit(message);
      open.push(message);
      if (assetHome !== HOME) sums.other += message.wireAmount;
      else if (source === HOME) sums.locked += message.wireAmount;
      else sums.burned += message.wireAmount;
    };
    const execute = async (domain: number, messageId: Hex, assetHome: number, wireAmount: bigint) => {
      const operation = assetHome === domain ? 'releaseTokens' : 'mintTokens';
      const paid = { operation, recipient: ZERO_32, wireAmount, reference: ZERO_32 } as const;
      const where = at(domain);
      await record(domain, where, { outcomes: [{ messageId, status: 'executed', credited: false, at: where, paid }] });
    };
    // Under wrong roots each way anything can have been executed.
    for (const [source, domain] of [
      [HOME, REMOTE],
      [REMOTE, HOME],
    ] as const) {
      const lane = { family: 'main', source, destination: domain };
      const where = at(domain);
      await record(domain, where, { roots: [{ lane, firstNonce: 0n, count: 1, root: uintToHex(7, 32), at: where }] });
    }
    for (let step = 0; step < 300; step++) {
      const what = pick(10);
      const message = open[pick(open.length)];
      if (what < 5 || !message) await send(pick(2) ? HOME : REMOTE, pick(3) ? HOME : REMOTE);
      else if (what < 6) {
        const [domain, amount] = [pick(2) ? HOME : REMOTE, BigInt(1 + pick(50))];
        await execute(domain, uintToHex(10_000 + step, 32), HOME, amount);
        sums.forged += amount;
      } else {
        open.splice(open.indexOf(message), 1);
        const { assetHome, destination, wireAmount } = message;
        const isHome = assetHome === HOME;
        if (what < 9 || message.kind === KIND.cancel) {
          await execute(destination, messageIdOf(message), assetHome, wireAmount);
          if (isHome && message.kind !== KIND.cancel) sums.executed += wireAmount;
        } else {
          const cancel = cancelOf(message, nonces[destination] as bigint);
          const where = at(destination);
          const outcome = { messageId: messageIdOf(message), status: 'cancelled' as const, credited: false, at: where };
          await emit(cancel, { outcomes: [outcome] }, where);
          open.push(cancel);
          if (isHome) sums.cancelled += wireAmount;
        }
      }
      if (sums.forged === 0n || step % 10 > 0) continue;
      const { waiting, unexplained } = await coverageOf(storage.comparisons, LANE, HOME);
      assert.equal(waiting, sums.locked + sums.burned - sums.executed - sums.cancelled, `after step ${step}`);
      assert.equal(unexplained, sums.forged, `after step ${step}`);
    }
    assert.ok(sums.cancelled > 0n && sums.other > 0n && sums.forged > 0n, 'everything happened');
  });

  it('reads no sum while every execution is explained', async () => {
    const { comparisons } = storage;
    const waitingAmount = () => assert.fail('it sums up what waits');
    assert.deepEqual(await coverageOf({ ...comparisons, waitingAmount }, LANE, HOME), { waiting: 0n, unexplained: 0n });
  });
});

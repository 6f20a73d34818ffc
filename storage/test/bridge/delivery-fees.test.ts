import assert from 'node:assert/strict';
import { cancelOf, KIND, type Message } from '@causeway/protocol';
import { onEngines } from '../support/engines.ts';
import { block, bytes32, LANE, lockMessage, position, scan, seen } from '../support/rows.ts';
import { temporaryStorage } from '../support/temporary.ts';

onEngines('DeliveryFeeRepository', (engine) => {
  it('counts final locks and burns with the fee that was read last before them', async () => {
    const { storage } = await temporaryStorage(engine);
    const { deliveryFees, chainView } = storage;
    const at = (number: number) => block(number).timeMs;
    const income = async (sinceMs = 0) =>
      (await deliveryFees.income(sinceMs)).map(({ messages, fees, unknown, fee }) => [messages, fees, unknown, fee]);
    assert.deepEqual(await income(), []);

    const wide = 2n ** 100n;
    for (const [fee, number] of [
      [7n, 3],
      [7n, 4],
      [wide, 5],
      [0n, 7],
      [9n, 6],
    ] as const) {
      await deliveryFees.note(LANE, fee, at(number));
    }
    const cancelled = lockMessage({ source: LANE.destination, destination: LANE.source, nonce: 9n });
    const messages: readonly (readonly [number, Message])[] = [
      ...[2, 3, 4, 5, 6, 7].map((number) => [number, lockMessage({ nonce: BigInt(number - 2) })] as const),
      [7, lockMessage({ nonce: 6n, kind: KIND.burn, assetHome: LANE.destination })],
      [5, cancelOf(cancelled, 7n)],
      [9, lockMessage({ nonce: 8n, reference: bytes32(5) })],
    ];
    await chainView.recordScan(
      scan(LANE.source, block(9), { messages: messages.map(([number, message]) => seen(message, position(number))) }),
    );
    assert.deepEqual(await income(), [[0, 0n, 0, 0n]]);
    await chainView.finalize(LANE.family, LANE.source, 8);
    // Block 2 came before the first reading. 3 and 4 paid 7, 5 and 6 the wide fee, 7 nothing; 9 is not final.
    assert.deepEqual(await income(), [[7, 14n + 2n * wide, 1, 0n]]);
    assert.deepEqual(await income(at(4)), [[5, 7n + 2n * wide, 0, 0n]]);
    assert.deepEqual(await income(at(8)), [[0, 0n, 0, 0n]]);
  });
});

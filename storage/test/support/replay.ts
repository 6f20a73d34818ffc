import assert from 'node:assert/strict';
import type { OrderRow, PlatformStorage } from '../../src/index.ts';

/** Fields of an order that its events contain. */
const TOLD = [
  'state',
  'messageId',
  'cancelMessageId',
  'lockTransaction',
  'lockBlock',
  'mintTransaction',
  'refundTransaction',
  'signatures',
  'credited',
  'final',
  'failureCode',
  'failureMessage',
  'completedAtMs',
  'version',
] as const satisfies readonly (keyof OrderRow)[];

const BLANK: Partial<OrderRow> = { signatures: 0, credited: false, final: false };

/** Asserts that the events of `order`, in order, lead to its row. */
export async function assertReplays(storage: PlatformStorage, order: OrderRow): Promise<void> {
  let told: Record<string, unknown> = { ...BLANK };
  for (const { type, data } of await storage.events.after(order.id, 0, 10_000)) {
    const { from, to, trigger: _trigger, ...facts } = data;
    if (to !== undefined) assert.equal(from ?? undefined, told.state, `${type} starts where the order was`);
    told = { ...told, ...facts, ...(to !== undefined && { state: to }) };
  }
  for (const field of TOLD) assert.deepEqual(told[field] ?? null, order[field], `${field} of ${order.id}`);
}

import assert from 'node:assert/strict';
import type { Bridge } from './bridge.ts';
import type { Remote } from './setting.ts';

/** I6: the escrow holds exactly the outstanding amounts; the locker holds the credits. */
export function assertSolvent(bridge: Bridge, remotes: readonly Remote[]): void {
  const lanes = bridge.readAll(remotes.map(({ domain }) => ['lane', { domain }])) as { readonly outstanding: bigint }[];
  const owed = lanes.reduce((sum, { outstanding }) => sum + outstanding, 0n) * bridge.unit;
  assert.equal(bridge.holdings, owed, 'I6: what is held and what is outstanding differ');
}

import assert from 'node:assert/strict';
import type { Bridge } from './bridge.ts';
import type { Remote } from './setting.ts';
import { tokenBalance } from './tokens.ts';

/** Local units of the canonical asset in the escrow, less its rent. */
export function escrowed({ chain, at, asset }: Bridge): bigint {
  if (asset.mint !== undefined) return tokenBalance(chain, at.escrow);
  const account = chain.account(at.escrow);
  assert(account !== undefined, 'there is no escrow');
  return account.lamports - chain.rent(account.data.length);
}

/** Local units that `remotes` and creditors may claim. */
function claims(bridge: Bridge, remotes: readonly Remote[]): bigint {
  const outstanding = remotes
    .filter(({ domain }) => bridge.chain.account(bridge.at.remote(domain)) !== undefined)
    .reduce((sum, remote) => sum + bridge.outstanding(remote), 0n);
  return outstanding * bridge.unit + (bridge.read('bridge', bridge.at.bridge).claimable as bigint);
}

/** I6: the escrow covers everything that can be claimed from it. */
export function assertSolvent(bridge: Bridge, remotes: readonly Remote[]): void {
  const [held, owed] = [escrowed(bridge), claims(bridge, remotes)];
  assert(held >= owed, `I6: ${held} in the escrow do not cover ${owed}`);
}

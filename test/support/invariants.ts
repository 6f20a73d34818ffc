import { strict as assert } from 'node:assert';
import type { ChainProvider } from '@causeway/chains';
import { type AnyFailure, type Result, toLocalAmount, wireDecimalsOf } from '@causeway/protocol';

/** The value of a chain read that must succeed. */
export async function read<T>(result: Promise<Result<T, AnyFailure>>): Promise<T> {
  const settled = await result;
  if (!settled.ok) throw new Error(`${settled.error.code}: ${settled.error.message}`);
  return settled.value;
}

/**
 * With nothing in flight, checks I1 (outstanding at the home equals the bridged supply at the remote, in wire units)
 * and I5 (every emitted message is committed) for every linked pair of `bridges`, and I6 for each (it holds what is
 * outstanding and credited).
 */
export async function assertConserved(bridges: readonly ChainProvider[]): Promise<void> {
  let pairs = 0;
  for (const home of bridges) {
    let outstanding = 0n;
    for (const remote of bridges.filter(({ family, domain }) => family === home.family && domain !== home.domain)) {
      const registration = await read(remote.remote(home.domain));
      if (registration === null) continue;
      pairs += 1;
      const pair = `${home.name} and ${remote.name} (${home.family})`;
      const [lane, back, supply, decimals] = await Promise.all([
        read(home.lane(remote.domain)),
        read(remote.lane(home.domain)),
        read(remote.bridgedSupply(home.domain)),
        read(remote.decimals(home.domain)),
      ]);
      const unit = 10n ** BigInt(decimals - registration.wireDecimals);
      outstanding += lane.outstanding;
      assert.equal(lane.outstanding * unit, supply, `I1 of ${pair}: outstanding against bridged supply`);
      assert.equal(back.nextInboundNonce, lane.nextOutboundNonce, `I5 of ${pair}: committed against emitted`);
    }
    const [held, credits, decimals] = await Promise.all([
      read(home.holdings()),
      read(home.credits()),
      read(home.decimals(home.domain)),
    ]);
    const owed = toLocalAmount(outstanding, decimals, wireDecimalsOf(decimals)) + credits;
    assert.ok(held >= owed, `I6 of ${home.name} (${home.family}): ${held} held, ${owed} owed`);
  }
  assert.ok(pairs > 0, 'there are linked bridges');
}

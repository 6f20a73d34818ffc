import type { OrderState, OrderTrigger } from '@causeway/protocol';
import { agents } from '../../src/areas/agents/index.ts';
import { missions } from '../../src/areas/missions/index.ts';
import type { TestApi } from './api.ts';
import { finalise } from './chains.ts';

/** What brings an order from each of these states to the next one of a delivery. */
const DELIVERY: Partial<Record<OrderState, OrderTrigger>> = {
  created: 'lockSeen',
  locking: 'lockSeen',
  locked: 'confirmationsStarted',
  confirming: 'lockFinal',
  proving: 'proposed',
  signing: 'submitted',
  minting: 'executed',
};

/** Milliseconds between two rounds. */
const ROUND_MS = 10;

/**
 * Plays chains, relayer and faucet for `api`: every account has 100 coins of each EVM chain, and every transfer and
 * order comes to its end by itself. Returns a function that ends it.
 */
export function turnWorld(api: TestApi): () => Promise<void> {
  const chains = [api.ethereum, api.polygon, api.arbitrum];
  for (const chain of chains) chain.endowment = 10n ** 20n;
  const round = async () => {
    await api.orders.locks.round();
    for (const chain of chains) finalise(chain);
    await api.areas.use(missions).maintenance.follows.next();
    await api.areas.use(agents).collaborations.engine.advanceAll();
    for (const { id, state, final } of (await api.storage.orders.list({}, null, 100)).items) {
      const trigger = DELIVERY[state];
      if (trigger) await api.storage.orders.transition(id, trigger);
      else if (state === 'completed' && !final) await api.storage.orders.update(id, { final: true });
    }
  };
  let stopped = false;
  const turning = (async () => {
    while (!stopped) {
      await round();
      await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    }
  })();
  return () => {
    stopped = true;
    return turning;
  };
}

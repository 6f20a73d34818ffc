import { ORDER_TRIGGERS, type OrderState, type OrderTrigger, TRANSITIONS } from '@causeway/protocol';

/** The shortest sequence of triggers from created to each reachable state. */
export const WAYS: Readonly<Partial<Record<OrderState, readonly OrderTrigger[]>>> = (() => {
  const ways: Partial<Record<OrderState, readonly OrderTrigger[]>> = { created: [] };
  const queue: OrderState[] = ['created'];
  for (const state of queue) {
    for (const trigger of ORDER_TRIGGERS) {
      const to = TRANSITIONS[state][trigger];
      if (to === undefined || ways[to] !== undefined) continue;
      ways[to] = [...(ways[state] ?? []), trigger];
      queue.push(to);
    }
  }
  return ways;
})();

import { type Causeway, isFinished, type TaskContext, TaskError } from '@causeway/client';
import { inputIn, type TaskWithInput, type Work } from './work.ts';

/**
 * Bridges coins from the agent's own wallet and follows the order to its end. The task's id is the idempotency key, so
 * that another attempt at the task makes no second order.
 */
async function bridge(
  { taskId, input }: TaskWithInput,
  { signal, log, progress, artifact }: TaskContext,
  causeway: Causeway,
): Promise<unknown> {
  const [from, to, amount] = [String(input.from), String(input.to), String(input.amount)];
  const { orderId } = await causeway.orders.create({ from, to, amount }, taskId);
  await artifact({ name: 'order', content: { orderId } });
  for await (const { data } of causeway.orders.events(orderId, { signal })) {
    if (data.confirmations !== undefined) progress(Math.min(90, 10 + 2 * data.confirmations));
    if (data.status) log(`order ${data.status}`);
    if (data.status && isFinished(data.status)) break;
  }
  signal.throwIfAborted();
  const { status, isCompleted, toAmount, toToken, toChain } = await causeway.orders.checkBalance(orderId);
  if (!isCompleted) throw new TaskError(`the order is ${status}`, { code: 'ORDER_NOT_COMPLETED', retryable: false });
  return { orderId, status, arrived: `${toAmount} ${toToken}`, on: toChain };
}

/** The carrier bridges, and knows whether its own wallet has enough. */
export const CARRIER_WORK: Work = {
  bridge,
  vote: async (task, _context, causeway) => ({
    value: (await hasCoins(inputIn(task, 'input'), causeway)) ? 'go' : 'wait',
  }),
  prepare: async (task, _context, causeway) => ({ isReady: await hasCoins(inputIn(task, 'subtask'), causeway) }),
};

/** True when the agent's own wallet holds more than the amount, because the lock costs gas, too. */
async function hasCoins({ amount }: TaskWithInput['input'], { wallets }: Causeway): Promise<boolean> {
  for await (const { walletId, name } of wallets.list()) {
    if (name === 'ethereum') return Number((await wallets.balance(walletId)).balance) > Number(amount);
  }
  return false;
}

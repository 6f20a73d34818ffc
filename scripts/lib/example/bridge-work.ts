import { type Causeway, isFinished, type TaskContext, TaskError } from '@causeway/client';
import type { TaskWithInput } from './scout-work.ts';

/**
 * Bridges coins from the agent's own wallet and follows the order to its end. The task's id is the idempotency key, so
 * that another attempt at the task makes no second order.
 */
export async function bridge(
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

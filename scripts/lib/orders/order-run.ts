import type { Causeway } from '@causeway/client';
import { ORDER_OUTCOMES } from '@causeway/protocol';
import type { OrderSpec } from './order-spec.ts';

/** The result of an order. */
export interface OrderOutcome {
  readonly orderId: string;
  readonly status: string;
  readonly completed: boolean;
  /** One sentence for people. */
  readonly summary: string;
  readonly seconds: number;
  readonly lockTransaction: string | null;
  readonly mintTransaction: string | null;
  readonly refundTransaction: string | null;
  /** Of a swap. */
  readonly fillTransaction?: string | null;
}

/** Progress of an order, for people. `status` is present only when it has changed. */
export interface OrderProgress {
  readonly status?: string;
  readonly text: string;
}

/** Creates the order through the REST API and follows its events to the end. `show` gets every change. */
export async function carryOrder(
  client: Causeway,
  { from, to, amount, mode }: OrderSpec,
  show: (progress: OrderProgress) => void,
  signal: AbortSignal,
): Promise<OrderOutcome> {
  const started = performance.now();
  const { orderId } = await client.orders.create({ from, to, amount, ...(mode && { mode }) });
  const stop = new AbortController();
  for await (const { data } of client.orders.events(orderId, { signal: AbortSignal.any([signal, stop.signal]) })) {
    const { status, message, confirmations } = data;
    if (status) show({ status, text: message ? `${status}: ${message}` : status });
    else if (confirmations !== undefined) show({ text: `${confirmations} confirmations` });
    if (data.status && ORDER_OUTCOMES[data.status].isFinished) break;
  }
  stop.abort();
  signal.throwIfAborted();
  const end = await client.orders.checkBalance(orderId);
  const { status, isCompleted, fromAmount, fromToken, fromChain, toAmount, toToken, toChain } = end;
  const { lockTransaction, mintTransaction, refundTransaction, fillTransaction } = end;
  const balance = end.currentToBalance === null ? '' : `; the recipient holds ${end.currentToBalance} ${toToken}`;
  return {
    orderId,
    status,
    completed: isCompleted,
    summary: `${fromAmount} ${fromToken} on ${fromChain} → ${end.filledAmount ?? toAmount} ${toToken} on ${toChain}: ${status}${balance}`,
    seconds: (performance.now() - started) / 1000,
    ...{
      lockTransaction,
      mintTransaction,
      refundTransaction,
      ...(mode && { fillTransaction: fillTransaction ?? null }),
    },
  };
}

import { randomUUID } from 'node:crypto';
import { isFinalState } from '@causeway/protocol';
import type { OrderBalance, OrderView } from '../areas/orders/schemas.ts';
import { RestClient } from './rest-client.ts';

/** Options of `causeway order`. */
export interface OrderOptions {
  readonly to?: string;
  readonly url: string;
  readonly tokenEnv: string;
  readonly watch?: boolean;
  readonly json?: boolean;
}

type Print = (line: string) => void;

/** `causeway order FROM TO AMOUNT`: creates an order and, with `watch`, follows it to its end. True on success. */
export async function runOrder(
  [from, to, amount]: readonly [string, string, string],
  options: OrderOptions,
  print: Print,
): Promise<boolean> {
  const client = new RestClient(options.url, process.env[options.tokenEnv]);
  const body = { from, to, amount, ...(options.to !== undefined && { destinationAddress: options.to }) };
  const order = await client.createOrder(body, randomUUID());
  if (options.json) print(JSON.stringify(order));
  else describe(order, print);
  if (!options.watch) return true;
  const end = await follow(client, order.orderId, options, print);
  return end.isCompleted;
}

function describe(order: OrderView, print: Print): void {
  print(`Order ${order.orderId}: ${order.fromAmount} ${order.fromToken} on ${order.fromChain}`);
  print(`  → ${order.toAmount} ${order.toToken} (${order.toTokenAddress ?? 'native coin'}) on ${order.toChain}`);
  print(`  for ${order.destinationAddress}`);
  if (order.transactions) {
    print('Sign and send, in this order:');
    for (const transaction of order.transactions) print(JSON.stringify(transaction, null, 2));
  }
}

/** Prints every change of the order until it cannot change by itself. */
async function follow(client: RestClient, orderId: string, options: OrderOptions, print: Print): Promise<OrderBalance> {
  const stop = new AbortController();
  for await (const { type, data } of client.events(orderId, stop.signal)) {
    if (options.json) print(JSON.stringify({ type, ...data }));
    else if (data.status) print(`${data.status.padEnd(11)} ${data.message ?? ''}`);
    else if (data.confirmations !== undefined) print(`${''.padEnd(11)} ${data.confirmations} confirmations`);
    if (data.status && isFinalState(data.status)) break;
  }
  stop.abort();
  const end = await client.checkBalance(orderId);
  if (options.json) print(JSON.stringify(end));
  else print(`${end.status}: ${end.message}; recipient now holds ${end.currentToBalance ?? '?'} ${end.toToken}`);
  return end;
}

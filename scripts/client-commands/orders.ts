import {
  type Causeway,
  type CreatedOrder,
  isFinished,
  type Order,
  type OrderBalance,
  type OrderDetail,
  type OrderFilter,
  verifyOrder,
} from '@causeway/client';
import type { Command } from 'commander';
import { type ClientContext, clientCommand, EXIT } from '../lib/client/command.ts';
import { amountArgument, countOption, limitOption, orderIdArgument, take } from '../lib/client/flags.ts';
import type { Column, Fields } from '../lib/client/output.ts';
import { orderSwap, refuseSwapOptions, type SwapOrderFlags, swapOrderOptions } from '../lib/client/swap-order.ts';

interface CreateFlags extends SwapOrderFlags {
  readonly to?: string;
  readonly fromAddress?: string;
  readonly refundAddress?: string;
  readonly expires?: number;
  readonly idempotencyKey?: string;
  readonly watch?: true;
}

const CREATE_EXAMPLES = `
Examples:
  causeway order ETH polygon 0.5 --watch
  causeway order ETH POL 0.5 --swap --slippage-bps 50 --watch
  causeway order ETH POL@polygon 0.5 --swap --min-to-amount 3700 --deployments ./deployments --from-address 0x… --to 0x…
`;

/** Adds `order` to the `causeway` command. */
export function registerCommands(program: Command): void {
  const order = program.command('order').description('create, follow, list and cancel orders');
  clientCommand<CreateFlags>(
    swapOrderOptions(
      order
        .command('create', { isDefault: true })
        .description('create an order; `causeway order ETH polygon 0.5` is short for it')
        .argument('<from>', 'source: a chain, an asset, or ASSET@chain')
        .argument('<to>', 'destination: a chain, an asset, or ASSET@chain')
        .argument('<amount>', 'decimal amount, such as 0.5', amountArgument)
        .option('--to <address>', 'recipient; your own wallet on the destination when absent')
        .option('--from-address <address>', 'account that locks; your own wallet on the source when absent')
        .option('--refund-address <address>', 'receiver of a refund, if you sign the lock yourself')
        .addOption(countOption('--expires <minutes>', 'time until an order without a lock expires'))
        .option('--idempotency-key <key>', 'a repetition with the same key makes no second order')
        .option('--watch', 'follow the order until it ends; exit status 1 unless it completes'),
    ).addHelpText('after', CREATE_EXAMPLES),
    create,
  );
  clientCommand(
    order
      .command('watch')
      .description('follow an order until it ends')
      .argument('<order>', 'id of the order', orderIdArgument),
    async (context, [id = '']) => follow(context, id),
  );
  clientCommand(
    order.command('show').description('show an order').argument('<order>', 'id of the order', orderIdArgument),
    async ({ client, out }, [id = '']) => {
      const found = await client.orders.get(id);
      out.thing(found, fieldsOf(found));
    },
  );
  clientCommand(
    order
      .command('verify')
      .description('compute an order’s message id and root again, and compare them with the service’s answer')
      .argument('<order>', 'id of the order', orderIdArgument),
    verify,
  );
  clientCommand<{ readonly to?: string }>(
    order
      .command('claim')
      .description('show what the account of a credited payment signs to claim it')
      .argument('<order>', 'id of an order whose payment was refused', orderIdArgument)
      .option('--to <address>', 'another account that is paid, where that account cannot be')
      .addHelpText('after', '\nExample:\n  causeway order claim 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70\n'),
    claim,
  );
  clientCommand<{ readonly status?: OrderFilter['status']; readonly limit: number }>(
    order
      .command('list')
      .description('list your orders, newest first')
      .option('--status <status>', 'only orders in this state')
      .addOption(limitOption()),
    async ({ client, out }, _args, { status, limit }) => {
      const orders = client.orders.list({ ...(status && { status }), limit: Math.min(limit, 200) });
      await out.list(take(orders, limit), COLUMNS, 'you have no orders');
    },
  );
  clientCommand(
    order
      .command('find')
      .description('find orders by a transaction, a message id or a reference')
      .argument('<trace>', 'hash or signature of a transaction on either chain, message id, or reference'),
    async ({ client, out, exitWith }, [trace = '']) => {
      const found = await find(client, trace);
      await out.list(found, COLUMNS, `no order has ${trace}`);
      if (found.length === 0) exitWith(EXIT.refused);
    },
  );
  clientCommand(
    order
      .command('cancel')
      .description('cancel an order that is not locked')
      .argument('<order>', 'id of the order', orderIdArgument),
    async ({ client, out }, [id = '']) => {
      const cancelled = await client.orders.cancel(id);
      out.thing(cancelled, fieldsOf(cancelled));
    },
  );
}

/** Shows the differences, and where the rest of the proof is on chain. */
async function verify({ client, out, exitWith }: ClientContext, [id = '']: readonly string[]): Promise<void> {
  const [order, proof] = await Promise.all([client.orders.get(id), client.orders.proof(id)]);
  const differences = verifyOrder(order, proof);
  const { interval } = proof;
  const facts = {
    messageId: order.messageId,
    root: interval?.root ?? null,
    committed: interval?.transaction ?? null,
    delivered: order.mintTransaction,
    differences,
  };
  out.thing(facts, [
    ['result', differences.length === 0 ? 'the message leads to the root' : 'the message does not lead to a root'],
    ...differences.map(({ subject, expected, found }): [string, string] => [
      subject,
      `${found} instead of ${expected}`,
    ]),
    ['message', facts.messageId],
    ['root', facts.root],
    [`committed on ${order.toChain}`, facts.committed],
    [`delivered on ${order.toChain}`, facts.delivered],
  ]);
  if (differences.length > 0) exitWith(EXIT.refused);
}

/** Shows the credit of a payment, and the unsigned claim. */
async function claim(
  { client, out }: ClientContext,
  [id = '']: readonly string[],
  { to }: { readonly to?: string },
): Promise<void> {
  const credit = await client.orders.claim(id, to);
  out.thing(credit, [
    ['account', `${credit.holder} on ${credit.chain}`],
    ['credit', `${credit.amount} ${credit.token}`],
    ['contract', credit.contract],
  ]);
  out.note('Sign and send as that account:');
  for (const transaction of credit.transactions) out.note(JSON.stringify(transaction, null, 2));
}

const COLUMNS: readonly Column<Order>[] = [
  { title: 'ORDER', of: ({ orderId }) => orderId },
  { title: 'STATUS', of: ({ status }) => status },
  { title: 'AMOUNT', of: ({ fromAmount }) => fromAmount, align: 'right' },
  { title: 'SENT', of: ({ fromToken, fromChain }) => `${fromToken}@${fromChain}` },
  { title: 'ARRIVES', of: ({ toToken, toChain }) => `${toToken}@${toChain}` },
  { title: 'CREATED', of: ({ createdAt }) => createdAt },
];

function fieldsOf(order: Order | OrderDetail): Fields {
  return [
    ['order', order.orderId],
    ['status', `${order.status}: ${order.message}`],
    ['sent', `${order.fromAmount} ${order.fromToken} on ${order.fromChain}`],
    ['arrives', `${order.toAmount} ${order.toToken} on ${order.toChain}`],
    ...swapFieldsOf(order),
    ['recipient', order.destinationAddress],
    ['fee', `${order.fee} ${order.feeToken ?? ''}`.trimEnd()],
    ['refund goes to', order.refundAddress],
    ['lock', order.lockTransaction],
    ['mint', order.mintTransaction],
    ['refund', order.refundTransaction],
    ['refused', order.claimable ? `the payment is credited: causeway order claim ${order.orderId}` : null],
    ['created', order.createdAt],
    ['expires', order.expiresAt],
  ];
}

/** The payment of a swap, its filler and its times, and the terms, with which anybody ends it. */
function swapFieldsOf(order: Order | OrderDetail): Fields {
  if (order.mode !== 'swap') return [];
  const { toToken, filledAmount, solver, terms } = order;
  return [
    ['at least', `${order.minToAmount} ${toToken}, until ${order.deadline}`],
    ['paid', filledAmount ? `${filledAmount} ${toToken} by ${solver}` : null],
    ['payment', order.fillTransaction],
    [
      'if nobody pays',
      order.fallback === 'home' ? 'the asset goes home' : 'the recipient gets what the bridge delivers',
    ],
    ['return', order.returnTransaction],
    ['vault', order.vault],
    ['terms', terms?.hex],
  ];
}

/** Message ids and references have 32 bytes, as transactions of EVM chains have. */
const BYTES32 = /^0x[\da-f]{64}$/i;

/** The orders of a transaction; where there are none, of a message or with a reference. */
async function find({ orders }: Causeway, trace: string): Promise<readonly Order[]> {
  const searches = [
    () => orders.byTransaction(trace),
    ...(BYTES32.test(trace) ? [() => orders.byMessage(trace), () => orders.byReference(trace)] : []),
  ];
  for (const search of searches) {
    const found: Order[] = [];
    for await (const order of search()) found.push(order);
    if (found.length > 0) return found;
  }
  return [];
}

async function create(context: ClientContext, args: readonly string[], flags: CreateFlags): Promise<void> {
  const [from = '', to = '', amount = ''] = args;
  const { to: destinationAddress, fromAddress, refundAddress, expires } = flags;
  const body = {
    ...{ from, to, amount },
    ...(destinationAddress !== undefined && { destinationAddress }),
    ...(fromAddress !== undefined && { fromAddress }),
    ...(refundAddress !== undefined && { refundAddress }),
    ...(expires !== undefined && { expiresInMinutes: expires }),
  };
  if (!flags.swap) refuseSwapOptions(flags);
  const order = flags.swap
    ? await orderSwap(context, body, flags, flags.idempotencyKey)
    : await context.client.orders.create(body, flags.idempotencyKey);
  if (order === undefined) return;
  if (context.out.json) context.out.document(order);
  else describe(context, order);
  if (flags.watch) await follow(context, order.orderId);
}

function describe({ out }: ClientContext, order: CreatedOrder): void {
  out.note(`Order ${order.orderId}: ${order.fromAmount} ${order.fromToken} on ${order.fromChain}`);
  out.note(`  → ${order.toAmount} ${order.toToken} (${order.toTokenAddress ?? 'native coin'}) on ${order.toChain}`);
  out.note(`  for ${order.destinationAddress}`);
  if (!order.transactions) return;
  out.note('Sign and send, in this order:');
  for (const transaction of order.transactions) out.note(JSON.stringify(transaction, null, 2));
}

/** Shows every change of the order until it cannot change by itself. */
async function follow({ client, out, exitWith }: ClientContext, orderId: string): Promise<void> {
  const progress = out.progress();
  for await (const { type, data } of client.orders.events(orderId)) {
    const event = { type, ...data };
    if (data.status) progress.step(`${data.status.padEnd(11)} ${data.message ?? ''}`.trimEnd(), event);
    else if (data.confirmations !== undefined) progress.fact(`            ${data.confirmations} confirmations`, event);
    else if (out.json) out.document(event);
    if (data.status && isFinished(data.status)) break;
  }
  progress.end();
  const end = await client.orders.checkBalance(orderId);
  if (out.json) out.document(end);
  else out.note(summary(end));
  if (!end.isCompleted) exitWith(EXIT.refused);
}

const summary = ({ status, message, currentToBalance, toToken }: OrderBalance): string =>
  `${status}: ${message}; recipient now holds ${currentToBalance ?? '?'} ${toToken}`;

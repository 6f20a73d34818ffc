import { CausewayError, type Wallet, type WalletBalance, type WalletTransfer } from '@causeway/client';
import type { Command } from 'commander';
import { type ClientContext, clientCommand, EXIT } from '../../lib/client/command.ts';
import { amountArgument, limitOption, take } from '../../lib/client/flags.ts';
import type { Column } from '../../lib/client/output.ts';
import { findWallet } from '../../lib/client/wallet-reference.ts';
import { WALLET_ARGUMENT } from './shared.ts';

interface SendFlags {
  readonly token?: string;
  readonly yes?: true;
  readonly wait: boolean;
  readonly idempotencyKey?: string;
}

/** Adds `balance`, `history` and `send` to `causeway wallet`. */
export function registerMoney(wallet: Command): void {
  clientCommand(
    wallet
      .command('balance')
      .description('show the coins and tokens of a wallet, or the coins of all your wallets')
      .argument('[wallet]', WALLET_ARGUMENT[1]),
    async ({ client, out }, [reference]) => {
      const balances =
        reference === undefined
          ? coinsOf(client.wallets.list({ limit: 200 }), client)
          : tokensOf(await findWallet(client, reference), client);
      await out.list(balances, BALANCE_COLUMNS, 'you have no wallets');
    },
  );
  clientCommand<{ readonly limit: number }>(
    wallet
      .command('history')
      .description('list the orders and transfers of a wallet, newest first')
      .argument(...WALLET_ARGUMENT)
      .addOption(limitOption()),
    async ({ client, out }, [reference = ''], { limit }) => {
      const { id } = await findWallet(client, reference);
      const all: Happening[] = [];
      for await (const order of take(client.wallets.orders(id), limit)) {
        all.push({ kind: `order, as ${order.role}`, id: order.orderId, ...order });
      }
      for await (const transfer of take(client.wallets.transfers(id), limit)) {
        all.push({ kind: `sent ${transfer.amount} ${transfer.token}`, id: transfer.transferId, ...transfer });
      }
      all.sort((one, other) => other.createdAt.localeCompare(one.createdAt));
      await out.list(all.slice(0, limit), HISTORY_COLUMNS, 'nothing has happened yet');
    },
  );
  clientCommand<SendFlags>(
    wallet
      .command('send')
      .description('send from a wallet whose key the service holds, and follow it until it is final')
      .argument(...WALLET_ARGUMENT)
      .argument('<address>', 'who receives, on the chain of the wallet')
      .argument('<amount>', 'decimal amount, such as 0.5', amountArgument)
      .option('--token <token>', 'symbol or address of a token; the coin of the chain when absent')
      .option('--yes', 'do not ask at the terminal whether to send')
      .option('--no-wait', 'end when the service has taken the transfer')
      .option('--idempotency-key <key>', 'a repetition with the same key sends nothing more'),
    send,
  );
}

interface Balance extends Pick<WalletBalance['balances'][number], 'symbol' | 'balance'> {
  readonly wallet: Wallet;
  readonly form: string;
}

const BALANCE_COLUMNS: readonly Column<Balance>[] = [
  { title: 'WALLET', of: ({ wallet }) => wallet.name || wallet.id },
  { title: 'ADDRESS', of: ({ wallet }) => wallet.walletAddress },
  { title: 'BALANCE', of: ({ balance }) => balance, align: 'right' },
  { title: 'ASSET', of: ({ symbol }) => symbol },
  { title: 'FORM', of: ({ form }) => form },
];

/** The native coin of each wallet. A wallet of a chain that the service is not connected to has none. */
async function* coinsOf(wallets: AsyncIterable<Wallet>, client: ClientContext['client']): AsyncGenerator<Balance> {
  for await (const wallet of wallets) {
    try {
      const { symbol, balance } = await client.wallets.balance(wallet.id);
      yield { wallet, symbol, balance, form: 'native' };
    } catch (error) {
      if (!(error instanceof CausewayError && error.code === 'CHAIN_NOT_CONFIGURED')) throw error;
      yield { wallet, symbol: '', balance: null, form: 'chain not connected' };
    }
  }
}

async function* tokensOf(wallet: Wallet, client: ClientContext['client']): AsyncGenerator<Balance> {
  const { balances } = await client.wallets.balance(wallet.id);
  for (const one of balances) yield { wallet, ...one };
}

interface Happening {
  readonly kind: string;
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
}

const HISTORY_COLUMNS: readonly Column<Happening>[] = [
  { title: 'TIME', of: ({ createdAt }) => createdAt },
  { title: 'WHAT', of: ({ kind }) => kind },
  { title: 'STATUS', of: ({ status }) => status },
  { title: 'ID', of: ({ id }) => id },
];

async function send(context: ClientContext, args: readonly string[], flags: SendFlags): Promise<void> {
  const { client, out, ask } = context;
  const [reference = '', toAddress = '', amount = ''] = args;
  const wallet = await findWallet(client, reference);
  const what = `${amount} ${flags.token ?? 'of the coin'} from ${wallet.walletAddress} to ${toAddress}`;
  if (!flags.yes && !(await ask.agrees(`Send ${what}?`))) return out.note('nothing was sent');
  const body = { toAddress, amount, ...(flags.token !== undefined && { token: flags.token }) };
  const transfer = await client.wallets.send(wallet.id, body, flags.idempotencyKey);
  if (flags.wait) await follow(context, transfer);
  else {
    if (out.json) out.document(transfer);
    out.note(`transfer ${transfer.transferId} of ${transfer.amount} ${transfer.token} is ${transfer.status}`);
  }
}

/** Milliseconds between two polls of a transfer. */
const POLL_MS = 500;

/** Shows the transfer as the service took it, and then every change until it is final. */
async function follow({ client, out, exitWith }: ClientContext, transfer: WalletTransfer): Promise<void> {
  const progress = out.progress();
  let shown: string | undefined;
  const show = (now: WalletTransfer) => {
    const { status, amount, token, transaction, failureMessage } = now;
    const line = `${status.padEnd(9)} ${amount} ${token}  ${failureMessage ?? transaction ?? ''}`.trimEnd();
    if (line !== shown) progress.step(line, now);
    shown = line;
    if (status === 'failed') exitWith(EXIT.refused);
  };
  show(transfer);
  for await (const now of client.wallets.follow(transfer.walletId, transfer.transferId, { pollMs: POLL_MS })) show(now);
}

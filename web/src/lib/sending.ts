import type { components } from '@causeway/client';
import { compareDecimals } from './format.ts';
import { endPress, keepPress, lastPress, type Press } from './press.ts';
import { api } from './service.ts';
import { session } from './session.ts';
import type { OwnWallet, Unsigned } from './wallets/wallet.ts';

type Route = components['schemas']['Route'];
export type Quote = components['schemas']['Quote'];

/** What is sent, and what the person has seen of its costs. */
export interface Sending {
  readonly route: Route;
  readonly amount: string;
  readonly recipient: string;
  readonly shown: Quote;
  /** The wallet whose own keys sign; the service’s wallet sends when it is absent. */
  readonly wallet?: OwnWallet;
  /** Shows a newer quote. */
  readonly onQuote: (quote: Quote) => void;
}

/** Milliseconds after which an order on Solana is made anew: its transaction can be included for a minute only. */
const FRESH_MS = 45_000;
/** The same where the wallet may have sent the transaction: by then it is in a block, or in none. */
const GONE_MS = 150_000;

/** Why one has to press again; the page has the words. */
class Stopped extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The quote of an amount on a route, at present. */
export const quoteOf = ({ fromToken, fromChain, toChain }: Route, amount: string): Promise<Quote> =>
  api.market.quote({ from: `${fromToken.symbol}@${fromChain}`, to: toChain, amount });

/** The code of what has become worse since the person saw the quote; undefined where nothing has. */
function worse(shown: Quote, now: Quote): string | undefined {
  if (now.fee !== null && (shown.fee === null || compareDecimals(now.fee, shown.fee) > 0)) return 'FEE_CHANGED';
  const brings = ['toAmount', 'refundAmount'] as const;
  return brings.some((name) => compareDecimals(now[name], shown[name]) < 0) ? 'QUOTE_EXPIRED' : undefined;
}

/** Gives up an order that moved nothing. */
async function giveUp({ orderId }: Press): Promise<void> {
  endPress();
  if (orderId !== null) await api.orders.cancel(orderId).catch(() => {});
}

/** The press that this one repeats, if its order still waits for its lock. Ends the press when the order has ended. */
async function repeated(asked: string, now: Quote): Promise<Press | 'locked' | undefined> {
  const last = lastPress();
  if (last?.asked !== asked) {
    // The order of another press, which nobody has signed, would only wait for its end.
    if (last && last.sent === 0 && !last.isAsking && !last.isUnsure) await giveUp(last);
    return undefined;
  }
  if (last.orderId === null) return last;
  const { status, fee } = await api.orders.get(last.orderId);
  if (status === 'expired') {
    endPress();
    return undefined;
  }
  if (status !== 'created') return 'locked';
  if (now.fee !== null && fee !== null && compareDecimals(now.fee, fee) > 0) {
    await giveUp(last);
    return undefined;
  }
  return last;
}

/** True when the order’s transaction can no longer be signed in time. */
function isStale({ madeAtMs, sent, isUnsure }: Press, [transaction]: readonly Unsigned[]): boolean {
  if (madeAtMs === null || sent > 0 || transaction?.kind !== 'solana') return false;
  return Date.now() - madeAtMs > (isUnsure ? GONE_MS : FRESH_MS);
}

/**
 * Orders what is asked for and, with a wallet of one’s own, has it sign and send the order’s transactions. Returns the
 * order’s id. Nothing is sent twice: a repetition of the same press, also after a reload, goes on with the same order
 * behind its last sent transaction. Throws CausewayError, WalletError, or an error whose code says why one has to press
 * again.
 */
export async function sendOrder(sending: Sending): Promise<string> {
  const { route, amount, recipient, shown, wallet, onQuote } = sending;
  const account = await wallet?.account();
  const now = await quoteOf(route, amount);
  onQuote(now);
  const { asset, fromChain, toChain, fromToken } = route;
  const asked = JSON.stringify([session.peek()?.id, asset, fromChain, toChain, amount, recipient, account]);
  const reason = worse(shown, now);
  const before = await repeated(asked, now);
  if (before === 'locked') return ended(lastPress()?.orderId ?? '');
  if (reason !== undefined) throw new Stopped(reason);
  const order = (press: Press) =>
    api.orders.create(
      {
        ...{ fromToken: fromToken.symbol, fromChain, toChain, amount, destinationAddress: recipient },
        ...(account !== undefined && { fromAddress: account }),
      },
      press.key,
    );
  let press = before ?? keepPress(newPress(asked));
  let { orderId, transactions = [], fee } = await order(press);
  if (isStale(press, transactions)) {
    await giveUp(press);
    press = keepPress(newPress(asked));
    ({ orderId, transactions = [], fee } = await order(press));
  }
  press = keepPress({ ...press, orderId, madeAtMs: press.madeAtMs ?? Date.now() });
  if (wallet && account !== undefined) {
    try {
      // The fee may have risen between the quote and the order.
      if (press.sent === 0 && shown.fee !== null && fee !== null && compareDecimals(fee, shown.fee) > 0)
        throw new Stopped('FEE_CHANGED');
      await sign(press, wallet, account, transactions);
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      const isVoid = code === 'FEE_CHANGED' || (code === 'TRANSACTION_EXPIRED' && lastPress()?.isUnsure === false);
      if (isVoid) await giveUp(press);
      if (code === 'FEE_CHANGED') onQuote(await quoteOf(route, amount));
      throw error;
    }
  }
  return ended(orderId);
}

const newPress = (asked: string): Press => ({
  ...{ asked, key: crypto.randomUUID(), madeAtMs: null, orderId: null },
  ...{ sent: 0, isAsking: false, isUnsure: false },
});

function ended(orderId: string): string {
  endPress();
  return orderId;
}

/** Has the wallet sign and send the transactions that it has not sent yet. */
async function sign(begun: Press, wallet: OwnWallet, account: string, all: readonly Unsigned[]): Promise<void> {
  let press = begun;
  if (press.isAsking) {
    // The page was loaded anew while the wallet asked, so the answer is not known.
    keepPress({ ...press, isAsking: false, isUnsure: true });
    throw new Stopped('WALLET_ASKED_BEFORE');
  }
  for (const transaction of all.slice(press.sent)) {
    press = keepPress({ ...press, isAsking: true });
    try {
      await wallet.send(account, transaction);
    } catch (error) {
      const isUnsure = press.isUnsure || (error as { readonly code?: unknown }).code === 'WALLET_FAILED';
      keepPress({ ...press, isAsking: false, isUnsure });
      throw error;
    }
    press = keepPress({ ...press, isAsking: false, sent: press.sent + 1 });
  }
}

import type { components } from '@causeway/client';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { EvmWallet } from '../lib/evm-wallets.ts';
import { duration, integer, shortAmount } from '../lib/format.ts';
import { useResource } from '../lib/resource.ts';
import { go } from '../lib/router.ts';
import { api, type Trouble, troubleOf } from '../lib/service.ts';
import { session } from '../lib/session.ts';
import { Field, Form, Select } from '../parts/form.tsx';
import { Show, TroubleNote } from '../parts/loaded.tsx';
import { Fact, Facts, Page, Section } from '../parts/page.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { Amount } from '../parts/values.tsx';
import { common } from '../text/common.ts';
import { send as words } from '../text/send.ts';

type Route = components['schemas']['Route'];
type Quote = components['schemas']['Quote'];

/** Milliseconds without a key after which a quote is asked for. */
const PAUSE_MS = 300;
const AMOUNT = /^\d+(?:\.\d+)?$/;

const keyOf = ({ asset, fromChain, toChain }: Route): string => `${asset} ${fromChain} ${toChain}`;

/** Sends an asset to another chain: the quote with all costs, then the order. */
export default function SendView() {
  const routes = useResource('routes', () => api.market.routes(), { everyMs: 10_000 });
  return (
    <Page title={words.title}>
      <Show of={routes} lines={10}>
        {(all) => (all.length === 0 ? <p class="soft">{words.none}</p> : <Sending routes={all} />)}
      </Show>
    </Page>
  );
}

function Sending({ routes }: { readonly routes: readonly Route[] }) {
  const chosen = useSignal('');
  const amount = useSignal('');
  const recipient = useSignal('');
  const wallets = useSignal<readonly EvmWallet[] | undefined>(undefined);
  /** The wallet that pays; empty for the one that the service holds. */
  const payer = useSignal('');
  // A repetition of the same request has the same key and makes no second order; what the wallet sent is not sent again.
  const press = useRef({ asked: '', key: '', sent: 0 });
  const route = routes.find((one) => keyOf(one) === chosen.value) ?? routes.find(({ open }) => open) ?? routes[0];
  if (!route) return null;
  const quote = useQuote(route, amount.value);
  const order = async () => {
    const wallet = wallets.peek()?.find(({ uuid }) => uuid === payer.peek());
    const own = wallet && (await import('../lib/evm-wallets.ts'));
    const account = wallet && (await own?.accountOf(wallet));
    const asked = `${keyOf(route)} ${amount.peek()} ${recipient.peek()} ${account ?? ''}`;
    if (press.current.asked !== asked) press.current = { asked, key: crypto.randomUUID(), sent: 0 };
    const { orderId, transactions = [] } = await api.orders.create(
      {
        ...{ fromToken: route.fromToken.symbol, fromChain: route.fromChain, toChain: route.toChain },
        ...{ amount: amount.peek(), destinationAddress: recipient.peek(), ...(account && { fromAddress: account }) },
      },
      press.current.key,
    );
    if (wallet && own && account)
      for (const transaction of transactions.slice(press.current.sent)) {
        if (transaction.kind === 'evm') await own.send(wallet, account, transaction);
        press.current.sent += 1;
      }
    go(`/o/${orderId}`);
  };
  const lookForWallets = async () => {
    wallets.value = await (await import('../lib/evm-wallets.ts')).findWallets();
    payer.value = wallets.value[0]?.uuid ?? '';
  };
  const shown = quote.value;
  const label = AMOUNT.test(amount.value)
    ? words.button(shortAmount(amount.value), route.fromToken.symbol)
    : words.plainButton;
  return (
    <div class="columns">
      <Section title={words.title}>
        <Form
          button={label}
          send={order}
          explain={({ code }) => words.explain[code]}
          disabled={!session.value || !route.open || !shown || 'code' in shown}
        >
          <Select
            name="route"
            label={words.what}
            value={keyOf(route)}
            options={routes.map((one) => [keyOf(one), words.route(one.fromToken.symbol, one.fromChain, one.toChain)])}
            onInput={(value) => {
              chosen.value = value;
            }}
          />
          {route.reason && <p class="trouble">{words.closed(route.reason.message)}</p>}
          <Field
            name="amount"
            label={words.amount}
            inputMode="decimal"
            pattern="[0-9]+([.][0-9]+)?"
            autocomplete="off"
            required
            {...(route.minAmount !== null &&
              route.maxAmount !== null && {
                help: words.amountHelp(
                  shortAmount(route.minAmount),
                  shortAmount(route.maxAmount),
                  route.fromToken.symbol,
                ),
              })}
            onInput={(value) => {
              amount.value = value.trim();
            }}
          />
          <Field
            name="recipient"
            label={words.recipient}
            help={words.recipientHelp(route.toChain)}
            autocomplete="off"
            required
            maxLength={200}
            onInput={(value) => {
              recipient.value = value.trim();
            }}
          />
          {wallets.value && wallets.value.length > 0 && (
            <Select
              name="payer"
              label={words.from}
              value={payer.value}
              options={[
                ['', words.custodial],
                ...wallets.value.map(({ uuid, name }) => [uuid, words.own(name)] as const),
              ]}
              onInput={(value) => {
                payer.value = value;
              }}
            />
          )}
        </Form>
        <SignedIn why={words.signIn}>
          {() =>
            wallets.value === undefined ? (
              <p>
                <button type="button" onClick={() => void lookForWallets()}>
                  {words.ownWallets}
                </button>
              </p>
            ) : (
              wallets.value.length === 0 && <p class="soft">{words.noWallets}</p>
            )
          }
        </SignedIn>
      </Section>
      <Section title={words.quote}>
        <div aria-live="polite">
          {!shown && <p class="soft">{words.noQuote}</p>}
          {shown && ('code' in shown ? <TroubleNote trouble={shown} /> : <QuoteFacts quote={shown} />)}
        </div>
      </Section>
    </div>
  );
}

/** The quote of an amount, asked for when the typing pauses; the refusal in its place. */
function useQuote({ asset, fromToken, fromChain, toChain }: Route, amount: string) {
  const quote = useSignal<Quote | Trouble | undefined>(undefined);
  useEffect(() => {
    quote.value = undefined;
    if (!AMOUNT.test(amount)) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const from = `${fromToken.symbol}@${fromChain}`;
      const found = await api.market.quote({ from, to: toChain, amount }).catch(troubleOf);
      if (!isOver) quote.value = found;
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [asset, fromToken.symbol, fromChain, toChain, amount, quote]);
  return quote;
}

const QuoteFacts = ({ quote }: { readonly quote: Quote }) => (
  <Facts>
    <Fact name={words.receives}>
      <Amount value={quote.toAmount} unit={quote.toToken} />
    </Fact>
    <Fact name={words.fee}>
      {quote.fee === null ? (
        common.unknown
      ) : (
        <>
          <Amount value={quote.fee} unit={quote.feeToken ?? ''} /> <span class="soft">{words.feeBeside}</span>
        </>
      )}
    </Fact>
    <Fact name={words.refund}>
      <Amount value={quote.refundAmount} unit={quote.refundToken} />
    </Fact>
    <Fact name={words.time}>
      {quote.expectedSeconds === null ? words.unknownTime : duration(integer(quote.expectedSeconds) * 1_000)}
    </Fact>
    {quote.valueUsd !== null && (
      <Fact name={words.value}>
        <Amount value={quote.valueUsd} unit="USD" />
      </Fact>
    )}
  </Facts>
);

import type { components } from '@causeway/client';
import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { duration, harmless, integer, named, shortAmount } from '../lib/format.ts';
import { useResource } from '../lib/resource.ts';
import { go } from '../lib/router.ts';
import { type Quote, quoteOf, sendOrder } from '../lib/sending.ts';
import { api, type Trouble, troubleOf } from '../lib/service.ts';
import { session } from '../lib/session.ts';
import type { OwnWallet } from '../lib/wallets/wallet.ts';
import { Field, Form, Select } from '../parts/form.tsx';
import { Show, TroubleNote } from '../parts/loaded.tsx';
import { Fact, Facts, Page, Section } from '../parts/page.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { Amount, Foreign } from '../parts/values.tsx';
import { common } from '../text/common.ts';
import { send as words } from '../text/send.ts';

type Route = components['schemas']['Route'];
type Network = components['schemas']['Network'];

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
  /** The wallet that pays; empty for the one that the service holds. */
  const payer = useSignal('');
  const networks = useResource('networks', () => api.market.networks());
  const route = routes.find((one) => keyOf(one) === chosen.value) ?? routes.find(({ open }) => open) ?? routes[0];
  const network = networks.state.value.data?.find(({ name }) => name === route?.fromChain);
  const own = useOwnWallets(network, payer);
  const quote = useQuote(route, amount.value);
  if (!route) return null;
  const order = async () => {
    const shown = quote.peek();
    if (!shown || 'code' in shown) return;
    const wallet = own.found.peek()?.find(({ id }) => id === payer.peek());
    const onQuote = (newer: Quote) => {
      quote.value = newer;
    };
    const asked = { route, amount: amount.peek(), recipient: recipient.peek(), shown, onQuote };
    go(`/o/${await sendOrder({ ...asked, ...(wallet && { wallet }) })}`);
  };
  const wallets = own.found.value;
  const shown = quote.value;
  const label = AMOUNT.test(amount.value)
    ? words.button(shortAmount(amount.value), named(route.fromToken.symbol))
    : words.plainButton;
  return (
    <div class="columns">
      <Section title={words.title}>
        <Form
          button={label}
          send={order}
          explain={explained}
          disabled={!session.value || !route.open || !shown || 'code' in shown}
        >
          <Select
            name="route"
            label={words.what}
            value={keyOf(route)}
            options={routes.map((one) => [
              keyOf(one),
              words.route(named(one.fromToken.symbol), named(one.fromChain), named(one.toChain)),
            ])}
            onInput={(value) => {
              chosen.value = value;
            }}
          />
          {route.reason && <p class="trouble">{words.closed(harmless(route.reason.message, 1_000))}</p>}
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
                  named(route.fromToken.symbol),
                ),
              })}
            onInput={(value) => {
              amount.value = value.trim();
            }}
          />
          <Field
            name="recipient"
            label={words.recipient}
            help={words.recipientHelp(named(route.toChain))}
            autocomplete="off"
            required
            maxLength={200}
            onInput={(value) => {
              recipient.value = value.trim();
            }}
          />
          {wallets && wallets.length > 0 && (
            <Select
              name="payer"
              label={words.from}
              value={payer.value}
              options={[['', words.custodial], ...wallets.map(({ id, name }) => [id, words.own(named(name))] as const)]}
              onInput={(value) => {
                payer.value = value;
              }}
            />
          )}
        </Form>
        <SignedIn why={words.signIn}>
          {() => network && (wallets?.length ?? 0) === 0 && <LookForWallets network={network} own={own} />}
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

/** The words for a refusal; a wallet’s own words stand behind them where only it knows what happened. */
function explained({ code, message }: Trouble) {
  const known = words.explain[code];
  if (known === undefined || code !== 'WALLET_FAILED') return known;
  return (
    <>
      {known} <Foreign>{message}</Foreign>
    </>
  );
}

/** The button that looks for wallets, and what to do when there is none. */
function LookForWallets({ network, own }: { readonly network: Network; readonly own: OwnWallets }) {
  const isKnown = words.noWallets[network.kind] !== undefined;
  const noDapp = network.kind === 'radix' && network.dappDefinition === null ? words.noDapp : undefined;
  const none = noDapp ?? words.noWallets[network.kind] ?? words.noWalletsHere;
  return (
    <div role="status">
      {own.found.value && <p class="soft">{none}</p>}
      {isKnown && noDapp === undefined ? (
        <button type="button" onClick={() => void own.look()}>
          {own.found.value ? words.lookAgain : words.ownWallets}
        </button>
      ) : (
        !own.found.value && <p class="soft">{none}</p>
      )}
    </div>
  );
}

interface OwnWallets {
  /** The wallets that were found for the present network; undefined before somebody looks for them. */
  readonly found: ReadonlySignal<readonly OwnWallet[] | undefined>;
  look(): Promise<void>;
}

/** The wallets of this browser for the network of the route; after the first look, also when the network changes. */
function useOwnWallets(network: Network | undefined, payer: Signal<string>): OwnWallets {
  const found = useSignal<readonly OwnWallet[] | undefined>(undefined);
  const isWanted = useSignal(false);
  const look = async () => {
    isWanted.value = true;
    if (!network) return;
    const wallets = await (await import('../lib/wallets/find.ts')).findWallets(network);
    found.value = wallets;
    payer.value = wallets[0]?.id ?? '';
  };
  useEffect(() => {
    found.value = undefined;
    payer.value = '';
    if (isWanted.peek()) void look();
  }, [network?.name, network?.kind]);
  return { found, look };
}

/** The quote of an amount, asked for when the typing pauses; the refusal in its place. */
function useQuote(route: Route | undefined, amount: string) {
  const quote = useSignal<Quote | Trouble | undefined>(undefined);
  useEffect(() => {
    quote.value = undefined;
    if (!route || !AMOUNT.test(amount)) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const found = await quoteOf(route, amount).catch(troubleOf);
      if (!isOver) quote.value = found;
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [route && keyOf(route), amount, quote]);
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

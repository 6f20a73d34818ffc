import type { Wallet, WalletTransfer } from '@causeway/client';
import { first } from '../../lib/first.ts';
import { list } from '../../lib/format.ts';
import { useRequestKey } from '../../lib/request-key.ts';
import { useResource } from '../../lib/resource.ts';
import { api } from '../../lib/service.ts';
import { useBalance } from '../../parts/balances.tsx';
import { Field, Form, Select } from '../../parts/form.tsx';
import { Show } from '../../parts/loaded.tsx';
import { Section } from '../../parts/page.tsx';
import { Word } from '../../parts/state.tsx';
import { Amount, Hash, Time } from '../../parts/values.tsx';
import { transferStates, wallet as words } from '../../text/wallet.ts';

/** Transfers that are shown. */
const MOST_TRANSFERS = 20;

/** Sends what the wallet holds on its own chain, and shows its transfers. */
export function Sending({ wallet: { walletId, network } }: { readonly wallet: Wallet }) {
  const balance = useBalance(walletId);
  const transfers = useResource(
    `transfers of ${walletId}`,
    () => first(api.wallets.transfers(walletId), MOST_TRANSFERS),
    { everyMs: 3_000 },
  );
  const requestKey = useRequestKey();
  // The chain's coin has no address, and is sent when no token is named.
  const assets = list(balance.state.value.data?.balances ?? []).map(
    ({ symbol, tokenAddress }) => [tokenAddress ?? '', symbol] as const,
  );
  return (
    <>
      <Section title={words.send}>
        <Form
          button={words.sendButton}
          disabled={assets.length === 0}
          clears
          send={async ({ token = '', amount = '', to = '' }) => {
            const body = { toAddress: to.trim(), amount: amount.trim(), ...(token !== '' && { token }) };
            await api.wallets.send(walletId, body, requestKey.of(JSON.stringify(body)));
            requestKey.done();
            transfers.refresh();
            balance.refresh();
          }}
        >
          <Select name="token" label={words.asset} options={assets} />
          <Field
            name="amount"
            label={words.amount}
            inputMode="decimal"
            pattern="[0-9]+([.][0-9]+)?"
            autocomplete="off"
            required
          />
          <Field
            name="to"
            label={words.to}
            help={words.toHelp(network ?? '')}
            autocomplete="off"
            maxLength={200}
            required
          />
        </Form>
      </Section>
      <Section title={words.transfers}>
        <Show of={transfers}>
          {(all) =>
            list(all).length === 0 ? (
              <p class="soft">{words.noTransfers}</p>
            ) : (
              <ul class="plain">
                {all.map((transfer) => (
                  <Transfer key={transfer.transferId} of={transfer} />
                ))}
              </ul>
            )
          }
        </Show>
      </Section>
    </>
  );
}

function Transfer({ of }: { readonly of: WalletTransfer }) {
  return (
    <li>
      <Amount value={of.amount} unit={of.token} /> → <Hash value={of.toAddress} /> <Time iso={of.createdAt} />{' '}
      <Word among={transferStates} value={of.status} /> {of.transaction !== null && <Hash value={of.transaction} />}
      {of.failureMessage !== null && <div class="trouble">{of.failureMessage}</div>}
    </li>
  );
}

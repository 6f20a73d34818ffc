import type { Wallet, WalletTransfer } from '@causeway/client';
import { list } from '../../lib/format.ts';
import { usePaged } from '../../lib/paged.ts';
import { useRequestKey } from '../../lib/request-key.ts';
import { answered, api } from '../../lib/service.ts';
import { session } from '../../lib/session.ts';
import { useBalance } from '../../parts/balances.tsx';
import { Field, Form, Select } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { PagedList } from '../../parts/pages.tsx';
import { Word } from '../../parts/state.tsx';
import { Amount, Foreign, Hash, Time } from '../../parts/values.tsx';
import { transferStates, wallet as words } from '../../text/wallet.ts';

/** How the transfers are read. */
const READING = { step: 20, everyMs: 3_000, idOf: ({ transferId }: WalletTransfer) => transferId };

/** Sends what the wallet holds on its own chain, and shows its transfers. */
export function Sending({ wallet: { walletId, network } }: { readonly wallet: Wallet }) {
  const balance = useBalance(walletId);
  const path = { avatarId: session.value?.id ?? '', walletId };
  const transfers = usePaged(`transfers of ${walletId}`, READING, (query) =>
    answered(api.http.GET('/api/Wallet/avatar/{avatarId}/wallets/{walletId}/transfers', { params: { path, query } })),
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
        <PagedList of={transfers} empty={words.noTransfers} row={(transfer) => <Transfer of={transfer} />} />
      </Section>
    </>
  );
}

function Transfer({ of }: { readonly of: WalletTransfer }) {
  return (
    <>
      <Amount value={of.amount} unit={of.token} /> → <Hash value={of.toAddress} /> <Time iso={of.createdAt} />{' '}
      <Word among={transferStates} value={of.status} /> {of.transaction !== null && <Hash value={of.transaction} />}
      {of.failureMessage !== null && (
        <div class="trouble">
          <Foreign most={1_000}>{of.failureMessage}</Foreign>
        </div>
      )}
    </>
  );
}

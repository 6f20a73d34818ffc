import type { Wallet } from '@causeway/client';
import { named, shortened } from '../../lib/format.ts';
import { usePaged } from '../../lib/paged.ts';
import { MOST_ASKING } from '../../lib/pages.ts';
import { useResource } from '../../lib/resource.ts';
import { go } from '../../lib/router.ts';
import { answered, api } from '../../lib/service.ts';
import type { Me } from '../../lib/session.ts';
import { Balances } from '../../parts/balances.tsx';
import { Field, Form, Select } from '../../parts/form.tsx';
import { PagedTable } from '../../parts/pages.tsx';
import type { Columns } from '../../parts/table.tsx';
import { Foreign, Hash } from '../../parts/values.tsx';
import { Mark } from '../../parts/verdict.tsx';
import { account as words } from '../../text/account.ts';

/** How the wallets are read; each is asked for its balance, too. */
const READING = { step: 20, most: MOST_ASKING, idOf: ({ walletId }: Wallet) => walletId };

const COLUMNS: Columns<Wallet> = [
  [words.wallet, (wallet) => <Name wallet={wallet} />],
  [words.network, ({ network }) => (network === null ? words.noNetwork : <Foreign>{network}</Foreign>)],
  [words.address, ({ walletAddress }) => <Hash value={walletAddress} />],
  [words.balance, ({ network, walletId }) => network !== null && <Balances id={walletId} />],
];

/** The wallets of one's own, and two ways to get another. */
export function Wallets({ me: { id: avatarId } }: { readonly me: Me }) {
  const wallets = usePaged('own wallets', READING, (query) =>
    answered(api.http.GET('/api/Wallet/avatar/{avatarId}/wallets', { params: { path: { avatarId }, query } })),
  );
  const networks = useResource('networks', () => api.market.networks());
  const names = networks.state.value.data?.map(({ name }) => [name, named(name)] as const) ?? [];
  return (
    <>
      <PagedTable of={wallets} empty={words.noWallets} columns={COLUMNS} />
      <Form
        button={words.createWallet}
        disabled={names.length === 0}
        send={async ({ network = '' }) => {
          await api.wallets.create({ walletProviderType: network });
          wallets.refresh();
        }}
      >
        <Select name="network" label={words.network} options={names} />
      </Form>
      <details>
        <summary>{words.addWallet}</summary>
        <Form
          button={words.addWallet}
          disabled={names.length === 0}
          send={async ({ network = '', address = '' }) => {
            const wallet = { walletProviderType: network, generateKeyPair: false, walletAddress: address.trim() };
            const { walletId } = await api.wallets.create(wallet);
            go(`/wallets/${walletId}`);
          }}
        >
          <Select name="network" label={words.chain} options={names} />
          <Field name="address" label={words.address} autocomplete="off" maxLength={200} required />
        </Form>
      </details>
    </>
  );
}

const Name = ({ wallet }: { readonly wallet: Wallet }) => (
  <>
    <a href={`/wallets/${wallet.walletId}`}>
      <Foreign>{wallet.name === '' ? shortened(wallet.walletAddress) : wallet.name}</Foreign>
    </a>{' '}
    {!wallet.custodial && (
      <Mark mood={wallet.verified ? 'good' : 'warn'}>{wallet.verified ? words.external : words.unproven}</Mark>
    )}
  </>
);

import type { Wallet } from '@causeway/client';
import { first } from '../../lib/first.ts';
import { named, shortened } from '../../lib/format.ts';
import { useResource } from '../../lib/resource.ts';
import { go } from '../../lib/router.ts';
import { api } from '../../lib/service.ts';
import { Balances } from '../../parts/balances.tsx';
import { Field, Form, Select } from '../../parts/form.tsx';
import { Show } from '../../parts/loaded.tsx';
import { Table } from '../../parts/table.tsx';
import { Foreign, Hash } from '../../parts/values.tsx';
import { Mark } from '../../parts/verdict.tsx';
import { account as words } from '../../text/account.ts';

/** The wallets of one's own, and two ways to get another. */
export function Wallets() {
  const wallets = useResource('own wallets', () => first(api.wallets.list(), 100));
  const networks = useResource('networks', () => api.market.networks());
  const names = networks.state.value.data?.map(({ name }) => [name, named(name)] as const) ?? [];
  return (
    <>
      <Show of={wallets}>
        {(all) => (
          <Table
            rows={all}
            idOf={({ walletId }) => walletId}
            empty={words.noWallets}
            columns={[
              [words.wallet, (wallet) => <Name wallet={wallet} />],
              [words.network, ({ network }) => (network === null ? words.noNetwork : <Foreign>{network}</Foreign>)],
              [words.address, ({ walletAddress }) => <Hash value={walletAddress} />],
              [words.balance, ({ network, walletId }) => network !== null && <Balances id={walletId} />],
            ]}
          />
        )}
      </Show>
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

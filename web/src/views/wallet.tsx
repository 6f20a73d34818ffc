import type { Wallet } from '@causeway/client';
import { isId } from '../lib/find.ts';
import { useResource } from '../lib/resource.ts';
import { api } from '../lib/service.ts';
import type { Params } from '../lib/view.ts';
import { Balances } from '../parts/balances.tsx';
import { Form } from '../parts/form.tsx';
import { isNone, Show } from '../parts/loaded.tsx';
import { Fact, Facts, Page, Section } from '../parts/page.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { Foreign, Hash, Name, Time } from '../parts/values.tsx';
import { Mark } from '../parts/verdict.tsx';
import { wallet as words } from '../text/wallet.ts';
import { Export } from './wallet/export.tsx';
import { Sending } from './wallet/sending.tsx';
import { Verify } from './wallet/verify.tsx';

/** A wallet of one's own: what it holds, sending, the proof of its key, and the export of its key. */
export default function WalletView({ params: { id = '' } }: { readonly params: Params }) {
  return (
    <Page title={words.title} aside={<a href="/account">{words.all}</a>}>
      <SignedIn>{() => (isId(id) ? <Own id={id} /> : <p>{words.notFound}</p>)}</SignedIn>
    </Page>
  );
}

function Own({ id }: { readonly id: string }) {
  const loaded = useResource(`wallet ${id}`, () => api.wallets.get(id));
  if (isNone(loaded.state.value.trouble)) return <p>{words.notFound}</p>;
  return (
    <Show of={loaded} lines={12}>
      {(wallet) => (
        <>
          <Section title={words.about}>
            <About wallet={wallet} refresh={loaded.refresh} />
          </Section>
          {wallet.custodial && wallet.network !== null && <Sending wallet={wallet} />}
          {!wallet.custodial && !wallet.verified && (
            <Section title={words.verify}>
              <Verify wallet={wallet} refresh={loaded.refresh} />
            </Section>
          )}
          {wallet.custodial && (
            <Section title={words.export}>
              <Export id={id} />
            </Section>
          )}
        </>
      )}
    </Show>
  );
}

const About = ({ wallet, refresh }: { readonly wallet: Wallet; readonly refresh: () => void }) => (
  <>
    <Facts>
      {wallet.name !== '' && (
        <Fact name={words.name}>
          <Foreign>{wallet.name}</Foreign>
        </Fact>
      )}
      <Fact name={words.address}>
        <Hash value={wallet.walletAddress} />
      </Fact>
      <Fact name={words.network}>{wallet.network === null ? words.noNetwork : <Name>{wallet.network}</Name>}</Fact>
      <Fact name={words.keys}>
        {wallet.custodial ? (
          words.custodial
        ) : (
          <Mark mood={wallet.verified ? 'good' : 'warn'}>{wallet.verified ? words.proved : words.unproved}</Mark>
        )}
      </Fact>
      <Fact name={words.since}>
        <Time iso={wallet.createdAt} />
      </Fact>
      {wallet.network !== null && (
        <Fact name={words.holds}>
          <Balances id={wallet.walletId} />
        </Fact>
      )}
    </Facts>
    {wallet.isDefaultWallet ? (
      <p class="soft">{words.isDefault}</p>
    ) : (
      wallet.verified && (
        <Form
          button={words.makeDefault}
          isQuiet
          send={async () => {
            await api.wallets.setDefault(wallet.walletId);
            refresh();
          }}
        />
      )
    )}
  </>
);

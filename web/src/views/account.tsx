import type { components } from '@causeway/client';
import { useSignal } from '@preact/signals';
import { list } from '../lib/format.ts';
import { useResource } from '../lib/resource.ts';
import { go, place } from '../lib/router.ts';
import { api } from '../lib/service.ts';
import { type Me, register, session, signIn, signOut } from '../lib/session.ts';
import { Field, Form, Select } from '../parts/form.tsx';
import { Show } from '../parts/loaded.tsx';
import { Page, Section } from '../parts/page.tsx';
import { State } from '../parts/state.tsx';
import { Amount, Foreign, Hash, Time } from '../parts/values.tsx';
import { Mark } from '../parts/verdict.tsx';
import { account as words } from '../text/account.ts';

type Schemas = components['schemas'];

/** Sign-in, or everything of one's own: orders, wallets, sessions, keys. */
export default function AccountView() {
  const me = session.value;
  if (me === undefined) return <Page title={words.title}>{null}</Page>;
  return me ? <Own me={me} /> : <Entrance />;
}

/** Goes back to where the sign-in was asked for. */
function back(): void {
  const to = place.peek().query.get('back');
  if (to?.startsWith('/') && !to.startsWith('//')) go(to, { replace: true });
}

const Entrance = () => (
  <Page title={words.title}>
    <div class="columns">
      <Section title={words.signIn}>
        <Form
          button={words.signIn}
          send={async ({ name = '', password = '' }) => {
            await signIn(name, password);
            back();
          }}
        >
          <Field name="name" label={words.name} autocomplete="username" required maxLength={320} />
          <Field name="password" label={words.password} type="password" autocomplete="current-password" required />
        </Form>
        <Forgot />
      </Section>
      <Section title={words.register}>
        <Form
          button={words.register}
          send={async ({ username = '', email = '', password = '' }) => {
            await register(username, email, password);
            back();
          }}
        >
          <Field
            name="username"
            label={words.username}
            help={words.usernameHelp}
            autocomplete="username"
            required
            maxLength={64}
          />
          <Field name="email" label={words.email} type="email" autocomplete="email" />
          <Field
            name="password"
            label={words.password}
            help={words.newPasswordHelp}
            type="password"
            autocomplete="new-password"
            minLength={8}
            required
          />
        </Form>
      </Section>
    </div>
  </Page>
);

function Forgot() {
  const isSent = useSignal(false);
  return (
    <details>
      <summary>{words.forgot}</summary>
      {isSent.value ? (
        <p role="status">{words.forgotSent}</p>
      ) : (
        <Form
          button={words.forgotButton}
          send={async ({ address = '' }) => {
            await api.avatars.forgotPassword(address);
            isSent.value = true;
          }}
        >
          <Field
            name="address"
            label={words.email}
            help={words.forgotHelp}
            type="email"
            autocomplete="email"
            required
          />
        </Form>
      )}
    </details>
  );
}

const Own = ({ me }: { readonly me: Me }) => (
  <Page
    title={words.title}
    aside={
      <span>
        <Foreign>{me.username}</Foreign>{' '}
        <button type="button" onClick={() => void signOut()}>
          {words.signOut}
        </button>
      </span>
    }
  >
    <Section title={words.orders}>
      <Orders />
    </Section>
    <Section title={words.wallets}>
      <Wallets />
    </Section>
    <Section title={words.sessions}>
      <Sessions />
    </Section>
    <Section title={words.keys}>
      <Keys />
    </Section>
  </Page>
);

/** Orders that are shown here. */
const MOST_ORDERS = 10;

/** Up to `most` items of a list that is asked for page by page. */
async function first<T>(items: AsyncGenerator<T, void, undefined>, most: number): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) if (found.push(item) >= most) break;
  return found;
}

function Orders() {
  const loaded = useResource('own orders', () => first(api.orders.list({ limit: MOST_ORDERS }), MOST_ORDERS), {
    everyMs: 3_000,
  });
  return (
    <Show of={loaded}>
      {(orders) =>
        orders.length === 0 ? (
          <p>
            {words.noOrders} <a href="/send">{words.sendOne}</a>
          </p>
        ) : (
          <ul class="plain">
            {orders.map((order) => (
              <li key={order.orderId}>
                <Hash value={order.orderId} href={`/o/${order.orderId}`} />{' '}
                <Amount value={order.fromAmount} unit={order.fromToken} /> {order.fromChain} → {order.toChain}{' '}
                <State status={order.status} />
              </li>
            ))}
          </ul>
        )
      }
    </Show>
  );
}

function Wallets() {
  const wallets = useResource('own wallets', () => first(api.wallets.list(), 100));
  const networks = useResource('networks', () => api.market.networks());
  const names = networks.state.value.data?.map(({ name }) => [name, name] as const) ?? [];
  return (
    <>
      <Show of={wallets}>
        {(all) =>
          list(all).length === 0 ? (
            <p class="soft">{words.noWallets}</p>
          ) : (
            <div class="scroll">
              <table class="stack">
                <thead>
                  <tr>
                    <th scope="col">{words.wallet}</th>
                    <th scope="col">{words.network}</th>
                    <th scope="col">{words.address}</th>
                    <th scope="col">{words.balance}</th>
                  </tr>
                </thead>
                <tbody>
                  {all.map((wallet) => (
                    <WalletRow key={wallet.walletId} wallet={wallet} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
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
    </>
  );
}

function WalletRow({ wallet }: { readonly wallet: Schemas['Wallet'] }) {
  return (
    <tr>
      <td data-name={words.wallet}>
        <Foreign>{wallet.name === '' ? wallet.walletId : wallet.name}</Foreign>{' '}
        {!wallet.custodial && (
          <Mark mood={wallet.verified ? 'good' : 'warn'}>{wallet.verified ? words.external : words.unproven}</Mark>
        )}
      </td>
      <td data-name={words.network}>{wallet.network ?? words.noNetwork}</td>
      <td data-name={words.address}>
        <Hash value={wallet.walletAddress} />
      </td>
      <td data-name={words.balance}>{wallet.network !== null && <Balances id={wallet.walletId} />}</td>
    </tr>
  );
}

function Balances({ id }: { readonly id: string }) {
  const loaded = useResource(`balance of ${id}`, () => api.wallets.balance(id), { everyMs: 10_000 });
  return (
    <Show of={loaded} lines={1}>
      {({ balances }) => (
        <>
          {list(balances)
            .filter(({ balance }) => balance !== null && !/^0(?:\.0+)?$/.test(balance))
            .map(({ symbol, balance }) => (
              <div key={symbol}>
                <Amount value={balance ?? ''} unit={symbol} />
              </div>
            ))}
        </>
      )}
    </Show>
  );
}

function Sessions() {
  const loaded = useResource('sessions', () => api.avatars.sessions());
  const end = async (id: string) => {
    await api.avatars.endSession(id);
    loaded.refresh();
  };
  return (
    <Show of={loaded}>
      {(sessions) => (
        <ul class="plain">
          {list(sessions).map(({ sessionId, isCurrent, createdAt, expiresAt }) => (
            <li key={sessionId}>
              {words.since} <Time iso={createdAt} />, {words.until.toLowerCase()} <Time iso={expiresAt} />{' '}
              {isCurrent ? (
                <Mark mood="good">{words.current}</Mark>
              ) : (
                <button type="button" onClick={() => void end(sessionId)}>
                  {words.end}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Show>
  );
}

function Keys() {
  const loaded = useResource('keys', () => api.avatars.apiKeys());
  const revoke = async (id: string) => {
    await api.avatars.revokeApiKey(id);
    loaded.refresh();
  };
  return (
    <Show of={loaded}>
      {(keys) =>
        list(keys).length === 0 ? (
          <p class="soft">{words.noKeys}</p>
        ) : (
          <ul class="plain">
            {keys.map(({ keyId, name, prefix, scopes, lastUsedAt, revokedAt }) => (
              <li key={keyId}>
                <Foreign>{name}</Foreign> <code>{prefix}…</code> {words.scopes.toLowerCase()} {list(scopes).join(', ')};{' '}
                {words.used.toLowerCase()} {lastUsedAt === null ? words.never : <Time iso={lastUsedAt} />}{' '}
                {revokedAt === null && (
                  <button type="button" onClick={() => void revoke(keyId)}>
                    {words.revoke}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </Show>
  );
}

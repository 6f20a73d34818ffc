import { useSignal } from '@preact/signals';
import { api } from '../../lib/service.ts';
import { Field, Form, Select } from '../../parts/form.tsx';
import { Secret } from '../../parts/secret.tsx';
import { exported, wallet as words } from '../../text/wallet.ts';

/** Milliseconds for which an exported secret is shown. */
const SHOWN_MS = 60_000;

/** The secret of a wallet for its owner, after the password. It is in this part's memory alone while it is shown. */
export function Export({ id }: { readonly id: string }) {
  const secret = useSignal<string | null>(null);
  if (secret.value !== null)
    return (
      <Secret
        label={words.secret}
        help={words.secretHelp}
        value={secret.value}
        forMs={SHOWN_MS}
        onHide={() => {
          secret.value = null;
        }}
      />
    );
  return (
    <>
      <p class="soft">{words.exportHelp}</p>
      <Form
        button={words.exportButton}
        send={async ({ what = '', password = '' }) => {
          const wish = exported.find(([name]) => name === what)?.[0] ?? 'privateKey';
          secret.value = (await api.wallets.export(id, { what: wish, password })).secret;
        }}
      >
        <Select name="what" label={words.what} options={exported} />
        <Field name="password" label={words.password} type="password" autocomplete="current-password" required />
      </Form>
    </>
  );
}

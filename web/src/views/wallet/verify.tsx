import type { components, Wallet } from '@causeway/client';
import { useSignal } from '@preact/signals';
import { useResource } from '../../lib/resource.ts';
import { api } from '../../lib/service.ts';
import { Form, TextArea } from '../../parts/form.tsx';
import { Time } from '../../parts/values.tsx';
import { wallet as words } from '../../text/wallet.ts';

interface Props {
  readonly wallet: Wallet;
  readonly refresh: () => void;
}

/** The proof that one holds the keys of a wallet: a text to sign, by hand or by an EVM wallet of the browser. */
export function Verify({ wallet: { walletId, walletAddress, network }, refresh }: Props) {
  const challenge = useSignal<components['schemas']['WalletChallenge'] | undefined>(undefined);
  const networks = useResource('networks', () => api.market.networks());
  const isEvm = networks.state.value.data?.find(({ name }) => name === network)?.kind === 'evm';
  const prove = async (signature: string) => {
    await api.wallets.verify(walletId, signature);
    refresh();
  };
  const signHere = async () => {
    const own = await import('../../lib/wallets/evm.ts');
    const { challenge: text } = await api.wallets.challenge(walletId);
    await prove(await own.signText(await own.findWallets(), walletAddress, text));
  };
  const shown = challenge.value;
  return (
    <>
      <p class="soft">{words.verifyHelp}</p>
      {isEvm && <Form button={words.signHere} send={signHere} explain={({ code }) => words.explain[code]} />}
      {shown === undefined ? (
        <Form
          button={words.askChallenge}
          send={async () => {
            challenge.value = await api.wallets.challenge(walletId);
          }}
        />
      ) : (
        <>
          <p>
            {words.challenge} <Time iso={shown.expiresAt} />:
          </p>
          <p>
            <code>{shown.challenge}</code>{' '}
            <button type="button" onClick={() => void navigator.clipboard.writeText(shown.challenge)}>
              {words.copy}
            </button>
          </p>
          <Form button={words.prove} send={({ signature = '' }) => prove(signature.trim())}>
            <TextArea name="signature" label={words.signature} maxLength={300} />
          </Form>
        </>
      )}
    </>
  );
}

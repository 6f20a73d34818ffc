import { signal, useSignal } from '@preact/signals';
import { place } from '../lib/router.ts';
import { api } from '../lib/service.ts';
import { session } from '../lib/session.ts';
import { Form } from '../parts/form.tsx';
import { NewPassword } from '../parts/new-password.tsx';
import { Page } from '../parts/page.tsx';
import { password, mail as words } from '../text/password.ts';

type Name = 'reset' | 'verify' | 'disown';

const NAMES: Readonly<Record<string, Name>> = {
  '/reset-password': 'reset',
  '/verify-email': 'verify',
  '/not-me': 'disown',
};

/** The token of the link, by the path; in memory alone, so that it outlives a sign-in and no reload. */
const tokens = signal<Readonly<Record<string, string>>>({});

/** Takes the token out of the address, before anything else of the page can read or keep it. */
function takeToken(path: string): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(null, '', path);
  tokens.value = { ...tokens.peek(), [path]: token };
}

/** The pages of links in messages: a new password, the proof of an address, and "this was not me". */
export default function MailView() {
  const { path } = place.value;
  takeToken(path);
  const name = NAMES[path] ?? 'disown';
  const token = tokens.value[path];
  const done = useSignal<string | null>(null);
  return (
    <Page title={words[name].title}>
      {done.value !== null ? (
        <>
          <p role="status">{done.value}</p>
          <a href="/account">{words.account}</a>
        </>
      ) : token === undefined ? (
        <p>{words.noToken}</p>
      ) : (
        <Use
          name={name}
          token={token}
          onDone={(said) => {
            done.value = said;
            tokens.value = {};
          }}
        />
      )}
    </Page>
  );
}

interface UseProps {
  readonly name: Name;
  readonly token: string;
  /** Called with what to tell once the token is used. */
  readonly onDone: (said: string) => void;
}

/** Uses the token when its owner asks for it: a program that follows links for its user must not. */
function Use({ name, token, onDone }: UseProps) {
  const send = async ({ after = '' }: Readonly<Record<string, string>>) => {
    if (name === 'reset') onDone(words.reset.done(await api.avatars.resetPassword(token, after)));
    else if (name === 'verify') onDone(words.verify.done((await api.avatars.verifyEmail(token)).ended));
    else onDone(await api.avatars.disownMail(token));
  };
  return (
    <>
      <p>
        {name === 'verify' ? (session.value ? words.verify.introOwn : words.verify.introStranger) : words[name].intro}
      </p>
      {name === 'verify' && !session.value && (
        <p>
          <a href="/account?back=/verify-email">{words.verify.signIn}</a>
        </p>
      )}
      <Form
        button={words[name].button}
        send={send}
        explain={({ code }) => (code === 'MAIL_TOKEN_REFUSED' ? words.refused : undefined)}
      >
        {name === 'reset' && <NewPassword name="after" label={password.after} />}
      </Form>
    </>
  );
}

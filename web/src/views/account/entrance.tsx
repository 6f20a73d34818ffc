import { useSignal } from '@preact/signals';
import { go, place } from '../../lib/router.ts';
import { api } from '../../lib/service.ts';
import { register, signIn } from '../../lib/session.ts';
import { Field, Form } from '../../parts/form.tsx';
import { NewPassword } from '../../parts/new-password.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { account as words } from '../../text/account.ts';

/** Goes back to where the sign-in was asked for. */
function back(): void {
  const to = place.peek().query.get('back');
  if (to?.startsWith('/') && !to.startsWith('//')) go(to, { replace: true });
}

/** Sign-in and registration. */
export const Entrance = () => (
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
          <NewPassword name="password" label={words.password} />
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

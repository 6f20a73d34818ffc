import { useSignal } from '@preact/signals';
import { useResource } from '../../lib/resource.ts';
import { api } from '../../lib/service.ts';
import { Field, Form, Select } from '../../parts/form.tsx';
import { Show } from '../../parts/loaded.tsx';
import { NewPassword } from '../../parts/new-password.tsx';
import { Foreign } from '../../parts/values.tsx';
import { Mark } from '../../parts/verdict.tsx';
import { endedKeys, password as words } from '../../text/password.ts';

/** The e-mail address of one's own, and whether it is proved. */
export function Email() {
  const loaded = useResource('own avatar', () => api.avatars.me());
  const isSent = useSignal(false);
  return (
    <Show of={loaded} lines={1}>
      {({ email, isEmailVerified }) =>
        !email ? (
          <p class="soft">{words.noEmail}</p>
        ) : (
          <>
            <p>
              <Foreign>{email}</Foreign>{' '}
              <Mark mood={isEmailVerified ? 'good' : 'warn'}>{isEmailVerified ? words.proved : words.unproved}</Mark>
            </p>
            {isSent.value ? (
              <p role="status">{words.sent}</p>
            ) : (
              !isEmailVerified && (
                <Form
                  button={words.sendAgain}
                  send={async () => {
                    await api.avatars.resendVerification();
                    isSent.value = true;
                  }}
                />
              )
            )}
          </>
        )
      }
    </Show>
  );
}

/** The change of one's own password. */
export function Password() {
  const ended = useSignal<string | null>(null);
  return (
    <details>
      <summary>{words.change}</summary>
      <Form
        button={words.change}
        clears
        send={async ({ before = '', after = '', keys = 'none' }) => {
          const revokeApiKeys = endedKeys.find(([range]) => range === keys)?.[0] ?? 'none';
          ended.value = words.changed(await api.avatars.changePassword(before, after, { revokeApiKeys }));
        }}
      >
        <Field name="before" label={words.before} type="password" autocomplete="current-password" required />
        <NewPassword name="after" label={words.after} />
        <Select name="keys" label={words.keys} options={endedKeys} />
      </Form>
      <p role="status">{ended.value}</p>
    </details>
  );
}

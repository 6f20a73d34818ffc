import { password as words } from '../text/password.ts';
import { Field } from './form.tsx';

/** The field for a password that is chosen. */
export const NewPassword = ({ name, label }: { readonly name: string; readonly label: string }) => (
  <Field
    name={name}
    label={label}
    help={words.help}
    type="password"
    autocomplete="new-password"
    minLength={8}
    required
  />
);

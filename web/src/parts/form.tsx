import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { named } from '../lib/format.ts';
import { api, type Trouble, troubleOf } from '../lib/service.ts';
import { common } from '../text/common.ts';
import { Foreign } from './values.tsx';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'email' | 'search';
  readonly autocomplete?: string;
  readonly value?: string;
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly inputMode?: 'decimal';
  /** How the field is filled in. */
  readonly help?: string;
  readonly onInput?: (value: string) => void;
}

/** A field with its name and help. */
export function Field({ label, help, onInput, name, ...more }: FieldProps) {
  const id = useId();
  // The type of the attributes tells inputs apart by `type`, which is any of four here.
  const input = more as JSX.IntrinsicElements['input'];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        id={id}
        name={name}
        spellcheck={false}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onInput={(event) => onInput?.(event.currentTarget.value)}
      />
      {help !== undefined && (
        <p class="soft" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, word: string])[];
  readonly value?: string;
  readonly onInput?: (value: string) => void;
}

/** A choice of one of several values. */
export function Select({ name, label, options, value, onInput }: SelectProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name} value={value} onInput={(event) => onInput?.(event.currentTarget.value)}>
        {options.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </select>
    </div>
  );
}

interface TextAreaProps {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly maxLength?: number;
  readonly isOptional?: boolean;
}

/** A field for several lines. */
export function TextArea({ label, isOptional = false, ...more }: TextAreaProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea {...more} id={id} rows={3} required={!isOptional} />
    </div>
  );
}

interface ChecksProps {
  readonly label: string;
  /** Boxes that can be ticked: the name of each, by which the form has the value `on`, and its words. */
  readonly options: readonly (readonly [name: string, word: string])[];
}

/** A choice of any number of values. */
export const Checks = ({ label, options }: ChecksProps) => (
  <fieldset class="field">
    <legend>{label}</legend>
    {options.map(([name, word]) => (
      <label key={name} class="check">
        <input type="checkbox" name={name} /> {word}
      </label>
    ))}
  </fieldset>
);

/** The field of a password that the service asks for again. */
const PASSWORD_AGAIN = 'password-again';

interface FormProps {
  /** Sends the values of the fields by their names. What it throws is shown below the fields. */
  readonly send: (values: Readonly<Record<string, string>>) => Promise<void>;
  readonly button: string;
  /** The words for a refusal; the service's own where it returns undefined. */
  readonly explain?: (trouble: Trouble) => ComponentChildren;
  readonly disabled?: boolean;
  /** What the button is for, where several buttons have the same words. */
  readonly about?: string;
  /** True for a button beside a more important one. */
  readonly isQuiet?: boolean;
  /** Empties the fields once they are sent. */
  readonly clears?: boolean;
  readonly children?: ComponentChildren;
}

/**
 * A form that sends once: while it sends, its button does nothing. Where the service asks for the password again, so
 * does the form, and then sends the same.
 */
export function Form(props: FormProps) {
  const { send, button, explain, about, disabled = false, isQuiet = false, clears = false, children } = props;
  const isSending = useSignal(false);
  const trouble = useSignal<Trouble | null>(null);
  const asksPassword = useSignal(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSending.peek() || !(form instanceof HTMLFormElement)) return;
    const data = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
    const { [PASSWORD_AGAIN]: password, ...values } = Object.fromEntries(data);
    isSending.value = true;
    trouble.value = null;
    try {
      if (password !== undefined) await api.avatars.reauthenticate(password);
      asksPassword.value = false;
      await send(values);
      if (clears) form.reset();
    } catch (error) {
      if (troubleOf(error).code === 'REAUTHENTICATION_REQUIRED') asksPassword.value = true;
      trouble.value = troubleOf(error);
    } finally {
      isSending.value = false;
    }
  };
  const refused = trouble.value;
  return (
    <form onSubmit={submit}>
      {children}
      {asksPassword.value && (
        <Field
          name={PASSWORD_AGAIN}
          label={common.passwordAgain}
          type="password"
          autocomplete="current-password"
          required
        />
      )}
      <div role="alert">
        {refused && (
          <p class="trouble">
            {explain?.(refused) ??
              (asksPassword.value ? common.needsPassword : <Foreign most={1_000}>{refused.message}</Foreign>)}{' '}
            <code>{refused.code}</code>
          </p>
        )}
      </div>
      <button
        type="submit"
        class={isQuiet ? undefined : 'main'}
        disabled={disabled || isSending.value}
        aria-busy={isSending.value}
      >
        {button}
        {about !== undefined && <span class="sr"> {named(about)}</span>}
      </button>
    </form>
  );
}

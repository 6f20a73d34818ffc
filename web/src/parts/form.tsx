import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { type Trouble, troubleOf } from '../lib/service.ts';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'email';
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
  // The type of the attributes tells inputs apart by `type`, which is any of three here.
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

interface FormProps {
  /** Sends the values of the fields by their names. What it throws is shown below the fields. */
  readonly send: (values: Readonly<Record<string, string>>) => Promise<void>;
  readonly button: string;
  /** The words for a refusal; the service's own where it returns undefined. */
  readonly explain?: (trouble: Trouble) => string | undefined;
  readonly disabled?: boolean;
  readonly children?: ComponentChildren;
}

/** A form that sends once: while it sends, its button does nothing. */
export function Form({ send, button, explain, disabled = false, children }: FormProps) {
  const isSending = useSignal(false);
  const trouble = useSignal<Trouble | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending.peek() || !(event.currentTarget instanceof HTMLFormElement)) return;
    const data = new FormData(event.currentTarget);
    isSending.value = true;
    trouble.value = null;
    try {
      await send(Object.fromEntries([...data].map(([name, value]) => [name, String(value)])));
    } catch (error) {
      trouble.value = troubleOf(error);
    } finally {
      isSending.value = false;
    }
  };
  const refused = trouble.value;
  return (
    <form onSubmit={submit}>
      {children}
      <div role="alert">
        {refused && (
          <p class="trouble">
            {explain?.(refused) ?? refused.message} <code>{refused.code}</code>
          </p>
        )}
      </div>
      <button type="submit" class="main" disabled={disabled || isSending.value} aria-busy={isSending.value}>
        {button}
      </button>
    </form>
  );
}

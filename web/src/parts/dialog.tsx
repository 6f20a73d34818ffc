import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { common } from '../text/common.ts';
import { Form } from './form.tsx';

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
  /** The dialog was closed, by its button or by Escape. */
  readonly onClose: () => void;
}

/** A dialog above the page while it is drawn; the focus then goes back to where it was. */
export function Dialog({ title, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
      <form method="dialog">
        <button type="submit">{common.close}</button>
      </form>
    </dialog>
  );
}

interface ConfirmProps {
  readonly button: string;
  readonly question: string;
  /** What follows from a yes. */
  readonly help: string;
  readonly yes: string;
  readonly send: () => Promise<unknown>;
}

/** A button that asks before it sends, and then sends once. */
export function Confirm({ button, question, help, yes, send }: ConfirmProps) {
  const isOpen = useSignal(false);
  const open = (value: boolean) => () => {
    isOpen.value = value;
  };
  const sendAndClose = async () => {
    await send();
    isOpen.value = false;
  };
  return (
    <>
      <button type="button" onClick={open(true)}>
        {button}
      </button>
      {isOpen.value && (
        <Dialog title={question} onClose={open(false)}>
          <p>{help}</p>
          <Form send={sendAndClose} button={yes} />
        </Dialog>
      )}
    </>
  );
}

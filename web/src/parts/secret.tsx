import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { common } from '../text/common.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  /** What to do with it. */
  readonly help: string;
  /** Milliseconds after which it is hidden; it stays until the button when absent. */
  readonly forMs?: number;
  /** Called when it is hidden: forget it then. */
  readonly onHide: () => void;
}

/** A secret that is shown once. Nothing else of the page keeps it. */
export function Secret({ label, value, help, forMs, onHide }: Props) {
  const copied = useSignal(false);
  useEffect(() => {
    if (forMs === undefined) return;
    const timer = setTimeout(onHide, forMs);
    return () => clearTimeout(timer);
  }, [value, forMs]);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    copied.value = true;
  };
  return (
    <div class="secret" role="status">
      <p>
        <strong>{label}</strong> <span class="soft">{help}</span>
      </p>
      <p>
        <code>{value}</code>
      </p>
      <div class="row">
        <button type="button" onClick={() => void copy()}>
          {copied.value ? common.copied : common.copy}
        </button>
        <button type="button" onClick={onHide}>
          {common.hide}
        </button>
      </div>
    </div>
  );
}

import { useEffect, useRef } from 'preact/hooks';
import { showsKeys } from '../lib/keys.ts';
import { common, shortcuts } from '../text/common.ts';

/** The list of keys, above the page. */
export function Keys() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = () => {
    showsKeys.value = false;
  };
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onClose={close}>
      <h2 id="keys-title">{common.keys}</h2>
      <dl class="facts">
        {shortcuts.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">{common.close}</button>
      </form>
    </dialog>
  );
}

import { useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { common } from '../text/common.ts';

interface Props<T> {
  /** The module's component; the first promise counts. */
  readonly component: Promise<ComponentType<T>>;
  readonly props: T;
  /** What stands around the trouble when the module cannot be loaded. */
  readonly around?: (trouble: ComponentChildren) => ComponentChildren;
}

/** A component whose module is loaded when it is first shown. */
export function Lazy<T extends object>({ component, props, around = (trouble) => trouble }: Props<T>) {
  const loaded = useSignal<ComponentType<T> | 'failed' | undefined>(undefined);
  useEffect(() => {
    component.then(
      (shown) => {
        loaded.value = shown;
      },
      () => {
        loaded.value = 'failed';
      },
    );
  }, []);
  const Shown = loaded.value;
  if (Shown === undefined) return null;
  if (Shown !== 'failed') return <Shown {...props} />;
  return (
    <>
      {around(
        <>
          <p class="trouble">{common.moduleFailed}</p>
          <button type="button" onClick={() => location.reload()}>
            {common.reload}
          </button>
        </>,
      )}
    </>
  );
}

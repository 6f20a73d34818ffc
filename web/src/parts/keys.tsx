import { showsKeys } from '../lib/keys.ts';
import { common, shortcuts } from '../text/common.ts';
import { Dialog } from './dialog.tsx';

/** The list of keys, above the page. */
export const Keys = () => (
  <Dialog
    title={common.keys}
    onClose={() => {
      showsKeys.value = false;
    }}
  >
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
  </Dialog>
);

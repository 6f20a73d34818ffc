import { useSignal } from '@preact/signals';
import { harmlessLines } from '../lib/format.ts';
import { common } from '../text/common.ts';

/** Characters that are shown before one asks for all. */
const FIRST = 600;

/** A text of users in several lines: isolated in its direction, and cut at first when it is long. */
export function LongText({ children }: { readonly children: string }) {
  const isWhole = useSignal(false);
  const whole = harmlessLines(children);
  const isCut = whole.length > FIRST && !isWhole.value;
  return (
    <div class="long">
      <bdi>{isCut ? `${whole.slice(0, FIRST)}…` : whole}</bdi>{' '}
      {isCut && (
        <button
          type="button"
          onClick={() => {
            isWhole.value = true;
          }}
        >
          {common.more}
        </button>
      )}
    </div>
  );
}

import { useSignal } from '@preact/signals';
import { harmlessLines } from '../lib/format.ts';
import { common } from '../text/common.ts';

/** Characters of a content that are shown before one asks for all of them. */
const FIRST = 2_000;

/** A value of users and agents as text: JSON with indentation, or a text as it is; long ones are cut at first. */
export function Content({ value }: { readonly value: unknown }) {
  const isWhole = useSignal(false);
  if (value === null || value === undefined) return <p class="soft">{common.none}</p>;
  const text = harmlessLines(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  const isLong = text.length > FIRST;
  return (
    <>
      <pre class="content" dir="auto">
        {isWhole.value || !isLong ? text : `${text.slice(0, FIRST)}…`}
      </pre>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole.value}
          onClick={() => {
            isWhole.value = !isWhole.value;
          }}
        >
          {isWhole.value ? common.less : common.moreOf(text.length)}
        </button>
      )}
    </>
  );
}

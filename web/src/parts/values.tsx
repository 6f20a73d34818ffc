import { computed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import {
  decimal,
  duration,
  exactTime,
  harmless,
  NAME_LENGTH,
  named,
  shortAmount,
  shortened,
  timeMs,
} from '../lib/format.ts';
import { now } from '../lib/now.ts';
import { common } from '../text/common.ts';

/** An amount, shortened; the exact value is in the title and for whoever listens. */
export function Amount({ value, unit }: { readonly value: string; readonly unit?: string }) {
  const exact = `${decimal(value)}${unit === undefined ? '' : ` ${named(unit)}`}`;
  return (
    <data class="number" value={value} title={exact}>
      {shortAmount(value)}
      {unit !== undefined && (
        <span class="unit">
          {' '}
          <Name>{unit}</Name>
        </span>
      )}
    </data>
  );
}

/** Milliseconds below which a time counts as now. */
const NOW_MS = 1_500;

function relative(span: number): string {
  if (Math.abs(span) < NOW_MS) return common.justNow;
  const words = duration(Math.abs(span), 1);
  return span > 0 ? common.ago(words) : common.inFuture(words);
}

/** A time, relative to the present; the exact time is in its title. Only a change of its words touches the page. */
export function Time({ iso }: { readonly iso: string }) {
  const ms = timeMs(iso);
  const words = useMemo(() => computed(() => relative(now.value - ms)), [ms]);
  return (
    <time class="number" dateTime={iso} title={exactTime(ms)}>
      {words}
    </time>
  );
}

/** A button that copies `value`. */
function Copy({ value }: { readonly value: string }) {
  const copied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    copied.value = true;
    setTimeout(() => {
      copied.value = false;
    }, 1_500);
  };
  return (
    <button type="button" class="copy" aria-label={`${common.copy} ${harmless(value, 200)}`} onClick={copy}>
      <svg
        viewBox="0 0 16 16"
        width="14"
        height="14"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
      >
        {copied.value ? <path d="M3 8.5l3.5 3.5L13 4.5" /> : <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />}
      </svg>
    </button>
  );
}

/** An address or hash: shortened in the middle, copied whole. */
export function Hash({ value, href }: { readonly value: string; readonly href?: string }) {
  const short = <bdi title={harmless(value, 1_000)}>{shortened(value)}</bdi>;
  return (
    <span class="hash">
      {href === undefined ? short : <a href={href}>{short}</a>}
      <Copy value={value} />
    </span>
  );
}

/** A command for a terminal, whole; the page runs none. */
export const Command = ({ value }: { readonly value: string }) => (
  <span class="command">
    <code>{harmless(value, 1_000)}</code>
    <Copy value={value} />
  </span>
);

/** Text of users, tokens and agents: isolated in its direction, and cut when it is long. */
export const Foreign = ({ children, most = 200 }: { readonly children: string; readonly most?: number }) => (
  <bdi class="foreign" title={harmless(children, 1_000)}>
    {harmless(children, most)}
  </bdi>
);

/** An address that users give: a link where it is one of the web, and text otherwise. */
export function Outside({ address }: { readonly address: string }) {
  if (!/^https?:\/\//i.test(address)) return <Foreign>{address}</Foreign>;
  return (
    <a href={address} rel="noreferrer nofollow">
      <Foreign>{address}</Foreign>
    </a>
  );
}

/** A short foreign text, such as the name of a chain or the symbol of a token. */
export const Name = ({ children }: { readonly children: string }) => <Foreign most={NAME_LENGTH}>{children}</Foreign>;

/** A way between two chains. */
export const Way = ({ from, to }: { readonly from: string; readonly to: string }) => (
  <>
    <Name>{from}</Name> → <Name>{to}</Name>
  </>
);

/** A level of a whole, as a bar with its words. */
export const Meter = ({ share, label }: { readonly share: number; readonly label: string }) => (
  <span class="meter">
    <meter min={0} max={1} value={Math.min(1, Math.max(0, share))} aria-label={label} />
    <span class="number">{label}</span>
  </span>
);

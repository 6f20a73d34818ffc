import { signal } from '@preact/signals';
import { go } from './router.ts';

/** Whether the list of keys is shown. */
export const showsKeys = signal(false);

/** Where `g` and a letter go. */
const GOES: Readonly<Record<string, string>> = {
  o: '/',
  l: '/lanes',
  b: '/backing',
  s: '/send',
  a: '/account',
};

/** Milliseconds in which the second key of a pair counts. */
const PAIR_MS = 1_500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Listens to the keys of the page; returns how to stop. */
export function listenToKeys(): () => void {
  let goesAtMs = 0;
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const isPair = event.timeStamp - goesAtMs < PAIR_MS;
    goesAtMs = 0;
    const to = GOES[event.key];
    if (isPair && to !== undefined) go(to);
    else if (event.key === 'g') goesAtMs = event.timeStamp;
    else if (event.key === '?') showsKeys.value = true;
    else if (event.key === '/') {
      go('/');
      // The view may have to be loaded first.
      requestAnimationFrame(() => setTimeout(() => document.getElementById('find')?.focus(), 0));
    } else return;
    event.preventDefault();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

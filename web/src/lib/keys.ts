import { signal } from '@preact/signals';
import { go } from './router.ts';

/** Whether the list of keys is shown. */
export const showsKeys = signal(false);

/** Where `g` and a letter go. */
const GOES: Readonly<Record<string, string>> = {
  o: '/',
  l: '/lanes',
  b: '/backing',
  n: '/agents',
  m: '/missions',
  s: '/send',
  a: '/account',
};

/** Milliseconds in which the second key of a pair counts. */
const PAIR_MS = 1_500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Puts the focus into the box that finds an order, on the page that has it. */
function find(): void {
  const box = document.getElementById('find');
  if (box) {
    box.focus();
    return;
  }
  go('/');
  requestAnimationFrame(() => setTimeout(() => document.getElementById('find')?.focus(), 0));
}

/** Listens to the keys of the page. */
export function listenToKeys(): void {
  let goesAtMs = 0;
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const isPair = event.timeStamp - goesAtMs < PAIR_MS;
    goesAtMs = 0;
    const to = GOES[event.key];
    if (isPair && to !== undefined) go(to);
    else if (event.key === 'g') goesAtMs = event.timeStamp;
    else if (event.key === '?') showsKeys.value = true;
    else if (event.key === '/') find();
    else return;
    event.preventDefault();
  };
  addEventListener('keydown', onKey);
}

import { signal } from '@preact/signals';

/** Least milliseconds between two announcements to whoever listens. */
const EVERY_MS = 5_000;

const said = signal('');
let waiting: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says a change to screen readers, at most one every five seconds: of several, the newest. */
export function announce(words: string): void {
  if (timer !== undefined) {
    waiting = words;
    return;
  }
  said.value = words;
  timer = setTimeout(() => {
    timer = undefined;
    const next = waiting;
    waiting = undefined;
    if (next !== undefined) announce(next);
  }, EVERY_MS);
}

export const Announcer = () => (
  <p class="sr" aria-live="polite">
    {said}
  </p>
);

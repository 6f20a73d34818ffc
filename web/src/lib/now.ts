import { signal } from '@preact/signals';

/** The present, milliseconds since the epoch. It advances once a second while the page is visible. */
export const now = signal(Date.now());

setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, 1_000);
document.addEventListener('visibilitychange', () => {
  now.value = Date.now();
});

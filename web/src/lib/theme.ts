import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const stored = localStorage.getItem('theme');

/** The chosen colours; `system` follows the operating system. */
export const theme = signal<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system');

/** Chooses the next theme and remembers it. */
export function nextTheme(): void {
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
  theme.value = next;
  if (next === 'system') {
    localStorage.removeItem('theme');
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem('theme', next);
    document.documentElement.dataset.theme = next;
  }
}

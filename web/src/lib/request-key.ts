import { useRef } from 'preact/hooks';

/**
 * The Idempotency-Key of what a form asks for. `of` returns the same key for the same wish until `done` is called, so
 * that a repetition after a lost answer does nothing twice.
 */
export function useRequestKey(): { readonly of: (wish: string) => string; readonly done: () => void } {
  const last = useRef({ wish: '', key: '' });
  return {
    of(wish) {
      if (last.current.wish !== wish) last.current = { wish, key: crypto.randomUUID() };
      return last.current.key;
    },
    done() {
      last.current = { wish: '', key: '' };
    },
  };
}

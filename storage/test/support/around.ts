import type { Engine } from '../../src/core/engine.ts';

/** `inner` with some of its members replaced. Its methods need it as their own object. */
export const aroundEngine = (inner: Engine, replaced: Partial<Engine>): Engine => ({
  ...{ dialect: inner.dialect, label: inner.label, shared: inner.shared, now: inner.now, ahead: inner.ahead },
  sessions: inner.sessions,
  read: (steps) => inner.read(steps),
  write: (durability, steps, how) => inner.write(durability, steps, how),
  probe: () => inner.probe(),
  onCommit: (listener, pollMs) => inner.onCommit(listener, pollMs),
  claim: () => inner.claim(),
  close: () => inner.close(),
  ...replaced,
});

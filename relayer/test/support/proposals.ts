import type { Domain } from '@causeway/protocol';

/** A nonce; on the wire it is a decimal string. */
type Nonce = string | number;

/** The actions of a proposal on messages of the chain `source`, by default on the first one. */
export const actionsOf = (source: Domain) => ({
  commit: (count = 1, firstNonce: Nonce = 0) => ({ commit: source, firstNonce: String(firstNonce), count }),
  execute: (nonce: Nonce = 0, count = 1, firstNonce: Nonce = 0) => ({
    execute: source,
    nonce: String(nonce),
    firstNonce: String(firstNonce),
    count,
  }),
  cancel: (nonce: Nonce = 0, count = 1, firstNonce: Nonce = 0) => ({
    cancel: source,
    nonce: String(nonce),
    firstNonce: String(firstNonce),
    count,
  }),
});

/** A proposal as signers get it. */
export const proposalTo = (destination: Domain, anchor: string, ...actions: readonly unknown[]) => ({
  destination,
  family: 'main',
  anchor,
  actions,
});

/** Parts of a node's API that this ledger lacks, by their paths, with the reason or the way around. */
const LACKING: readonly (readonly [path: RegExp, what: string])[] = [
  [/^\/core\/lts\//, 'the LTS API; /core/stream, /core/state and /core/transaction cover the same'],
  [/^\/core\/mempool\//, 'the mempool API; /core/transaction/status tells whether a transaction waits'],
  [/^\/core\/stream\/proofs$/, 'ledger proofs; one process is the whole network'],
  [/^\/core\/status\/scenarios$/, 'genesis scenarios'],
  [/^\/core\/transaction\/preview-v2$/, 'transactions of version 2'],
  [/^\/core\/state\/(?:validator|access-controller|non-fungible)$/, 'this view of the state'],
  [
    /^\/(?:status\/gateway-status|(?:transaction|stream|state|statistics|extensions)(?:\/|$))/,
    'the Gateway API; the Core API is below /core',
  ],
];

/** The words of a 404: what the ledger lacks at `path`. */
export function lack(path: string): string {
  const known = LACKING.find(([pattern]) => pattern.test(path));
  return `This ledger does not have ${path}${known === undefined ? '' : ` (${known[1]})`}`;
}

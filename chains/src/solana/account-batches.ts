import type { Endpoint } from '../rpc/quorum.ts';
import type { RpcAccount } from './wire.ts';

/** Most accounts in one request. */
const MAX_ACCOUNTS = 100;

/** Accounts as one endpoint shows them, in the order of `addresses`. Rejects when it does not answer. */
type ReadAccounts<Options> = (
  endpoint: Endpoint,
  addresses: readonly string[],
  options: Options,
) => Promise<readonly (RpcAccount | null)[]>;

interface Batch {
  readonly addresses: string[];
  readonly accounts: Promise<readonly (RpcAccount | null)[]>;
}

/**
 * Single accounts that one turn of the event loop asks of an endpoint, read by one call. Providers count calls. Every
 * account keeps its own quorum, so one that differs between endpoints does not block the others.
 */
export class AccountBatches<Options> {
  readonly #read: ReadAccounts<Options>;
  readonly #open = new WeakMap<Endpoint, Map<string, Batch>>();

  constructor(read: ReadAccounts<Options>) {
    this.#read = read;
  }

  async read(endpoint: Endpoint, address: string, options: Options): Promise<RpcAccount | null> {
    const open = this.#open.get(endpoint) ?? new Map<string, Batch>();
    this.#open.set(endpoint, open);
    const key = JSON.stringify(options);
    const batch = open.get(key) ?? this.#begin(endpoint, options, () => open.delete(key));
    const known = batch.addresses.indexOf(address);
    const index = known < 0 ? batch.addresses.push(address) - 1 : known;
    if (batch.addresses.length === MAX_ACCOUNTS) open.delete(key);
    else open.set(key, batch);
    return (await batch.accounts)[index] ?? null;
  }

  /** A batch that is sent at the end of this turn; `onSend` is called then. */
  #begin(endpoint: Endpoint, options: Options, onSend: () => void): Batch {
    const addresses: string[] = [];
    const accounts = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      onSend();
      return this.#read(endpoint, addresses, options);
    });
    return { addresses, accounts };
  }
}

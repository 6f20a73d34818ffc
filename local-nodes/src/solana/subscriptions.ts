import { z } from 'zod';
import { type AccountForm, encodeAccount } from './encode-account.ts';
import type { Block, Commitment, TransactionRecord } from './ledger.ts';
import { type AccountFilter, accountFilters, matcher } from './methods/accounts.ts';
import { accountEncoding, address, commitment, parse, signature } from './params.ts';
import { invalidParams, methodNotFound } from './rpc-error.ts';
import type { ChainListener, Validator } from './validator.ts';
import { withContext } from './view.ts';

/** Sends one notification's text. */
export type Send = (notification: { method: string; params: unknown }) => void;

/** An event at a commitment: a transaction, or a block with the accounts that it changed. */
interface Happening {
  readonly slot: number;
  readonly transactions: readonly TransactionRecord[];
  readonly changed: Iterable<string>;
}

interface Subscription {
  readonly kind: string;
  /** null: slot notifications, independent of commitments. */
  readonly commitment: Commitment | null;
  /** The notifications for an event at the subscription's commitment, in order. */
  readonly notice?: (happening: Happening) => readonly unknown[];
  readonly slot?: (slot: number, parent: number, root: number) => unknown;
  readonly root?: (root: number) => unknown;
  /** The notifications for a transaction on its arrival. */
  readonly received?: (record: TransactionRecord) => readonly unknown[];
  /** True when this notification is the subscription's last one. */
  readonly once?: (notice: unknown) => boolean;
  /** An earlier event that the subscription must still report. */
  readonly past?: () => Happening | null;
}

type Subscribe = (validator: Validator, params: readonly unknown[]) => Subscription;

const accountForm = z.object({ commitment, encoding: accountEncoding.nullish() }).default({ commitment: 'finalized' });
const programForm = z
  .object({ commitment, encoding: accountEncoding.nullish(), filters: accountFilters.nullish() })
  .default({ commitment: 'finalized' });
const commitmentOnly = z.object({ commitment }).default({ commitment: 'finalized' });
const signatureForm = z
  .object({ commitment, enableReceivedNotification: z.boolean().nullish() })
  .default({ commitment: 'finalized' });
const logsFilter = z.union([
  z.enum(['all', 'allWithVotes']),
  z.object({ mentions: z.array(address).length(1, 'Invalid Request: Only 1 address supported') }),
]);

const RECEIVED = 'receivedSignature';
const READ_NOTHING: AccountForm = {};

/** The subscriptions, by the first part of the method's name. */
const SUBSCRIBE: Readonly<Record<string, Subscribe>> = {
  account(validator, params) {
    const [key, form] = parse(params, address, accountForm);
    const notice = ({ slot, changed }: Happening) => {
      if (![...changed].includes(key)) return [];
      return [withContext(slot, shownAccount(validator, key, slot, form))];
    };
    return { kind: 'account', commitment: form.commitment, notice };
  },

  program(validator, params) {
    const [program, form] = parse(params, address, programForm);
    const matches = matcher((form.filters ?? []) as AccountFilter[]);
    const notice = ({ slot, changed }: Happening) =>
      [...changed].flatMap((pubkey) => {
        const state = validator.bank.accounts.read(pubkey, slot);
        if (state?.owner !== program || !matches(state)) return [];
        return [withContext(slot, { pubkey, account: shownAccount(validator, pubkey, slot, form) })];
      });
    return { kind: 'program', commitment: form.commitment, notice };
  },

  logs(_validator, params) {
    const [filter, form] = parse(params, logsFilter, commitmentOnly);
    const mentioned = typeof filter === 'string' ? null : (filter.mentions[0] as string);
    const notice = ({ slot, transactions }: Happening) =>
      transactions
        .filter(({ keys }) => mentioned === null || keys.includes(mentioned))
        .map(({ wire, error, logs }) => withContext(slot, { signature: wire.signature, err: error, logs }));
    return { kind: 'logs', commitment: form.commitment, notice };
  },

  signature(validator, params) {
    const [wanted, form] = parse(params, signature, signatureForm);
    const notice = ({ slot, transactions }: Happening) =>
      transactions
        .filter(({ wire }) => wire.signature === wanted)
        .map(({ error }) => withContext(slot, { err: error }));
    const { ledger } = validator;
    return {
      kind: 'signature',
      commitment: form.commitment,
      notice,
      once: (said) => (said as { value: unknown }).value !== RECEIVED,
      past() {
        const record = ledger.transaction(wanted);
        const reached = record && record.slot <= ledger.at(form.commitment).slot;
        return reached ? { slot: ledger.at(form.commitment).slot, transactions: [record], changed: [] } : null;
      },
      ...(form.enableReceivedNotification && {
        received: ({ wire, slot }) => (wire.signature === wanted ? [withContext(slot, RECEIVED)] : []),
      }),
    };
  },

  slot: () => ({ kind: 'slot', commitment: null, slot: (slot, parent, root) => ({ parent, root, slot }) }),
  root: () => ({ kind: 'root', commitment: null, root: (root) => root }),
};

function shownAccount({ bank }: Validator, key: string, slot: number, form: AccountForm) {
  const read = (wanted: string) => bank.accounts.read(wanted, slot);
  const state = read(key) ?? {
    lamports: 0n,
    owner: address.parse('1'.repeat(32)),
    executable: false,
    data: new Uint8Array(),
  };
  return encodeAccount(state, form ?? READ_NOTHING, read);
}

/** All subscriptions of the node's clients. */
export class Subscriptions implements ChainListener {
  readonly #validator: Validator;
  readonly #all = new Map<number, { readonly subscription: Subscription; readonly send: Send }>();
  #next = 0;

  constructor(validator: Validator) {
    this.#validator = validator;
    validator.listen(this);
  }

  /**
   * Handles a call that subscribes or unsubscribes: its answer, and a function to run after the answer is sent. null
   * for any other method. Throws RpcError.
   */
  call(
    method: string,
    params: readonly unknown[],
    send: Send,
    own: Set<number>,
  ): { result: unknown; after?: () => void } | null {
    const [, kind, un] = /^([a-z]+?)(Uns|S)ubscribe$/.exec(method) ?? [];
    if (kind === undefined) return null;
    const subscribe = SUBSCRIBE[kind];
    if (!subscribe) throw methodNotFound();
    if (un === 'Uns') {
      const [id] = parse(params, z.number());
      if (!own.delete(id) || !this.#all.delete(id)) throw invalidParams('Invalid subscription id.');
      return { result: true };
    }
    const subscription = subscribe(this.#validator, params);
    const id = this.#next++;
    own.add(id);
    this.#all.set(id, { subscription, send });
    return { result: id, after: () => this.#sayPast(id, subscription) };
  }

  /** Removes the subscriptions of a disconnected client. */
  drop(own: ReadonlySet<number>): void {
    for (const id of own) this.#all.delete(id);
  }

  onTransaction(record: TransactionRecord, changed: readonly string[]): void {
    for (const [id, { subscription }] of this.#all) {
      for (const said of subscription.received?.(record) ?? []) this.#say(id, said);
    }
    this.#happen('processed', { slot: record.slot, transactions: [record], changed });
  }

  onBlock({ slot, transactions, changed }: Block, level: 'confirmed' | 'finalized'): void {
    this.#happen(level, { slot, transactions, changed });
    if (level === 'finalized') this.#each(({ root }) => root?.(slot));
  }

  onSlot(slot: number, parent: number, root: number): void {
    this.#each((subscription) => subscription.slot?.(slot, parent, root));
  }

  #happen(level: Commitment, happening: Happening): void {
    for (const [id, { subscription }] of this.#all) {
      if (subscription.commitment !== level) continue;
      for (const said of subscription.notice?.(happening) ?? []) this.#say(id, said);
    }
  }

  #each(what: (subscription: Subscription) => unknown): void {
    for (const [id, { subscription }] of this.#all) {
      const said = what(subscription);
      if (said !== undefined) this.#say(id, said);
    }
  }

  #sayPast(id: number, { past, notice }: Subscription): void {
    const happening = past?.();
    for (const said of (happening && notice?.(happening)) ?? []) this.#say(id, said);
  }

  #say(id: number, result: unknown): void {
    const entry = this.#all.get(id);
    if (!entry) return;
    const { subscription, send } = entry;
    if (subscription.once?.(result)) this.#all.delete(id);
    send({ method: `${subscription.kind}Notification`, params: { result, subscription: id } });
  }
}

import type { OracleTransaction } from '@causeway/chains';
import { type Domain, type Hex, KIND } from '@causeway/protocol';
import { type Effect, effectsOf } from '../plan/state-after.ts';
import type { Delivered } from './accounts.ts';

// Safety-critical: it decides which transactions a signer takes as coming before the one that it is asked to sign.

/** Most transactions that one is signed on top of: with it there are four under way. */
export const MOST_AHEAD = 3;

/** What a signed transaction does, without its bytes. */
export interface Outline {
  readonly digest: Hex;
  readonly effects: readonly Effect[];
  /** Each lock or burn that it executes. */
  readonly delivered: readonly Delivered[];
}

/** A transaction that this signer has signed, and that may not be included yet. */
export interface SignedAhead extends Outline {
  readonly family: string;
  /** The digest of the newest transaction in the place before it when it was signed; undefined when there was none. */
  readonly on: Hex | undefined;
}

/** What `transaction` does. */
export const outlineOf = ({ digest, calls }: OracleTransaction): Outline => ({
  digest,
  effects: effectsOf(calls),
  delivered: calls.flatMap((call) => {
    if (call.function === 'commitRoot' || call.function === 'cancelOrder' || call.message.kind === KIND.cancel)
      return [];
    const { source, assetHome, wireAmount } = call.message;
    return [{ source, assetHome, wireAmount }];
  }),
});

/** Who asked for a transaction, by the name of its identity, and the chain that it is for. */
export interface Line {
  readonly relayer: string;
  readonly destination: Domain;
}

/**
 * The transactions that this process has signed, by destination, relayer and place in the order of its oracle. Of
 * several in one place only the newest counts, and what was signed on top of an older one counts no more. Each relayer
 * builds on its own alone, so that another one, which may be a thief's, takes no place away from it: the bridge
 * decides which are included. In memory only: after a restart the signer signs the next transaction alone, until it has
 * signed one again.
 */
export class SignedTransactions {
  readonly #byDestination = new Map<Domain, Map<string, Map<number, SignedAhead>>>();

  /** Whether there is anything on `line`. */
  has({ relayer, destination }: Line): boolean {
    return (this.#byDestination.get(destination)?.get(relayer)?.size ?? 0) > 0;
  }

  /** Notes a transaction that was signed for `place`. What is far below it is forgotten. */
  note({ relayer, destination }: Line, place: number, family: string, outline: Outline): void {
    const lines = this.#byDestination.get(destination) ?? new Map<string, Map<number, SignedAhead>>();
    this.#byDestination.set(destination, lines);
    const signed = lines.get(relayer) ?? new Map<number, SignedAhead>();
    lines.set(relayer, signed);
    signed.set(place, { ...outline, family, on: signed.get(place - 1)?.digest });
    for (const other of signed.keys()) if (Math.abs(place - other) > MOST_AHEAD) signed.delete(other);
  }

  /** Forgets everything for `destination`: a place of it is used up on purpose. */
  forget(destination: Domain): void {
    this.#byDestination.delete(destination);
  }

  /**
   * The transactions on `line` in the places from `next` to below `place`, in order. Undefined unless this process has
   * signed every one of them, each on top of the newest before it, and there are at most MOST_AHEAD.
   */
  between({ relayer, destination }: Line, next: number, place: number): readonly SignedAhead[] | undefined {
    if (place < next || place - next > MOST_AHEAD) return undefined;
    const signed = this.#byDestination.get(destination)?.get(relayer);
    const ahead: SignedAhead[] = [];
    for (let at = next; at < place; at += 1) {
      const each = signed?.get(at);
      // The one in the place `next` follows what the chain has included, whatever that was.
      if (each === undefined || (at > next && each.on !== ahead.at(-1)?.digest)) return undefined;
      ahead.push(each);
    }
    return ahead;
  }
}

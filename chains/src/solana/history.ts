import type { PublicKey } from '@solana/web3.js';
import type { Endpoint } from '../rpc/quorum.ts';
import { COMMITMENT } from './rpc.ts';
import { signaturesAnswer } from './wire.ts';

/** Most signatures in one answer of getSignaturesForAddress. */
const PAGE = 1_000;

/** Page ends kept per endpoint; they cover the history of four million transactions. */
const MAX_MARKS = 4_096;

/** A successful transaction of the bridge. */
export interface HistoryEntry {
  readonly slot: number;
  readonly signature: string;
}

/**
 * The transactions that name one account, as each endpoint lists them: newest first, page by page. It remembers the
 * ends of pages, so that reading an old part again does not begin at the newest transaction.
 */
export class History {
  readonly #address: string;
  readonly #marks = new WeakMap<Endpoint, HistoryEntry[]>();

  constructor(address: PublicKey) {
    this.#address = address.toBase58();
  }

  /** Successful transactions in slots `from` … `to` as `endpoint` lists them, by slot and then by signature. */
  async list(endpoint: Endpoint, from: number, to: number): Promise<readonly HistoryEntry[]> {
    const found: HistoryEntry[] = [];
    let before = this.#markAbove(endpoint, to);
    for (;;) {
      const options = { limit: PAGE, commitment: COMMITMENT, ...(before === undefined ? {} : { before }) };
      const page = signaturesAnswer.parse(await endpoint.send('getSignaturesForAddress', [this.#address, options]));
      for (const { slot, signature, err } of page) {
        if (slot >= from && slot <= to && err === null) found.push({ slot, signature });
      }
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE || last.slot < from) return found.sort(bySlot);
      if (last.signature === before) throw new Error('answers the same page again');
      before = last.signature;
      // Only a finalized transaction stays in the history for certain, so only such a page end can start a later read.
      if (last.confirmationStatus === 'finalized') this.#mark(endpoint, last);
    }
  }

  /** The oldest known page end that lies after slot `to`. */
  #markAbove(endpoint: Endpoint, to: number): string | undefined {
    return this.#marks.get(endpoint)?.findLast(({ slot }) => slot > to)?.signature;
  }

  /** Keeps marks newest first. */
  #mark(endpoint: Endpoint, { slot, signature }: HistoryEntry): void {
    const marks = this.#marks.get(endpoint) ?? [];
    this.#marks.set(endpoint, marks);
    if (marks.some((mark) => mark.signature === signature)) return;
    const at = marks.findIndex((mark) => mark.slot < slot);
    marks.splice(at < 0 ? marks.length : at, 0, { slot, signature });
    if (marks.length > MAX_MARKS) marks.pop();
  }
}

/** A fixed order, because endpoints may order the transactions of one slot differently. */
const bySlot = (a: HistoryEntry, b: HistoryEntry): number =>
  a.slot - b.slot || (a.signature < b.signature ? -1 : a.signature > b.signature ? 1 : 0);

import type { AnyFailure, Domain } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { OracleRecordRepository, SignerAnswer } from '@causeway/storage';

/** Milliseconds between two writes. */
export const RECORD_MS = 1_000;
/** Longest sentence of a refusal that is kept, characters. */
const MOST_MESSAGE = 300;

interface Deps {
  readonly oracleRecord: Pick<OracleRecordRepository, 'answered'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * What the signers of this process answered last, written now and then instead of with each proposal. A crash loses the
 * last seconds; nothing is decided by it.
 */
export class SignerRecord {
  readonly #deps: Deps;
  /** The last signature and the last refusal of each signer and destination that are not written yet. */
  readonly #unwritten = new Map<string, SignerAnswer>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** An answer of `signer` for `domain`: its refusal, or null for a signature. */
  note(signer: string, domain: Domain, refusal: AnyFailure | null): void {
    const kept = refusal && { code: refusal.code, message: refusal.message.slice(0, MOST_MESSAGE) };
    const key = JSON.stringify([signer, domain, kept === null]);
    this.#unwritten.set(key, { signer, domain, atMs: this.#deps.clock.now(), refusal: kept });
  }

  /** Writes what came since the last time. What could not be written is tried again, unless a newer answer came. */
  async write(): Promise<void> {
    if (this.#unwritten.size === 0) return;
    const written = [...this.#unwritten];
    await this.#deps.oracleRecord.answered(written.map(([, answer]) => answer));
    for (const [key, answer] of written) if (this.#unwritten.get(key) === answer) this.#unwritten.delete(key);
  }
}

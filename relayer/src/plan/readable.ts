import type { ChainIdentity, ChainReader } from '@causeway/chains';
import type { Domain } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { Bridge } from '../bridges.ts';

/**
 * How long a source has to answer before the messages of others go without its own, milliseconds. The relayer asks
 * first. Signers are more patient: what one of them refuses fails for all messages of the proposal, and a busy machine
 * is late, too. Their time is well below the one that a relayer waits for a signer.
 */
export const PATIENCE_MS = { relayer: 1_000, signer: 2_000 } as const;

/** The same for a source that did not answer when it was last asked. */
export const PATIENCE_WHEN_LOST_MS = 50;

/** A source that is asked whether it answers. */
type AskedBridge = Bridge<ChainIdentity & Pick<ChainReader, 'lane'>>;

/**
 * Tells which sources of messages to one destination can be read now, so that one that is dead, silent or contradicts
 * itself keeps no message of another waiting. It reads what a signer reads first of a source: its lane's counters.
 */
export class Readable {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #patienceMs: number;
  readonly #lost = new Set<Domain>();
  /** Questions that have no answer yet, however long ago they were asked. */
  readonly #asked = new Map<Domain, Promise<void>>();

  constructor(clock: Pick<Clock, 'after'>, asker: keyof typeof PATIENCE_MS) {
    this.#clock = clock;
    this.#patienceMs = PATIENCE_MS[asker];
  }

  /**
   * The domains among `sources` that do not answer in time about their lane to `destination`. An answer that is late
   * counts the next time.
   */
  async lostAmong(sources: readonly AskedBridge[], destination: Domain): Promise<ReadonlySet<Domain>> {
    const lost = await Promise.all(
      sources.map(async (source) => ((await this.#answers(source, destination)) ? [] : [source.provider.domain])),
    );
    return new Set(lost.flat());
  }

  async #answers({ provider }: AskedBridge, destination: Domain): Promise<boolean> {
    const { domain } = provider;
    const late = Promise.withResolvers<void>();
    const cancel = this.#clock.after(this.#lost.has(domain) ? PATIENCE_WHEN_LOST_MS : this.#patienceMs, () => {
      this.#lost.add(domain);
      late.resolve();
    });
    await Promise.race([this.#ask(provider, destination), late.promise]);
    cancel();
    return !this.#lost.has(domain);
  }

  /** Resolves once it is known whether the source answers. */
  #ask(provider: AskedBridge['provider'], destination: Domain): Promise<void> {
    const { domain } = provider;
    const asked =
      this.#asked.get(domain) ??
      provider
        .lane(destination)
        .then(({ ok }) => {
          if (ok) this.#lost.delete(domain);
          else this.#lost.add(domain);
        })
        .finally(() => this.#asked.delete(domain));
    this.#asked.set(domain, asked);
    return asked;
  }
}

import type { Domain } from '@causeway/protocol';
import { BREAKING_CODES, type BrokenView, type ChainViewRepository } from '@causeway/storage';
import type { NamedBridge } from '../bridges.ts';
import type { ViewFailure } from '../failures.ts';

const isBreaking = (code: string): code is BrokenView['code'] => (BREAKING_CODES as readonly string[]).includes(code);

/** Why a view must not be acted on, and since when, Unix milliseconds. */
export type Broken = Pick<BrokenView, 'code' | 'sinceMs'>;

/**
 * Whether one bridge's view can be acted on. A turn that ends with one of BREAKING_CODES breaks it, and a turn that
 * succeeds up to the chain's head mends it. Storage has the state, because others act on the view as well.
 */
export class Soundness {
  readonly #bridge: NamedBridge;
  readonly #view: ChainViewRepository;
  /** What storage has; undefined until this process has read it. Only the holder of the view changes it. */
  #stored: { readonly broken: Broken | undefined } | undefined;

  constructor(bridge: NamedBridge, view: ChainViewRepository) {
    this.#bridge = bridge;
    this.#view = view;
  }

  /** The state as of the last turn; undefined while the view is whole. */
  get broken(): Broken | undefined {
    return this.#stored?.broken;
  }

  /** True when a turn that succeeds must mend the view. */
  async needsMending(): Promise<boolean> {
    this.#stored ??= { broken: await this.#read() };
    return this.#stored.broken !== undefined;
  }

  /** A turn has mended the view in storage. */
  mended(): void {
    this.#stored = { broken: undefined };
  }

  /** A turn ended with `failure`. */
  async failed({ code, message }: ViewFailure): Promise<void> {
    if (!isBreaking(code)) return;
    const { family, domain } = this.#bridge.provider;
    await this.#view.markBroken({ family, domain, code, reason: message });
    this.#stored = { broken: await this.#read() };
  }

  async #read(): Promise<Broken | undefined> {
    const { family, domain } = this.#bridge.provider;
    return brokenAt(await this.#view.broken(), family, [domain]);
  }
}

/** The first broken view of `family` at one of `domains`. */
export const brokenAt = (
  broken: readonly BrokenView[],
  family: string,
  domains: readonly Domain[],
): BrokenView | undefined => broken.find((each) => each.family === family && domains.includes(each.domain));

/** What anybody may know of a broken view. */
export const shownBroken = (view: Broken | undefined): Broken | null =>
  view ? { code: view.code, sinceMs: view.sinceMs } : null;

/** Why the view of `chain` must not be acted on, without anything about endpoints. */
export const whyBroken = (chain: string, { code, sinceMs }: Broken): string =>
  `the view of ${chain} is broken since ${new Date(sinceMs).toISOString()}: ${code}`;

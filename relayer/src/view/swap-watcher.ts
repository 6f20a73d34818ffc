import type { ChainIdentity, Settling } from '@causeway/chains';
import { ok, type Result, type SwapEvent, ZERO_32 } from '@causeway/protocol';
import type { ChainViewRepository, ScannedSwapEvent, SwapRepository } from '@causeway/storage';
import type { ViewFailure } from '../failures.ts';

/** A bridge with a settler, and how an address is written on its chain. */
export interface SettledBridge {
  readonly provider: ChainIdentity & { formatAddress(padded: SwapEvent['id']): string };
  readonly settler: Pick<Settling, 'scan'>;
}

interface SwapWatcherDeps {
  readonly view: Pick<ChainViewRepository, 'cursor'>;
  readonly swaps: SwapRepository;
  /** The newest block of the bridge that is marked final. */
  readonly finalTo: () => number | undefined;
}

/**
 * Follows the settler of a bridge while orders of mode swap wait for it. It reads up to the newest block that the view
 * of the bridge has, so that a reorganisation which the view takes back takes the settler's events back as well.
 */
export class SwapWatcher {
  readonly #bridge: SettledBridge;
  readonly #deps: SwapWatcherDeps;

  constructor(bridge: SettledBridge, deps: SwapWatcherDeps) {
    this.#bridge = bridge;
    this.#deps = deps;
  }

  /** Reads what is new, if anything waits for it. Fails with the codes of a scan. */
  async advance(): Promise<Result<undefined, ViewFailure>> {
    const { view, swaps, finalTo } = this.#deps;
    const { family, domain } = this.#bridge.provider;
    const from = await swaps.scanFrom(family, domain);
    if (from === undefined) return ok(undefined);
    const to = await view.cursor(family, domain);
    if (to === undefined || to.number < from) return ok(undefined);
    const scan = await this.#bridge.settler.scan(from, to);
    if (!scan.ok) return scan;
    const events = scan.value.events.flatMap((event) => this.#toScanned(event));
    await swaps.record({ family, domain, to: scan.value.to, finalTo: finalTo() ?? -1, events });
    return ok(undefined);
  }

  /**
   * The event as it is recorded. None for a delivery, which the bridge's own events tell; none for a sweep, which ends
   * nothing, and whose token and amount anybody chooses.
   */
  #toScanned(event: SwapEvent): readonly ScannedSwapEvent[] {
    if (event.type === 'delivered' || event.type === 'swept') return [];
    const { provider } = this.#bridge;
    const { id: swapId, type, at } = event;
    const local = (padded: SwapEvent['id']) => (padded === ZERO_32 ? null : provider.formatAddress(padded));
    const common = { swapId, type, at, account: null, home: null };
    if (event.type === 'filled') return [{ ...common, account: local(event.solver), amount: event.out }];
    if (event.type === 'returned') return [{ ...common, amount: event.amount, home: event.home || null }];
    return [{ ...common, account: local(event.to), amount: event.amount }];
  }
}

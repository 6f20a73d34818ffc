import type { BodyManager } from './bodies/body-manager.ts';
import type { BodyStore } from './bodies/store.ts';
import type { HolonService } from './service.ts';

/** The parts of the area. */
export interface Holons {
  readonly service: HolonService;
  readonly store: BodyStore;
  readonly keeper: BodyManager;
  /** How long a deleted holon can be restored, milliseconds. */
  readonly deletedMs: number;
}

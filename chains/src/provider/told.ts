import type { EventPosition } from '@causeway/protocol';

/** An event as its fields tell it, without its position. */
export type Told<E extends { readonly at: EventPosition }> = E extends unknown ? Omit<E, 'at'> : never;

import type { components } from '@causeway/client';

/** An order as everyone sees it. */
export type ExplorerOrder = components['schemas']['ExplorerOrder'];

import type { Router } from '../../../http/route.ts';
import type { DirectMessageService } from '../service.ts';
import { blockRoutes } from './blocks.ts';
import { changeMessageRoutes } from './change.ts';
import { readMessageRoutes } from './read.ts';
import { messageStreamRoute } from './stream.ts';

/** Everything under /api/messaging. */
export function messageRoutes(router: Router, messages: DirectMessageService): void {
  changeMessageRoutes(router, messages);
  readMessageRoutes(router, messages);
  messageStreamRoute(router);
  blockRoutes(router, messages);
}

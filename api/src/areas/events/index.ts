import { defineArea } from '../../area.ts';
import { EVENT_ACCESS } from './access.ts';
import { eventRoutes } from './routes.ts';

/** One stream of everything that concerns an avatar. */
export const events = defineArea({
  name: 'events',
  tag: { name: 'Events', description: 'Everything that concerns the caller, as one stream.' },
  errors: {},
  access: EVENT_ACCESS,
  prefixes: ['/api'],
  open: ({ topics }) => topics,
  register: eventRoutes,
});

import { z } from 'zod';
import { defineArea } from '../../area.ts';
import { EventWaits } from '../../http/events/event-waits.ts';
import { MCP_ACCESS } from './access.ts';
import { MCP_ERRORS } from './errors.ts';
import { type Mcp, mcpRoutes } from './routes.ts';

const SETTINGS = {
  mcp: z
    .strictObject({
      /**
       * Names by which clients reach the service, in lower case; when absent, any but strange ones on the machine
       * itself.
       */
      hosts: z.array(z.string().min(1).max(253).toLowerCase()).default([]),
    })
    .prefault({}),
};

/** The platform's operations as tools for language models. */
export const mcp = defineArea<Mcp, typeof SETTINGS>({
  name: 'mcp',
  tag: { name: 'MCP', description: 'The platform as tools of the Model Context Protocol.' },
  errors: MCP_ERRORS,
  access: MCP_ACCESS,
  settings: SETTINGS,
  prefixes: [''],
  open: ({ storage, settings }) => ({ waits: new EventWaits(storage.events), hosts: settings.mcp.hosts }),
  register: mcpRoutes,
  stop: ({ waits }) => waits.stop(),
  close: async ({ waits }) => waits.close(),
});

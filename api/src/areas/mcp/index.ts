import { defineArea } from '../../area.ts';
import { MCP_ACCESS } from './access.ts';
import { mcpRoutes } from './routes.ts';

/** The platform's operations as tools for language models. */
export const mcp = defineArea<undefined>({
  name: 'mcp',
  tag: { name: 'MCP', description: 'The platform as tools of the Model Context Protocol.' },
  errors: {},
  access: MCP_ACCESS,
  prefixes: [''],
  open: () => undefined,
  register: mcpRoutes,
});

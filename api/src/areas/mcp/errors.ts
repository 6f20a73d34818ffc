import { define, type ErrorTable, HTTP_ERRORS, refuserOf } from '../../http/errors/errors.ts';

/** Errors of the route of MCP only. */
export const MCP_ERRORS = {
  ORIGIN_NOT_ALLOWED: define(
    403,
    'Origin not allowed',
    'A page of another origin called /mcp; allow the origin by `api.cors.origins`.',
  ),
  HOST_NOT_ALLOWED: define(
    403,
    'Host not allowed',
    'A call of /mcp named a host that this service is not known by, as pages of strangers can make a browser do; add the name to `api.mcp.hosts`.',
  ),
} as const satisfies ErrorTable;

/** The failed Answer of a code. */
export const refuse = refuserOf({ ...HTTP_ERRORS, ...MCP_ERRORS });

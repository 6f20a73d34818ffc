import type { EventRepository } from '@causeway/storage';
import Type from 'typebox';
import { type AccessTable, PUBLIC } from './http/access.ts';
import { success, successSchema } from './http/envelope.ts';
import { type ErrorTable, refuse, unwrap } from './http/errors.ts';
import { errorPath } from './http/problem.ts';
import { createRouter } from './http/route.ts';
import { named } from './http/schema.ts';
import type { App } from './http/types.ts';
import { VERSION } from './version.ts';

/** The group of these operations in the document. */
export const SERVICE_TAG = { name: 'Service', description: 'State of the service itself.' };

/** Who may call these operations. */
export const SERVICE_ACCESS: AccessTable = { getHealth: PUBLIC };

const health = named(
  'Health',
  Type.Object(
    {
      status: Type.Literal('healthy'),
      version: Type.String(),
      uptimeSeconds: Type.Integer({ minimum: 0 }),
    },
    { examples: [{ status: 'healthy', version: '0.1.0', uptimeSeconds: 86_400 }] },
  ),
);

/** GET /health, and the page of each of `errors`, the target of a problem's `type`. */
export function serviceRoutes(app: App, events: EventRepository, errors: ErrorTable): void {
  const router = createRouter(app, {
    prefixes: [''],
    tag: SERVICE_TAG.name,
    errors,
    access: SERVICE_ACCESS,
    strict: false,
  });
  router.route(
    {
      method: 'GET',
      path: '/health',
      operationId: 'getHealth',
      summary: 'State of the API and its storage',
      success: { description: 'The API and its storage work.', schema: successSchema(health) },
    },
    async () => {
      await events.latest().catch(() => unwrap(refuse('SERVICE_UNAVAILABLE', 'the storage cannot be read')));
      return success({ status: 'healthy' as const, version: VERSION, uptimeSeconds: Math.floor(process.uptime()) });
    },
  );

  app.get(
    errorPath(':code'),
    {
      config: { access: PUBLIC },
      schema: { hide: true, params: Type.Object({ code: Type.String({ maxLength: 60 }) }) },
    },
    async ({ params }, reply) => {
      const code = params.code.toUpperCase();
      const known = Object.hasOwn(errors, code) ? errors[code] : undefined;
      if (known === undefined) return unwrap(refuse('ROUTE_NOT_FOUND', `there is no errorCode ${params.code}`));
      const { status, title, when } = known;
      return reply.type('text/plain; charset=utf-8').send(`${code} (${status}): ${title}\n\n${when}\n`);
    },
  );
}

import type { EventRepository } from '@causeway/storage';
import Type from 'typebox';
import { ERRORS, type ErrorCode, refuse, unwrap } from '../errors.ts';
import { success, successSchema } from '../http/envelope.ts';
import { errorPath, problemResponses } from '../http/problem.ts';
import type { App } from '../http/types.ts';
import { VERSION } from '../version.ts';

/** GET /health, and the documentation that a problem's `type` points to. */
export function serviceRoutes(app: App, events: EventRepository): void {
  app.get(
    '/health',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getHealth',
        tags: ['Service'],
        summary: 'Whether the API and its storage work',
        security: [{}],
        response: {
          200: successSchema(
            Type.Object(
              {
                status: Type.Literal('healthy'),
                version: Type.String(),
                uptimeSeconds: Type.Integer({ minimum: 0 }),
              },
              { examples: [{ status: 'healthy', version: '0.1.0', uptimeSeconds: 86_400 }] },
            ),
          ),
          ...problemResponses(503),
        },
      },
    },
    async () => {
      await events.latest().catch(() => unwrap(refuse('SERVICE_UNAVAILABLE', 'the storage cannot be read')));
      return success({ status: 'healthy' as const, version: VERSION, uptimeSeconds: Math.floor(process.uptime()) });
    },
  );

  app.get(
    errorPath(':code'),
    {
      config: { access: 'public' },
      schema: { hide: true, params: Type.Object({ code: Type.String({ maxLength: 60 }) }) },
    },
    async ({ params }, reply) => {
      const code = params.code.toUpperCase();
      if (!Object.hasOwn(ERRORS, code)) unwrap(refuse('ROUTE_NOT_FOUND', `there is no errorCode ${params.code}`));
      const { status, title, when } = ERRORS[code as ErrorCode];
      return reply.type('text/plain; charset=utf-8').send(`${code} (${status}): ${title}\n\n${when}\n`);
    },
  );
}

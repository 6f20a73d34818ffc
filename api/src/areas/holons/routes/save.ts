import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse, unwrap } from '../../../http/errors/errors.ts';
import { etagOf, expectedVersions } from '../../../http/requests/etag.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { takeIdempotencyKey } from '../../../plugins/app/idempotency.ts';
import type { HolonBody } from '../body.ts';
import type { Holons } from '../parts.ts';
import type { IdempotentSave } from '../rules/holons.ts';
import { type HolonInput, holon, type SaveHolonRequest, saveHolonRequest } from '../schemas.ts';
import { holonView } from '../view.ts';

/** Largest holon with its envelope, bytes. */
const BODY_LIMIT = 262_144;

/** The holon of a body in either form; the schema requires one of them. */
const inputOf = ({ holon: inner, ...flat }: SaveHolonRequest): HolonInput => inner ?? (flat as HolonInput);

/**
 * True when every number of `value` is finite: JSON can hold larger ones than JavaScript, and none that is not finite.
 */
const hasFiniteNumbers = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasFiniteNumbers);
};

/** The answer is stored in the transaction that stores the version: a crash leaves both or neither. */
function idempotentOf(request: FastifyRequest, reply: FastifyReply, body: HolonBody): IdempotentSave | undefined {
  const key = request.idempotency;
  if (key === null) return undefined;
  return {
    ...key,
    answer: (stored) => {
      const view = holonView({ holon: stored, body, provider: stored.saved.places[0] ?? '' });
      const headers = { 'content-type': 'application/json; charset=utf-8', etag: etagOf(stored.version) };
      return { status: 200, body: String(reply.serializeInput({ ...success(view) }, '200')), headers };
    },
  };
}

/** The versions that both the body's `version` and If-Match allow. */
function allowed(version: number | undefined, matched: readonly number[] | undefined): readonly number[] | undefined {
  if (version === undefined) return matched;
  return matched === undefined || matched.includes(version) ? [version] : [];
}

/** POST /save-holon. */
export function saveRoute(router: Router, area: Holons): void {
  router.route('saveHolon', 'POST /save-holon', {
    summary: 'Save a holon',
    description:
      'Makes the holon, or its next version. The body is the holon, or has it under `holon`. `version` or If-Match ' +
      'names the version that is replaced, so that no other change is lost; a save that changes nothing makes no ' +
      'version. Every version lies with two providers, when two are well, and stays readable.',
    etag: true,
    body: saveHolonRequest,
    bodyLimit: BODY_LIMIT,
    success: { description: 'The saved holon.', schema: successSchema(holon) },
    errors: ['HOLON_NOT_FOUND', 'HOLON_DELETED', 'AGENT_MEMORY_INVALID', 'HOLON_STORAGE_UNAVAILABLE', 'QUOTA_EXCEEDED'],
    handle: async (request, reply) => {
      const { id, name, holonType, metadata = {}, version } = inputOf(request.body);
      if (!hasFiniteNumbers(metadata))
        return unwrap(refuse('MALFORMED_REQUEST', 'metadata has a number that is too large'));
      const saved = unwrap(
        await area.service.save(callerOf(request), {
          id,
          body: { name, holonType, metadata: metadata as HolonBody['metadata'] },
          expected: allowed(version, expectedVersions(request)),
          idempotent: (body) => idempotentOf(request, reply, body),
        }),
      );
      if (saved.committed) takeIdempotencyKey(request);
      reply.header('etag', etagOf(saved.holon.version));
      return success(holonView(saved));
    },
  });
}

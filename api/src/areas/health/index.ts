import type { HealthCheck } from '@causeway/storage';
import Type from 'typebox';
import { z } from 'zod';
import { defineArea } from '../../area.ts';
import { PUBLIC } from '../../http/callers/access.ts';
import { answerPage, pageQuery } from '../../http/requests/pagination.ts';
import { iso } from '../../http/requests/times.ts';
import type { Router } from '../../http/route.ts';
import { successPage, successPageSchema } from '../../http/schema/envelope.ts';
import { named, nullable } from '../../http/schema/schema.ts';
import { holons } from '../holons/index.ts';
import { market } from '../market/index.ts';
import { HealthService } from './service.ts';

/** Pause between two probes for the history, milliseconds. */
const ROUND_MS = 60_000;

const processUrl = z.strictObject({
  name: z.string().regex(/^[a-z][a-z\d-]{0,39}$/),
  /** The whole URL of its health, such as http://127.0.0.1:9100/health. */
  url: z.url(),
});

const settings = {
  health: z
    .strictObject({
      relayers: z.array(processUrl).default([]),
      signers: z.array(processUrl).default([]),
      /** Limit of one probe, milliseconds. */
      timeoutMs: z.int().min(10).max(30_000).default(2_000),
      /** How long checks are kept, days. */
      keepDays: z.int().min(1).default(7),
    })
    .prefault({}),
};

const resource = named(
  'ResourceHealth',
  Type.Object(
    {
      name: Type.String({ examples: ['chain/ethereum'] }),
      kind: Type.Enum(['storage', 'chain', 'price', 'relayer', 'signer']),
      status: Type.Enum(['healthy', 'degraded', 'down']),
      latencyMs: nullable(Type.Integer({ minimum: 0 })),
      checkedAt: Type.String({ format: 'date-time' }),
      message: Type.String(),
    },
    {
      examples: [
        {
          ...{ name: 'chain/ethereum', kind: 'chain', status: 'healthy', latencyMs: 12 },
          ...{ checkedAt: '2026-01-05T12:00:00.000Z', message: '3 of 3 endpoints answer, block 24000000' },
        },
      ],
    },
  ),
);

const view = ({ name, kind, status, latencyMs, checkedAtMs, message }: HealthCheck) => ({
  ...{ name, kind, status, latencyMs, message },
  checkedAt: iso(checkedAtMs),
});

function healthRoutes(router: Router, service: HealthService): void {
  router.route('listProviderHealth', 'GET /health', {
    summary: 'The health of everything that the service needs, from live probes',
    description:
      'Storage, providers of holons, chains and their endpoints, price sources, relayers and signers. One probe ' +
      'serves all callers for five seconds.',
    maxAgeSeconds: 5,
    success: { description: 'Every resource.', schema: successPageSchema(resource) },
    handle: async () => successPage((await service.current()).map(view), null),
  });
  router.route('listProviderHealthHistory', 'GET /health/history', {
    summary: 'The kept checks of one resource, the newest first',
    description: 'A check is kept when the status has changed, and every five minutes.',
    query: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' }),
      ...pageQuery,
    }),
    success: { description: 'A page of checks.', schema: successPageSchema(resource) },
    handle: async (request) => {
      const { name } = request.query;
      return answerPage(request, { name }, view, (after, limit, skip) => service.history(name, after, limit, skip));
    },
  });
}

/** The health of everything that the service needs. */
export const health = defineArea<HealthService, typeof settings>({
  name: 'health',
  tag: { name: 'Health', description: 'The health of storage, chains, price sources, relayers and signers.' },
  errors: {},
  access: { listProviderHealth: PUBLIC, listProviderHealthHistory: PUBLIC },
  prefixes: ['/api/provider'],
  settings,
  open({ storage, bridge, settings: { health: own }, clock, log, use }) {
    return new HealthService({
      ...{
        storage,
        networks: bridge.catalogue.networks,
        rates: use(market).rates,
        holons: use(holons).store,
        clock,
        log,
      },
      processes: [
        ...own.relayers.map((one) => ({ ...one, kind: 'relayer' as const })),
        ...own.signers.map((one) => ({ ...one, kind: 'signer' as const })),
      ],
      timeoutMs: own.timeoutMs,
      keepMs: own.keepDays * 86_400_000,
    });
  },
  register: healthRoutes,
  start: async (service) => service.rounds.repeat(ROUND_MS),
  close: (service) => service.stop(),
});

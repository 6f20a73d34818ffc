import { type DeploymentHealth, isRefused } from '@causeway/chains';
import Type from 'typebox';
import { type AccessTable, PUBLIC } from './http/callers/access.ts';
import { type ErrorTable, refuse, unwrap } from './http/errors/errors.ts';
import { STORAGE_UNAVAILABLE } from './http/errors/storage-problem.ts';
import { createRouter } from './http/route.ts';
import { success, successSchema } from './http/schema/envelope.ts';
import { named } from './http/schema/schema.ts';
import type { App } from './http/schema/types.ts';
import { VERSION } from './version.ts';

/** The group of these operations in the document. */
export const SERVICE_TAG = { name: 'Service', description: 'State of the service itself.' };

/** Who may call these operations. */
export const SERVICE_ACCESS: AccessTable = { getLiveness: PUBLIC, getReadiness: PUBLIC, getHealth: PUBLIC };

/** What the service needs, as /live, /ready and /health tell it. */
export interface ServiceState {
  /** False once the service stops. */
  running(): boolean;
  /** Resolves when the storage can be read; rejects otherwise. */
  storage(): Promise<unknown>;
  /** True when the storage took a write some seconds ago at most. */
  isWritable(): Promise<boolean>;
  /** How far the clock of this machine is ahead of the database's time, milliseconds; negative when it is behind. */
  clockAheadMs(): number;
  /** The configured networks with their live status. */
  networks(): Promise<readonly NetworkState[]>;
  /** What differs between the deployments and their files, as they were compared last. */
  deployments(): readonly DeploymentHealth[];
}

/** A network as the service's own routes and its first page show it. */
export interface NetworkState {
  readonly name: string;
  readonly kind: string;
  /** Symbol of its own asset. */
  readonly symbol: string;
  readonly status: NetworkStatus;
  /** Null when it cannot be read. */
  readonly latestBlock: number | null;
  /** The account with which the service presents itself to wallets; null without one. */
  readonly dappDefinition: string | null;
}

const NETWORK_STATUS = ['healthy', 'degraded', 'down'] as const;
type NetworkStatus = (typeof NETWORK_STATUS)[number];

const live = named('Liveness', Type.Object({ status: Type.Literal('live') }, { examples: [{ status: 'live' }] }));
const ready = named('Readiness', Type.Object({ status: Type.Literal('ready') }, { examples: [{ status: 'ready' }] }));
const health = named(
  'Health',
  Type.Object(
    {
      status: Type.Enum(['healthy', 'degraded'], {
        description: 'degraded: a network is not healthy, or a bridge is not what its deployment file says.',
      }),
      version: Type.String(),
      uptimeSeconds: Type.Integer({ minimum: 0 }),
      clockAheadMs: Type.Integer({
        description:
          'How far the clock of this machine is ahead of the database’s time, which alone decides; negative when it is behind.',
      }),
      networks: Type.Array(
        Type.Object({
          name: Type.String(),
          status: Type.Enum([...NETWORK_STATUS], { description: 'degraded: some endpoints do not answer.' }),
        }),
      ),
      differences: Type.Array(
        Type.Object({
          network: Type.String(),
          family: Type.String({ description: 'The asset family of the bridge.' }),
          what: Type.String(),
          severity: Type.Enum(['refuse', 'show', 'accepted'], {
            description:
              'refuse: signers sign nothing for this bridge. accepted: the operator of this service accepts it.',
          }),
        }),
        {
          description:
            'What is on chain otherwise than the deployment files and the builds say, compared every ten minutes, and every minute while something differs.',
        },
      ),
    },
    {
      examples: [
        {
          status: 'healthy',
          version: '0.1.0',
          uptimeSeconds: 86_400,
          clockAheadMs: 0,
          networks: [{ name: 'ethereum', status: 'healthy' }],
          differences: [],
        },
      ],
    },
  ),
);

/** Refuses when the service stops, or can neither write nor read its storage. */
async function assertReady(state: ServiceState): Promise<void> {
  if (!state.running()) unwrap(refuse('SERVICE_UNAVAILABLE', 'the service is stopping'));
  const usable = (await state.isWritable()) && (await state.storage().then(always(true), always(false)));
  if (!usable) unwrap({ ok: false, error: STORAGE_UNAVAILABLE });
}

const always =
  <T>(value: T) =>
  (): T =>
    value;

/** GET /live, /ready and /health. */
export function serviceRoutes(app: App, state: ServiceState, errors: ErrorTable): void {
  const router = createRouter(app, {
    prefixes: [''],
    tag: SERVICE_TAG.name,
    errors,
    access: SERVICE_ACCESS,
  });
  router.route('getLiveness', 'GET /live', {
    summary: 'Whether the process answers',
    description: 'If not, it must be restarted. Neither the storage nor a chain is asked.',
    evenOverloaded: true,
    withoutStorage: true,
    success: { description: 'It answers.', schema: successSchema(live) },
    handle: async () => success({ status: 'live' as const }),
  });
  router.route('getReadiness', 'GET /ready', {
    summary: 'Whether the service takes requests',
    description:
      'If not, they must go to another process: this one starts, stops, is overloaded, or its database cannot be written. A ' +
      'tiny write every three seconds at most finds that out, and that it works again.',
    success: { description: 'It takes requests.', schema: successSchema(ready) },
    handle: async () => {
      await assertReady(state);
      return success({ status: 'ready' as const });
    },
  });
  router.route('getHealth', 'GET /health', {
    summary: 'The state of the service and of the networks that it needs',
    description:
      'A network that is down makes it `degraded`: orders of the other networks go on. So does a bridge that is not what its deployment file says.',
    evenOverloaded: true,
    success: { description: 'The service and its storage work.', schema: successSchema(health) },
    handle: async () => {
      await assertReady(state);
      const networks = (await state.networks()).map(({ name, status }) => ({ name, status }));
      const compared = state.deployments();
      const whole = networks.every((network) => network.status === 'healthy') && !isRefused(compared);
      const status = whole ? ('healthy' as const) : ('degraded' as const);
      const differences = compared.flatMap(({ chain: network, family, differences }) =>
        differences.map(({ what, severity, accepted }) => ({
          ...{ network, family, what },
          severity: accepted ? ('accepted' as const) : severity,
        })),
      );
      const uptimeSeconds = Math.floor(process.uptime());
      return success({
        status,
        version: VERSION,
        uptimeSeconds,
        clockAheadMs: state.clockAheadMs(),
        networks,
        differences,
      });
    },
  });
}

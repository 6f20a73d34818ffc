import { RPC_CODES, type RpcError } from '../../http/requests/json-rpc.ts';
import { isPlainObject } from '../../http/schema/schema.ts';
import type { McpCall, Outcome } from './calls.ts';
import type { Catalog } from './catalog.ts';
import { resultOf } from './results.ts';

/** MCP's code for a resource that does not exist (2025-06-18, "Resources", error handling). */
const RESOURCE_NOT_FOUND = -32002;

/** What a list shows of a resource. */
interface Listed {
  readonly id: unknown;
  readonly title: unknown;
  readonly description?: unknown;
}

/** Resources of one kind: the operations that read one and list those that the caller sees. */
interface ResourceKind {
  readonly kind: string;
  readonly title: string;
  readonly reads: string;
  readonly lists: string;
  readonly of: (item: Readonly<Record<string, unknown>>) => Listed;
}

const KINDS: readonly ResourceKind[] = [
  {
    ...{ kind: 'orders', title: 'A bridge order', reads: 'getOrder', lists: 'listOrders' },
    of: ({ orderId, status, fromAmount, fromToken, fromChain, toChain }) => ({
      ...{ id: orderId, title: `${fromAmount} ${fromToken} from ${fromChain} to ${toChain}`, description: status },
    }),
  },
  {
    ...{
      kind: 'missions',
      title: 'A mission with its chapters and quests',
      reads: 'getMission',
      lists: 'listMissions',
    },
    of: ({ id, name, description }) => ({ id, title: name, description }),
  },
  {
    ...{ kind: 'holons', title: 'A holon, such as the memory of an agent', reads: 'loadHolon', lists: 'listHolons' },
    of: ({ id, name, description }) => ({ id, title: name, description }),
  },
];

const SCHEME = 'causeway://';
const MIME = 'application/json';
/** Resources of a page. */
const PAGE = 50;

const uriOf = (kind: string, id: string): string => `${SCHEME}${kind}/${id}`;

/** A cursor names the kind that is listed, and the place in its list. */
interface Place {
  readonly kind: number;
  readonly cursor: string | null;
}
const written = ({ kind, cursor }: Place): string => Buffer.from(JSON.stringify([kind, cursor])).toString('base64url');

function placeOf(cursor: unknown): Place | undefined {
  if (cursor === undefined) return { kind: 0, cursor: null };
  try {
    const [kind, inner] = JSON.parse(Buffer.from(String(cursor), 'base64url').toString());
    const isKnown = Number.isInteger(kind) && KINDS[kind] !== undefined;
    return isKnown && (inner === null || typeof inner === 'string') ? { kind, cursor: inner } : undefined;
  } catch {
    return undefined;
  }
}

const invalid = (message: string): Outcome => ({ error: { code: RPC_CODES.INVALID_PARAMS, message } });

/** The answer of an operation that does not give what was asked for. */
const refused = (body: unknown): RpcError => {
  const problem = isPlainObject(body) ? body : {};
  return {
    code: RPC_CODES.INTERNAL_ERROR,
    message: String(problem.message ?? 'the operation failed'),
    data: [problem],
  };
};

/** The kinds of resources, as templates of their URIs. */
export const resourceTemplates = (): Outcome => ({
  result: {
    resourceTemplates: KINDS.map(({ kind, title }) => ({
      ...{ name: kind, title, uriTemplate: `${SCHEME}${kind}/{id}`, mimeType: MIME },
    })),
  },
});

/** A page of the resources that the caller sees: orders, then missions, then holons, each the newest first. */
export async function listResources(catalog: Catalog, { caller, params, ask }: McpCall): Promise<Outcome> {
  const place = placeOf(params.cursor);
  if (place === undefined) return invalid('cursor: this list has no such page');
  for (let at = place.kind; at < KINDS.length; at += 1) {
    const { kind, lists, of } = KINDS[at] as ResourceKind;
    const tool = catalog.find(lists, caller);
    if (tool === undefined) continue;
    const cursor = at === place.kind ? place.cursor : null;
    const { isError, body } = await ask(tool, { limit: PAGE, ...(cursor !== null && { cursor }) });
    if (isError) return { error: refused(body) };
    const { items, nextCursor } = resultOf(body) as {
      readonly items: readonly Record<string, unknown>[];
      readonly nextCursor: string | null;
    };
    const next = nextCursor !== null ? { kind: at, cursor: nextCursor } : { kind: at + 1, cursor: null };
    if (items.length === 0 && next.kind < KINDS.length) continue;
    const resources = items.map(of).map(({ id, title, description }) => ({
      ...{ uri: uriOf(kind, String(id)), name: `${kind}/${id}`, title: String(title), mimeType: MIME },
      ...(typeof description === 'string' && { description }),
    }));
    return { result: { resources, ...(next.kind < KINDS.length && { nextCursor: written(next) }) } };
  }
  return { result: { resources: [] } };
}

/** The resource of a URI, as the operation that reads it shows it to the caller. */
export async function readResource(catalog: Catalog, { caller, params, ask }: McpCall): Promise<Outcome> {
  const { uri } = params;
  const notFound: Outcome = {
    error: { code: RESOURCE_NOT_FOUND, message: 'no resource of yours has this uri', data: [{ uri }] },
  };
  const [, kind, id] = typeof uri === 'string' ? (/^causeway:\/\/([a-z]+)\/([^/?#]{1,200})$/.exec(uri) ?? []) : [];
  const known = KINDS.find((one) => one.kind === kind);
  const tool = known && catalog.find(known.reads, caller);
  if (tool === undefined || id === undefined) return notFound;
  const { isError, status, body } = await ask(tool, { id });
  if (status === 404 || status === 400) return notFound;
  if (isError) return { error: refused(body) };
  return { result: { contents: [{ uri, mimeType: MIME, text: JSON.stringify(resultOf(body)) }] } };
}

import { isPlainObject } from '../../src/http/schema/schema.ts';

/**
 * The configuration of schemathesis for the API. Most of what an OpenAPI document cannot say follows from the document
 * itself: which operations take cursors, idempotency keys, revisions, enumerations and free-form objects, and which
 * stream. The rest is a table of operations whose schemas cannot say which values are good.
 */

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: unknown;
  readonly responses?: unknown;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const SCHEMAS = '#/components/schemas/';

const ALWAYS = ['2xx', '3xx', '401', '403', '404', '409', '429', '5xx'];

/** What refuses a bad value: schemathesis’s own list, and 412, as If-Match is compared first. */
const REFUSED = ['400', '401', '403', '404', '405', '406', '409', '412', '415', '422', '428', '429', '5xx'];

/** How many seconds an operation may take at most that waits for somebody as long as the request says. */
const WAITS_S: Readonly<Record<string, number>> = { sendByCapability: 40 };

/** Operations that refuse some values which their schemas allow, with 400 or 422, and why. */
const VALUES: Readonly<Record<string, string>> = {
  createOrder: 'the names of assets and chains, and addresses',
  getOrderClaim: 'the addresses of the chain',
  listExplorerOrders: 'the names of chains',
  listExplorerSeries: 'the names of chains, and a range that is not empty and has begun',
  listLanes: 'the names of assets and chains',
  getQuote: 'the names of assets and chains; a query cannot say that either form of an end is enough',
  listRoutes: 'the names of assets and chains',
  listOffers: 'the names of assets and chains',
  listSwaps: 'the names of chains',
  replaceOffers: 'the names of assets and chains, where there are settlers, amounts, rates and addresses',
  getExchangeRate: 'symbols; a query cannot say that either form of a token is enough',
  verifyEmail: 'the token of a mail',
  validateResetToken: 'the token of a mail',
  resetPassword: 'the token of a mail',
  disownMail: 'the token of a mail',
  renewApiKey: 'only an agent renews its key',
  createWallet: 'which members belong together depends on `generateKeyPair`; addresses and types',
  getDefaultWallet: 'types of providers',
  getWalletBalance: 'the type of a wallet may have no chain here',
  sendFromWallet: 'amounts, assets, addresses, and what the wallet holds',
  deleteWallet: 'the balance decides whether `force` is needed',
  verifyWallet: 'a signature is right or wrong by the key of the wallet',
  exportWallet: 'only some wallets have a secret to export',
  createLibrary: 'versions, ranges and the ids of libraries',
  updateLibrary: 'versions, ranges and the ids of libraries',
  addLibraryDependency: 'versions, ranges and the ids of libraries',
  addDependencyToLibrary: 'versions, ranges and the ids of libraries',
  listLibraryDependencies: 'a search for versions may take too long',
  importLibrary: 'a package has the checksum of its content',
  importLibraries: 'a package has the checksum of its content',
  installPackage: 'a package has the checksum of its content and a signature',
  sendMessage: 'the recipient',
  blockAvatar: 'the avatar',
  setTrustedAgents: 'the agents',
  submitTask: 'a deadline is in the future, and some hosts of callbacks are refused',
  getAgentLogs: 'a range ends after its start',
  debugAgent: 'the task is one of the agent’s',
  collaborate: 'the agents',
  broadcastAgentEvent: 'the agents',
  createWorkflow: 'steps name each other',
  createMission: 'ids, prerequisites and times',
  updateMission: 'ids, prerequisites and times',
  saveHolon: 'a body has the holon in one of two forms, and an agent’s memory has rules of its own',
};

/** Whether a predicate holds for a part of a schema, references followed. */
function some(document: OpenApi, schema: unknown, holds: (part: Record<string, unknown>) => boolean): boolean {
  const seen = new Set<string>();
  const within = (part: unknown): boolean => {
    if (Array.isArray(part)) return part.some(within);
    if (!isPlainObject(part)) return false;
    if (typeof part.$ref === 'string') {
      const name = part.$ref.slice(SCHEMAS.length);
      if (seen.has(name)) return false;
      seen.add(name);
      return within(document.components.schemas[name]);
    }
    return holds(part) || Object.values(part).some(within);
  };
  return within(schema);
}

const isFreeForm = (part: Record<string, unknown>): boolean =>
  part.type === 'object' && part.additionalProperties !== false;

/** The statuses by which an operation may refuse what its schemas allow. */
function refusals(document: OpenApi, operation: Operation): string[] {
  const takes = (place: string, name: string): boolean =>
    (operation.parameters ?? []).some((given) => given.in === place && given.name.toLowerCase() === name);
  const found = new Set<string>();
  // A cursor is one that the list answered, and stands instead of an offset.
  if (takes('query', 'cursor')) found.add('400');
  // Another request had the key; its answer may be a secret that is not kept.
  if (takes('header', 'idempotency-key')) found.add('422');
  // The revision is another one, in If-Match or in the body.
  if (takes('header', 'if-match')) found.add('412');
  // A member `__proto__` is refused in free-form objects, too.
  if (some(document, operation.requestBody, isFreeForm)) found.add('400');
  if (Object.hasOwn(VALUES, operation.operationId)) found.add('400').add('422');
  return [...found];
}

/** The line that sends the token of an environment variable, which stays out of the file. */
const headersWith = (variable: string): string => `headers = { Authorization = "Bearer $\{${variable}}" }`;

/**
 * The configuration of schemathesis, in TOML. An admin calls the operations of `admins`, with `FUZZ_ADMIN_TOKEN`;
 * somebody with every other right calls all others, with `FUZZ_TOKEN`.
 * @throws Error if the table names an operation that the document lacks
 */
export function checksOf(document: OpenApi, admins: ReadonlySet<string>): string {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const unknown = [...Object.keys(VALUES), ...Object.keys(WAITS_S), ...admins].filter(
    (id) => !operations.some(({ operationId }) => operationId === id),
  );
  if (unknown.length > 0) throw new Error(`no operation of the document is ${unknown.join(', ')}`);
  const blocks = operations.map((operation) => {
    const header = ['[[operations]]', `include-operation-id = "${operation.operationId}"`];
    // schemathesis waits for the end of an answer, and a stream has none.
    if (JSON.stringify(operation.responses ?? {}).includes('text/event-stream'))
      return [...header, 'enabled = false'].join('\n');
    const statuses = [...ALWAYS, ...refusals(document, operation)];
    const seconds = WAITS_S[operation.operationId];
    return [
      ...header,
      ...(seconds === undefined ? [] : [`request-timeout = ${seconds}`]),
      ...(admins.has(operation.operationId) ? [headersWith('FUZZ_ADMIN_TOKEN')] : []),
      '[operations.checks.positive_data_acceptance]',
      `expected-statuses = ${JSON.stringify(statuses)}`,
      '[operations.checks.negative_data_rejection]',
      `expected-statuses = ${JSON.stringify(REFUSED)}`,
    ].join('\n');
  });
  return ['continue-on-failure = true', headersWith('FUZZ_TOKEN'), '[generation]\nmode = "all"', ...blocks].join(
    '\n\n',
  );
}

const GIVEN = 'Given';

/**
 * A copy of the document whose requests say how values of enumerations may be spelled besides: by their index, as a
 * number or in digits. Answers keep their schemas.
 */
export function spelledOut<D extends OpenApi>(document: D): D {
  const given = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(given);
    if (!isPlainObject(part)) return part;
    const { enum: listed, type: _, ...rest } = part;
    // One value alone is a constant, which has no index.
    if (Array.isArray(listed) && listed.length > 1 && listed.every((value) => typeof value === 'string'))
      return { ...rest, enum: [...listed, ...listed.keys(), ...Array.from(listed.keys(), String)] };
    if (typeof part.$ref === 'string') return { ...part, $ref: `${part.$ref}${GIVEN}` };
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, given(value)]));
  };
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          {
            ...operation,
            ...(operation.parameters && { parameters: given(operation.parameters) }),
            ...(operation.requestBody !== undefined && { requestBody: given(operation.requestBody) }),
          },
        ]),
      ),
    ]),
  );
  const twins = Object.entries(document.components.schemas).map(([name, schema]) => [`${name}${GIVEN}`, given(schema)]);
  const schemas = { ...document.components.schemas, ...Object.fromEntries(twins) };
  return { ...document, paths, components: { ...document.components, schemas } };
}

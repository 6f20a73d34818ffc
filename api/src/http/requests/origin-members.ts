/**
 * How the origin spreads an item over its storage providers: each of its requests may say that, here the service
 * decides.
 */
const PROVIDERS = [
  ...['providerType', 'setGlobally', 'autoReplicationMode', 'autoFailOverMode', 'autoLoadBalanceMode'],
  ...['autoReplicationProviders', 'autoFailOverProviders', 'autoLoadBalanceProviders'],
  ...['waitForAutoReplicationResult', 'showDetailedSettings'],
];

/** How the origin reads and writes the children of a holon, which holons have not here. */
const CHILDREN = ['loadChildren', 'saveChildren', 'recursive', 'maxChildDepth', 'continueOnError'];

/**
 * The members of bodies and the parameters of queries that clients of the origin send beside the declared ones, by
 * operation. They are accepted and dropped, so no handler sees them; every other unknown member is refused. None of
 * them moves money, grants access or is content: a test compares them with the columns that the operation's area has.
 */
export const ORIGIN_MEMBERS: Readonly<
  Record<string, { readonly body?: readonly string[]; readonly query?: readonly string[] }>
> = {
  registerAvatar: { body: ['confirmPassword', 'createdOASISType', ...PROVIDERS] },
  authenticateAvatar: { body: PROVIDERS },
  forgotPassword: { body: PROVIDERS },
  resetPassword: { body: ['confirmPassword', ...PROVIDERS] },
  changePassword: { body: ['confirmPassword', 'confirmNewPassword'] },
  verifyEmail: { body: PROVIDERS },
  updateOwnAvatar: { body: PROVIDERS },
  getOwnAvatar: { query: PROVIDERS },
  getAvatar: { query: PROVIDERS },
  saveHolon: { body: ['onChainProvider', 'offChainProvider', ...CHILDREN, ...PROVIDERS] },
  loadHolon: { query: [...CHILDREN, ...PROVIDERS] },
  listHolons: { query: [...CHILDREN, ...PROVIDERS] },
  deleteHolon: { query: ['softDelete', ...PROVIDERS] },
};

const camelCase = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** `value` without its members of `names`, in camelCase or PascalCase. */
export function without(names: readonly string[], value: unknown): unknown {
  if (names.length === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(camelCase(name))));
}

import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * The proxies whose X-Forwarded-For is believed: none, those in a list of networks, or the last hops of every request,
 * whoever they are.
 */
export type TrustProxy = false | number | readonly string[];

/** Networks with a name. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Adds an address or a network of CIDR to `list`; false for another text. */
function add(list: BlockList, network: string): boolean {
  const [address = '', bits, ...rest] = network.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return false;
  const most = version === 6 ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  // A network of every address would believe everybody.
  if (prefix < 1 || prefix > most) return false;
  list.addSubnet(address, prefix, familyOf(address));
  return true;
}

/** The first of `networks` that is neither a name nor a network; undefined when all are. */
export const wrongNetwork = (networks: readonly string[]): string | undefined =>
  networks.find((network) => NAMED[network] === undefined && !add(new BlockList(), network));

/**
 * Whether the proxy with `address` is believed, `hop` proxies before the service (0: the one that has connected). False
 * when none is. Throws RangeError for a network that is none.
 */
export function trusted(setting: TrustProxy): false | ((address: string, hop: number) => boolean) {
  if (setting === false) return false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  const list = new BlockList();
  for (const network of setting.flatMap((one) => NAMED[one] ?? [one])) {
    if (!add(list, network)) throw new RangeError(`${network} is no network`);
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

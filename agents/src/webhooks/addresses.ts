import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A range of addresses. */
type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Where webhooks may go besides public addresses: networks such as `127.0.0.0/8`. */
export interface NetworkPolicy {
  readonly allowedNetworks: readonly string[];
}

/** IPv6 addresses that are routed on the Internet at all. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** Addresses behind which NAT64 has the IPv4 address of the last 32 bits. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');
/** Public by their number, but answered by the machine's own cloud platform. */
const PLATFORMS = [ipaddr.parseCIDR('168.63.129.16/32')];

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match(network as never, bits);

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (isIn(address, NAT64)) return isPublic(ipaddr.fromByteArray(address.toByteArray().slice(12)));
  if (address.range() !== 'unicast' || PLATFORMS.some((network) => isIn(address, network))) return false;
  return address.kind() === 'ipv4' || isIn(address, GLOBAL_UNICAST);
}

/** A network in CIDR notation. Throws for any other text. */
export const parseNetwork = (text: string): Network => ipaddr.parseCIDR(text);

/**
 * The addresses that webhooks may go to: public ones over https, and addresses of the allowed networks, over http too.
 * Private, loopback, link-local, shared and multicast addresses are none, in whatever form IPv6 has them.
 */
export class PermittedAddresses {
  readonly #allowed: readonly Network[];

  constructor({ allowedNetworks }: NetworkPolicy) {
    this.#allowed = allowedNetworks.map(parseNetwork);
  }

  /** True while webhooks may go anywhere by http, which needs an allowed network. */
  get allowsHttp(): boolean {
    return this.#allowed.length > 0;
  }

  /** True when a webhook may be sent to `text`, an IP address, by the URL's protocol. */
  permits(text: string, protocol: string): boolean {
    if (isIP(text) === 0) return false;
    // An IPv4 address in IPv6's form is that IPv4 address.
    const address = ipaddr.process(text);
    if (this.#allowed.some((network) => isIn(address, network))) return true;
    return protocol === 'https:' && isPublic(address);
  }

  /** Why a webhook cannot have this URL; undefined when it can. A name is resolved only when a webhook is sent. */
  refusalOf(text: string): string | undefined {
    if (!URL.canParse(text)) return 'it is no URL';
    const { protocol, username, password, hostname } = new URL(text);
    if (protocol !== 'https:' && protocol !== 'http:') return 'it must begin with https://';
    if (username !== '' || password !== '') return 'it must have no user name and no password';
    const host = hostname.replace(/^\[|\]$/g, '');
    if (protocol === 'http:' && !this.allowsHttp) return 'it must begin with https://';
    if (isIP(host) !== 0 && !this.permits(host, protocol)) return 'webhooks do not go to this address';
    return undefined;
  }
}

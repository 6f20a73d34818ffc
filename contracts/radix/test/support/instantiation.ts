import type { Address } from './addresses.ts';
import { argumentsText, type Call } from './call.ts';
import type { Chain } from './chain.ts';
import { BLUEPRINT, publish } from './package.ts';
import { ADMIN, DAPP, GUARDIAN, HERE, ICON, MEMBERS, THRESHOLD } from './setting.ts';
import type { Fields } from './types.ts';

const packages = new Map<Chain, Address>();
/** The address of the package on that chain. */
export function packageOn(chain: Chain): Address {
  const known = packages.get(chain) ?? publish(chain);
  packages.set(chain, known);
  return known;
}

/** The call that instantiates a bridge, with honest arguments of which some are replaced. */
export const instantiation = (canonical: Address, args: Fields = {}): Call => ({
  name: 'instantiate',
  args: {
    domain: HERE,
    canonical,
    admin: ADMIN,
    guardian: GUARDIAN,
    members: MEMBERS,
    threshold: THRESHOLD,
    dappDefinition: DAPP,
    iconUrl: ICON,
    addressReservation: null,
    ...args,
  },
  signers: [],
});

/** The instruction of an instantiation. */
export const instantiationText = (chain: Chain, call: Call): string =>
  `CALL_FUNCTION Address("${packageOn(chain)}") "${BLUEPRINT}" "instantiate" ${argumentsText(call)};`;

import type { NetworkConfigurationResponseWellKnownAddresses as WellKnownAddresses } from '@radixdlt/babylon-core-api-sdk';
import { withChecksum } from './bech32m.ts';
import type { Network } from './network.ts';

const resource = (data: string) => ['resource', data] as const;
const pkg = (data: string) => ['package', data] as const;

/** The initial entities of every Radix network: the prefix and the data part of their addresses. */
const WELL_KNOWN: Readonly<Record<keyof WellKnownAddresses, readonly [hrp: string, data: string]>> = {
  xrd: resource('tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxx'),
  secp256k1_signature_virtual_badge: resource('nfxxxxxxxxxxsecpsgxxxxxxxxx004638826440xxxxxxxxx'),
  ed25519_signature_virtual_badge: resource('nfxxxxxxxxxxed25sgxxxxxxxxx002236757237xxxxxxxxx'),
  package_of_direct_caller_virtual_badge: resource('nfxxxxxxxxxxpkcllrxxxxxxxxx003652646977xxxxxxxxx'),
  global_caller_virtual_badge: resource('nfxxxxxxxxxxglcllrxxxxxxxxx002350006550xxxxxxxxx'),
  system_transaction_badge: resource('nfxxxxxxxxxxsystxnxxxxxxxxx002683325037xxxxxxxxx'),
  package_owner_badge: resource('nfxxxxxxxxxxpkgwnrxxxxxxxxx002558553505xxxxxxxxx'),
  validator_owner_badge: resource('nfxxxxxxxxxxvdrwnrxxxxxxxxx004365253834xxxxxxxxx'),
  account_owner_badge: resource('nfxxxxxxxxxxaccwnrxxxxxxxxx006664022062xxxxxxxxx'),
  identity_owner_badge: resource('nfxxxxxxxxxxdntwnrxxxxxxxxx002876444928xxxxxxxxx'),
  package_package: pkg('pkgxxxxxxxxxpackgexxxxxxxxx000726633226xxxxxxxxx'),
  resource_package: pkg('pkgxxxxxxxxxresrcexxxxxxxxx000538436477xxxxxxxxx'),
  account_package: pkg('pkgxxxxxxxxxaccntxxxxxxxxxx000929625493xxxxxxxxx'),
  identity_package: pkg('pkgxxxxxxxxxdntyxxxxxxxxxxx008560783089xxxxxxxxx'),
  consensus_manager_package: pkg('pkgxxxxxxxxxcnsmgrxxxxxxxxx000746305335xxxxxxxxx'),
  access_controller_package: pkg('pkgxxxxxxxxxcntrlrxxxxxxxxx000648572295xxxxxxxxx'),
  transaction_processor_package: pkg('pkgxxxxxxxxxtxnpxrxxxxxxxxx002962227406xxxxxxxxx'),
  metadata_module_package: pkg('pkgxxxxxxxxxmtdataxxxxxxxxx005246577269xxxxxxxxx'),
  royalty_module_package: pkg('pkgxxxxxxxxxryaltyxxxxxxxxx003849573396xxxxxxxxx'),
  role_assignment_module_package: pkg('pkgxxxxxxxxxarulesxxxxxxxxx002304462983xxxxxxxxx'),
  genesis_helper_package: pkg('pkgxxxxxxxxxgenssxxxxxxxxxx004372642773xxxxxxxxx'),
  faucet_package: pkg('pkgxxxxxxxxxfaucetxxxxxxxxx000034355863xxxxxxxxx'),
  pool_package: pkg('pkgxxxxxxxxxplxxxxxxxxxxxxx020379220524xxxxxxxxx'),
  transaction_tracker_package: pkg('pkgxxxxxxxxxtxtrakxxxxxxxxx000595975309xxxxxxxxx'),
  locker_package: pkg('pkgxxxxxxxxxlckerxxxxxxxxxx000208064247xxxxxxxxx'),
  test_utils_package: pkg('phua8spmaxapwq56stduucrvztk92gxzjy9c98h0qemfjec0'),
  consensus_manager: ['consensusmanager', 'scxxxxxxxxxxcnsmgrxxxxxxxxx000999665565xxxxxxxxx'],
  genesis_helper: ['component', 'cptxxxxxxxxxgenssxxxxxxxxxx000977302539xxxxxxxxx'],
  faucet: ['component', 'cptxxxxxxxxxfaucetxxxxxxxxx000527798379xxxxxxxxx'],
  transaction_tracker: ['transactiontracker', 'stxxxxxxxxxxtxtrakxxxxxxxxx006844685494xxxxxxxxx'],
};

/** The addresses on this network of every network's initial entities. */
export function wellKnownAddresses(network: Network): WellKnownAddresses {
  const addresses = Object.entries(WELL_KNOWN).map(([name, [hrp, data]]) => [
    name,
    withChecksum(`${hrp}_${network.hrpSuffix}`, data),
  ]);
  return Object.fromEntries(addresses) as WellKnownAddresses;
}

// The roles of every test bridge, and the remotes and limits of all kinds.
import { COIN_TYPE, type Domain, slip44Domain } from '@causeway/protocol';
import { ORACLE, rolesOf } from '../../../conformance/src/setting.ts';
import { keyOf } from './keys.ts';

export { LIMITS, type Limits, OTHER, REFERENCE, REMOTE, type Remote, THERE } from '../../../conformance/src/setting.ts';

export const HERE: Domain = slip44Domain('local', COIN_TYPE.solana);

export const UPGRADE_AUTHORITY = keyOf('upgrade authority');
export const { ADMIN, GUARDIAN, USER, STRANGER, memberOf, MEMBERS, SIGNERS } = rolesOf(keyOf);
export const THRESHOLD = ORACLE.threshold;
/** Pays rents. It is not the fee payer, so that its flags in an instruction matter. */
export const PAYER = keyOf('payer');
/** Initial balance of wallets, lamports. */
export const WEALTH = 10n ** 18n;

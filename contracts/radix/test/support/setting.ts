// The roles of every test bridge, and the remotes and limits of all kinds.
import { COIN_TYPE, type Domain, slip44Domain } from '@causeway/protocol';
import { ORACLE, rolesOf } from '../../../conformance/src/setting.ts';
import { keyOf } from './keys.ts';

export { LIMITS, type Limits, OTHER, REFERENCE, REMOTE, type Remote, THERE } from '../../../conformance/src/setting.ts';

export const HERE: Domain = slip44Domain('local', COIN_TYPE.radix);

export const { ADMIN, GUARDIAN, USER, STRANGER, memberOf, MEMBERS, SIGNERS } = rolesOf(keyOf);
export const THRESHOLD = ORACLE.threshold;
/** The operator's dApp definition. */
export const DAPP = keyOf('dApp definition');
export const ICON = 'https://causeway.example/bridge.svg';

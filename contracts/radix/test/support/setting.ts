// The roles of every test bridge, and the remotes and limits of all kinds.
import { COIN_TYPE, type Domain, slip44Domain } from '@causeway/protocol';
import { ORACLE } from '../../../conformance/src/setting.ts';
import { keyOf } from './keys.ts';

export { LIMITS, type Limits, OTHER, REFERENCE, REMOTE, type Remote, THERE } from '../../../conformance/src/setting.ts';

export const HERE: Domain = slip44Domain('local', COIN_TYPE.radix);

export const ADMIN = keyOf('admin');
export const GUARDIAN = keyOf('guardian');
/** The account of an oracle member's key by its number. */
export const memberOf = (index: number) => keyOf(`member ${index}`);
export const MEMBERS = ORACLE.members.map(memberOf);
export const THRESHOLD = ORACLE.threshold;
/** Exactly as many members as the threshold. */
export const SIGNERS = MEMBERS.slice(0, THRESHOLD);
/** The operator's dApp definition. */
export const DAPP = keyOf('dApp definition');
export const ICON = 'https://causeway.example/bridge.svg';
export const USER = keyOf('user');
export const STRANGER = keyOf('stranger');

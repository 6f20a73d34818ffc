import { ARBITRUM } from './arbitrum.ts';
import { AVALANCHE } from './avalanche.ts';
import { BASE } from './base.ts';
import { BASE_SEPOLIA } from './base-sepolia.ts';
import { BNB } from './bnb.ts';
import { ETHEREUM } from './ethereum.ts';
import { GNOSIS } from './gnosis.ts';
import { OPTIMISM } from './optimism.ts';
import { POLYGON } from './polygon.ts';
import type { NetworkProfile } from './profile.ts';
import { RADIX } from './radix.ts';
import { SEPOLIA } from './sepolia.ts';
import { SOLANA } from './solana.ts';
import { SOLANA_DEVNET } from './solana-devnet.ts';
import { STOKENET } from './stokenet.ts';

export { type Figure, type NetworkProfile, type ProfileSettings, secondsToFinal } from './profile.ts';
export { withTable } from './table.ts';

/** Every profile: the ten networks of value, then the test networks. */
export const PROFILES: readonly NetworkProfile[] = [
  ...[ETHEREUM, POLYGON, ARBITRUM, BASE, OPTIMISM, BNB, AVALANCHE, GNOSIS, SOLANA, RADIX],
  ...[SEPOLIA, BASE_SEPOLIA, SOLANA_DEVNET, STOKENET],
];

/** The profile of that name; undefined when there is none, and without a name. */
export const findProfile = (name: string | undefined): NetworkProfile | undefined =>
  PROFILES.find((profile) => profile.name === name);

/** The values of a profile's settings, by their names in `chains.NAME` of a configuration file. */
export const settingsOfProfile = ({ settings }: NetworkProfile): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(settings).map(([name, { value }]) => [name, value]));

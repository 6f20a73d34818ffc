import { RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import { SIMULATOR } from '../core-api/network.ts';
import { wellKnownAddresses } from '../core-api/well-known.ts';
import type { SigningKey } from './notarize.ts';

const known = wellKnownAddresses(SIMULATOR);

/** The address of XRD. */
export const XRD: string = known.xrd;
/** The component that gives 10,000 XRD per call, and pays fees. */
export const FAUCET: string = known.faucet;

/** The address of a key's account, which exists from its first deposit on. */
export const accountOf = (key: SigningKey): Promise<string> =>
  RadixEngineToolkit.Derive.virtualAccountAddressFromPublicKey(key.publicKey(), SIMULATOR.id);

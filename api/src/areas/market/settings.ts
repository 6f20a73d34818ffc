import { ratesSettings } from '@causeway/prices';
import { z } from 'zod';

/** The market's settings in the configuration's `api` section. */
export const marketSettings = {
  rates: ratesSettings.prefault({}),
  /** By the network's name: the account with which this service presents itself to the wallets of that network. */
  dappDefinitions: z.record(z.string(), z.string().min(1).max(100)).default({}),
};

import { ratesSettings } from '@causeway/prices';

/** The market's settings in the configuration's `api` section. */
export const marketSettings = { rates: ratesSettings.prefault({}) };

export { formatPrice, multiply, PRICE_DECIMALS, parsePrice } from './fixed.ts';
export { openRates } from './open.ts';
export type { ExchangeRate, RateFailure, RateService, SourceState } from './service.ts';
export { type RateSettings, ratesSettings } from './settings.ts';

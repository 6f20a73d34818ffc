/** XRD that the engine takes a US dollar for: a constant of the protocol. */
export const USD_PRICE_IN_XRD = '16.666666666666666666';

/** XRD per US dollar in the engine, a constant of the protocol. */
export const USD_PRICE_IN_XRD = '16.666666666666666666';

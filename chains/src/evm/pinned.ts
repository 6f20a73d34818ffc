/**
 * The one MultiSendCallOnly that the Safe delegates to, and the singleton behind the Safe. Their creation code gives
 * these addresses, so what is there is that code and no other, and a forged deployment file cannot point elsewhere.
 */
export const PINNED = {
  multiSendCallOnly: '0xEc7345dbd592e126505ECC86253492eDECd09501',
  safeSingleton: '0x5CaE9b960D60Ed269287B085375273878a7d27bE',
} as const;

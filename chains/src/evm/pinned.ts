/**
 * The one MultiSendCallOnly that the Safe delegates to, the singleton behind the Safe, and the handler of calls that it
 * does not know. Their creation code gives these addresses, so what is there is that code and no other, and a forged
 * deployment file cannot point elsewhere.
 */
export const PINNED = {
  multiSendCallOnly: '0xEc7345dbd592e126505ECC86253492eDECd09501',
  safeSingleton: '0x5CaE9b960D60Ed269287B085375273878a7d27bE',
  fallbackHandler: '0xA60E58268c2268cb94efB40941f00E9848aC7672',
} as const;

/** keccak256 of the code of a Safe's proxy. */
export const SAFE_PROXY_CODE_HASH = '0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f';

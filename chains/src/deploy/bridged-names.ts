/** Most bytes of a bridged token's name and symbol on Solana and Radix, where the bridge itself creates the token. */
const MAX_NAME = 32;
const MAX_SYMBOL = 10;

/** The longest prefix of `text` that fits `bytes` bytes of UTF-8 and ends between two characters. */
function cut(text: string, bytes: number): string {
  let cutText = '';
  for (const character of text) {
    if (Buffer.byteLength(cutText + character) > bytes) break;
    cutText += character;
  }
  return cutText;
}

/** Name and symbol of a token. */
export interface TokenNames {
  readonly name: string;
  readonly symbol: string;
}

/** Name and symbol of the bridged token of an asset whose home is `network`. */
export const bridgedNames = (asset: TokenNames, network: string): TokenNames => ({
  name: `${asset.name} (${network})`,
  symbol: `cw${asset.symbol}`,
});

/** The same, cut to the lengths that the bridges of Solana and Radix accept. */
export function cutBridgedNames(asset: TokenNames, network: string): TokenNames {
  const { name, symbol } = bridgedNames(asset, network);
  return { name: cut(name, MAX_NAME), symbol: cut(symbol, MAX_SYMBOL) };
}

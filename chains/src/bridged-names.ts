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

/** Name and symbol of an asset's bridged token, cut to the lengths that the bridges of Solana and Radix accept. */
export const bridgedNames = (asset: { readonly name: string; readonly symbol: string }, network: string) => ({
  name: cut(`${asset.name} (${network})`, MAX_NAME),
  symbol: cut(`cw${asset.symbol}`, MAX_SYMBOL),
});

/** Longest name and symbol of a bridged token where a bridge makes it itself, on Solana and Radix, in bytes. */
const MAX_NAME = 32;
const MAX_SYMBOL = 10;

/** The longest start of `text` within `bytes` bytes of UTF-8 that ends no character in the middle. */
function cut(text: string, bytes: number): string {
  let cutText = '';
  for (const character of text) {
    if (Buffer.byteLength(cutText + character) > bytes) break;
    cutText += character;
  }
  return cutText;
}

/** Name and symbol of the bridged token of an asset, within what the bridges of Solana and Radix take. */
export const bridgedNames = (asset: { readonly name: string; readonly symbol: string }, network: string) => ({
  name: cut(`${asset.name} (${network})`, MAX_NAME),
  symbol: cut(`cw${asset.symbol}`, MAX_SYMBOL),
});

const PLACES = 18;
const ONE = 10n ** BigInt(PLACES);

/** The product of two non-negative decimals with at most 18 places, rounded down to 18 places. */
export function multiply(one: string, other: string): string {
  const product = ((parse(one) * parse(other)) / ONE).toString().padStart(PLACES + 1, '0');
  const fraction = product.slice(-PLACES).replace(/0+$/, '');
  return product.slice(0, -PLACES) + (fraction && `.${fraction}`);
}

function parse(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0'));
}

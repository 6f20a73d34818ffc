/** `items` in parts of at most `size`: a statement has a limited number of parameters, and a round trip takes time. */
export const partsOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

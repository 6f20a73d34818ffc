import type { SborJson } from '../types.ts';

/** The fields of an enum or a tuple. */
export const fieldsOf = (value: SborJson | undefined): readonly SborJson[] => list(value, 'fields');

/** The elements of an array. */
export const elementsOf = (value: SborJson | undefined): readonly SborJson[] => list(value, 'elements');

/** Index of an enum's variant, from 0. */
export const variantOf = (value: SborJson | undefined): number => Number(text(value, 'variant_id'));

/** The text of a number, an address, a decimal, an id. */
export const textOf = (value: SborJson | undefined): string => text(value, 'value');

function list(value: SborJson | undefined, name: string): readonly SborJson[] {
  const part = value?.[name];
  if (Array.isArray(part)) return part;
  throw unexpected(value, name);
}

function text(value: SborJson | undefined, name: string): string {
  const part = value?.[name];
  if (typeof part === 'string') return part;
  throw unexpected(value, name);
}

const unexpected = (value: SborJson | undefined, name: string) =>
  new Error(`the engine gave ${value?.kind ?? 'nothing'} where something with ${name} was expected`);

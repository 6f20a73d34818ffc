export * from './load.ts';
export { nearest } from './nearest.ts';
export { numberOption } from './number-option.ts';
export { withPlaces } from './places.ts';
export { replaceFile } from './replace-file.ts';
export * from './secret.ts';

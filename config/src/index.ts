export * from './load.ts';
export { nearest } from './nearest.ts';
export { numberOption } from './number-option.ts';
export * from './secret.ts';

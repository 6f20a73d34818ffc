export * from './load.ts';
export { numberOption } from './number-option.ts';
export * from './secret.ts';

export * from './address.ts';
export * from './connection.ts';
export { contextOf } from './context.ts';
export * from './keystore.ts';
export * from './open.ts';

export { openDatabase } from './database.ts';
export { createServer, listen, type Running, type ServedHealth, type ServerOptions } from './http.ts';
export { type KeyedChain, type Keys, openKeys } from './keys.ts';
export { createLogger } from './log.ts';
export { required } from './required.ts';

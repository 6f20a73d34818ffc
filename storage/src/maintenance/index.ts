export { StorageError } from '../core/errors.ts';
export { isPostgresUrl } from '../open.ts';
export { backup, type Copy, restore } from './backup.ts';
export { type Pruned, prune } from './prune.ts';

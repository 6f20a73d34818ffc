export { StorageError } from '../core/errors.ts';
export { backup, type Copy, restore } from './backup.ts';
export { type Pruned, prune } from './prune.ts';

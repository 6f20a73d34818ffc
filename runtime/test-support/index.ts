export { clockAt } from './clock-at.ts';

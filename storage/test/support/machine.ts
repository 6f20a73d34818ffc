/** The clocks of this machine, of which a test replaces some. */
export { MACHINE } from '../../src/core/time.ts';

/**
 * Mode of a file that only its owner reads and writes. It is given when the file is opened, so that it holds from the
 * first byte.
 */
export const PRIVATE_FILE = 0o600;

/** Mode of a folder of such files. */
export const PRIVATE_FOLDER = 0o700;

/** True when the mode of a file lets its group or others in, who then can read the secrets in it. */
export const letsOthersIn = (mode: number): boolean => (mode & 0o077) !== 0;

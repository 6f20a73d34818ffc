/** True when the mode of a file lets its group or others in, who then can read the secrets in it. */
export const letsOthersIn = (mode: number): boolean => (mode & 0o077) !== 0;

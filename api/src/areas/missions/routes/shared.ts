/** Largest body with a mission, and with a package, bytes. */
export const MAX_MISSION_BYTES = 256 * 1024;
export const MAX_PACKAGE_BYTES = 512 * 1024;

/** Deepest nesting of a body with a package. */
export const MAX_PACKAGE_DEPTH = 16;

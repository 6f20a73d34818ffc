import type { ComponentType } from 'preact';

/** The values of a path's variable parts. */
export type Params = Readonly<Record<string, string>>;

/** A view gets the variable parts of its path. */
export type View = ComponentType<{ readonly params: Params }>;

/** Names a body: `holonId` groups the bodies of a holon, `bodyId` is unique. Both are UUIDs in lower case. */
export interface BodyKey {
  readonly holonId: string;
  readonly bodyId: string;
}

/**
 * Keeps bodies under their keys. A body never changes, so a repeated `put` does no harm. Every method rejects when the
 * provider cannot do it now, or when `signal` aborts; after a rejection, a `put` or `remove` may still happen.
 */
export interface BodyProvider {
  /** Unique among the configured providers; the index stores it. */
  readonly name: string;
  /** Resolves when the body is durable. */
  put(key: BodyKey, body: string, signal: AbortSignal): Promise<void>;
  /** The body; undefined when the provider is well and has none of this key. */
  get(key: BodyKey, signal: AbortSignal): Promise<string | undefined>;
  /** Does nothing when there is no such body. */
  remove(key: BodyKey, signal: AbortSignal): Promise<void>;
  /** Resolves when the provider can be used. */
  probe(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The key as a path of two segments, safe in file systems and URLs. Throws RangeError for anything but UUIDs. */
export function pathOf({ holonId, bodyId }: BodyKey): readonly [string, string] {
  if (!UUID.test(holonId) || !UUID.test(bodyId)) throw new RangeError('the key of a body has two UUIDs');
  return [holonId, bodyId];
}

// Bridges that tests share, because restoring one is much faster than deploying it.
import { XRD } from './addresses.ts';
import { Bridge } from './bridge.ts';
import { type Chain, sharedChain } from './chain.ts';
import { packageOn } from './instantiation.ts';
import { REMOTE, USER } from './setting.ts';
import { createToken, FREE_XRD, fund } from './tokens.ts';

export interface BridgeOptions {
  /** Divisibility of a new canonical resource; XRD when absent. */
  readonly divisibility?: number;
}

/** A bridge with REMOTE open, with LIMITS on both sides. */
function deploy(chain: Chain, { divisibility }: BridgeOptions): Bridge {
  const canonical = divisibility === undefined ? XRD : createToken(chain, USER, divisibility);
  const bridge = Bridge.instantiate(chain, canonical);
  bridge.register(REMOTE);
  return bridge;
}

/** Deploys on the shared chain, in addition to earlier deployments, for all later tests. */
function deployShared<T>(deploy: (chain: Chain) => T): T {
  sharedChain.restore();
  const made = deploy(sharedChain);
  sharedChain.checkpoint();
  return made;
}

/** The result of `deploy`, restored for every test of the suite. */
export function useState<T>(deploy: (chain: Chain) => T): T {
  const made = deployShared(deploy);
  beforeEach(() => sharedChain.restore());
  return made;
}

const deployed = new Map<string, Bridge>();
/** The bridge with these options in this process, restored to its state after deployment. */
export function sharedBridge(options: BridgeOptions = {}): Bridge {
  const key = JSON.stringify(options);
  const bridge = deployed.get(key) ?? deployShared((chain) => deploy(chain, options));
  deployed.set(key, bridge);
  return bridge;
}

/** A bridge that is restored for every test of the suite, for XRD or for a resource with this divisibility. */
export function useBridge(options: BridgeOptions = {}): Bridge {
  const bridge = sharedBridge(options);
  beforeEach(() => bridge.chain.restore());
  return bridge;
}

deployShared((chain) => {
  packageOn(chain);
  fund(chain, USER, 5n * FREE_XRD);
});

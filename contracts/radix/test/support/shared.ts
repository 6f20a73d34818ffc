// Bridges that tests share: deploying one takes a while, going back to it does not.
import { XRD } from './addresses.ts';
import { Bridge } from './bridge.ts';
import { type Chain, sharedChain } from './chain.ts';
import { packageOn } from './instantiation.ts';
import { REMOTE, USER } from './setting.ts';
import { createToken, FREE_XRD, fund } from './tokens.ts';

export interface BridgeOptions {
  /** Divisibility of a new resource to be canonical; XRD without. */
  readonly divisibility?: number;
}

/** A bridge with REMOTE open, with LIMITS on both sides. */
function deploy(chain: Chain, { divisibility }: BridgeOptions): Bridge {
  const canonical = divisibility === undefined ? XRD : createToken(chain, USER, divisibility);
  const bridge = Bridge.instantiate(chain, canonical);
  bridge.register(REMOTE);
  return bridge;
}

/** What `deploy` makes on the shared chain, beside all that was deployed there before, for every later test. */
function deployShared<T>(deploy: (chain: Chain) => T): T {
  sharedChain.restore();
  const made = deploy(sharedChain);
  sharedChain.checkpoint();
  return made;
}

/** What `deploy` makes, as every test of the suite gets it. */
export function useState<T>(deploy: (chain: Chain) => T): T {
  const made = deployShared(deploy);
  beforeEach(() => sharedChain.restore());
  return made;
}

const deployed = new Map<string, Bridge>();
/** The one bridge of these options in this process, as deployed. Deploying takes a while, restoring does not. */
export function sharedBridge(options: BridgeOptions = {}): Bridge {
  const key = JSON.stringify(options);
  const bridge = deployed.get(key) ?? deployShared((chain) => deploy(chain, options));
  deployed.set(key, bridge);
  return bridge;
}

/** A bridge that every test of the suite gets as deployed, of XRD or of a resource with this divisibility. */
export function useBridge(options: BridgeOptions = {}): Bridge {
  const bridge = sharedBridge(options);
  beforeEach(() => bridge.chain.restore());
  return bridge;
}

deployShared((chain) => {
  packageOn(chain);
  fund(chain, USER, 5n * FREE_XRD);
});

import { type Domain, fail, ok, type Result } from '@causeway/protocol';
import type { OnProgress } from './deploy-progress.ts';
import { type BridgeRecord, type Deployment, type RemoteRecord, writeDeployment } from './deployment.ts';
import type { RemoteRegistration } from './provider.ts';

/** One step of a deployment: how to find its result on chain, how to produce it, and how to record it in the file. */
export interface Step {
  readonly name: string;
  readonly present: () => Promise<Result<boolean>>;
  readonly act: () => Promise<Result<unknown>>;
  readonly record?: () => Result<void> | Promise<Result<void>>;
}

/** The deployment file of one network and the runner of the steps that fill it. */
export class DeploymentSteps {
  readonly #directory: string;
  readonly #onProgress: OnProgress;
  #deployment: Deployment;

  constructor(directory: string, deployment: Deployment, onProgress: OnProgress) {
    this.#directory = directory;
    this.#deployment = deployment;
    this.#onProgress = onProgress;
  }

  /** The deployment as last written to the file. */
  get deployment(): Deployment {
    return this.#deployment;
  }

  /**
   * Looks at the chain, acts only when the result is missing, then records it. A repeated run finds what a killed run
   * did.
   */
  async run({ name: step, present, act, record = () => ok(undefined) }: Step): Promise<Result<void>> {
    const { network } = this.#deployment;
    const there = await present();
    if (!there.ok) return there;
    if (there.value) this.#onProgress({ network, step, state: 'present' });
    else {
      this.#onProgress({ network, step, state: 'missing' });
      const acted = await act();
      if (!acted.ok)
        return { ok: false, error: { ...acted.error, message: `${network}, ${step}: ${acted.error.message}` } };
      this.#onProgress({ network, step, state: 'sent' });
    }
    const recorded = await record();
    if (recorded.ok) this.#onProgress({ network, step, state: 'done' });
    return recorded;
  }

  /** The bridge of `family` as last written to the file. */
  bridge(family: string): Result<BridgeRecord> {
    const bridge = this.#deployment.bridges[family];
    if (bridge) return ok(bridge);
    return fail('FAMILY_NOT_DEPLOYED', `${this.#deployment.network} has no bridge of family ${family}`);
  }

  saveBridge(family: string, bridge: BridgeRecord): Result<void> {
    return this.save({ bridges: { ...this.#deployment.bridges, [family]: bridge } });
  }

  saveRemote(family: string, network: string, remote: RemoteRecord): Result<void> {
    const bridge = this.bridge(family);
    if (!bridge.ok) return bridge;
    return this.saveBridge(family, { ...bridge.value, remotes: { ...bridge.value.remotes, [network]: remote } });
  }

  save(change: Partial<Deployment>): Result<void> {
    this.#deployment = { ...this.#deployment, ...change };
    writeDeployment(this.#directory, this.#deployment);
    return ok(undefined);
  }
}

/** The bridge of `family` on `remote`, which is to be registered. */
export function bridgeToRegister(remote: Deployment, family: string): Result<BridgeRecord> {
  const bridge = remote.bridges[family];
  return bridge ? ok(bridge) : fail('FAMILY_NOT_DEPLOYED', `${remote.network} has no bridge of family ${family}`);
}

/** Reads a bridge's registration of a remote; null when the bridge has none for that domain. */
export type AskRegistration = (remote: Domain) => Promise<Result<RemoteRegistration | null>>;

/** True when the bridge has registered a remote with addresses of `addressLength` bytes and the values of `record`, whether opened or not. */
export async function isRegistered(
  ask: AskRegistration,
  record: Omit<RemoteRecord, 'opened'>,
  addressLength: number,
): Promise<Result<boolean>> {
  const found = await ask(record.domain);
  if (!found.ok) return found;
  const there = found.value;
  return ok(
    there?.bridge === record.bridge &&
      there.token === record.token.address &&
      there.addressLength === addressLength &&
      there.wireDecimals === record.wireDecimals,
  );
}

/** The entries of `remotes` that the bridge has on chain. A local chain that was started anew has none. */
export async function remotesOnChain(
  ask: AskRegistration,
  remotes: BridgeRecord['remotes'],
): Promise<Result<BridgeRecord['remotes']>> {
  const there: Record<string, RemoteRecord> = {};
  for (const [network, record] of Object.entries(remotes)) {
    const found = await ask(record.domain);
    if (!found.ok) return found;
    if (found.value?.bridge !== record.bridge || found.value.token !== record.token.address) continue;
    there[network] = { ...record, opened: found.value.opened };
  }
  return ok(there);
}

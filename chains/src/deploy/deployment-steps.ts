import { fail, ok, type Result } from '@causeway/protocol';
import { type BridgeRecord, type Deployment, type RemoteRecord, writeDeployment } from '../config/deployment.ts';
import type { IssuerPower } from '../config/issuer-powers.ts';
import type { DeployFailure } from '../failures.ts';
import { map } from '../provider/result.ts';
import type { OnProgress } from './deploy-progress.ts';

/** One step of a deployment: how to find its result on chain, how to produce it, and how to record it in the file. */
export interface Step {
  readonly name: string;
  readonly present: () => Promise<Result<boolean, DeployFailure>>;
  readonly act: () => Promise<Result<unknown, DeployFailure>>;
  readonly record?: () => Result<void, DeployFailure> | Promise<Result<void, DeployFailure>>;
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
   * Reads the chain, acts only when the result is missing, then records it. A repeated run finds what a killed run
   * did.
   */
  async run({ name: step, present, act, record = () => ok(undefined) }: Step): Promise<Result<void, DeployFailure>> {
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

  /** Tells of something that the operator has to do. */
  tell(step: string): void {
    this.#onProgress({ network: this.#deployment.network, step, state: 'lacking' });
  }

  /** A step that acts on what `missing` returns, until it returns nothing. */
  runMissing<T>(
    name: string,
    missing: () => Promise<Result<readonly T[], DeployFailure>>,
    act: (missing: readonly T[]) => Promise<Result<unknown, DeployFailure>>,
  ): Promise<Result<void, DeployFailure>> {
    return this.run({
      name,
      present: async () => map(await missing(), ({ length }) => length === 0),
      act: async () => {
        const found = await missing();
        return found.ok ? act(found.value) : found;
      },
    });
  }

  /** The bridge of `family` as last written to the file. */
  bridge(family: string): Result<BridgeRecord, DeployFailure> {
    const bridge = this.#deployment.bridges[family];
    if (bridge) return ok(bridge);
    return fail('FAMILY_NOT_DEPLOYED', `${this.#deployment.network} has no bridge of family ${family}`);
  }

  saveBridge(family: string, bridge: BridgeRecord): Result<void, DeployFailure> {
    return this.save({ bridges: { ...this.#deployment.bridges, [family]: bridge } });
  }

  /** Records the powers of the asset's issuer that are accepted; none leaves what the file has. */
  saveAccepted(family: string, powers: readonly IssuerPower[]): Result<void, DeployFailure> {
    const bridge = this.bridge(family);
    if (!bridge.ok || powers.length === 0) return map(bridge, () => undefined);
    return this.saveBridge(family, { ...bridge.value, issuerPowers: [...powers] });
  }

  saveRemote(family: string, network: string, remote: RemoteRecord): Result<void, DeployFailure> {
    const bridge = this.bridge(family);
    if (!bridge.ok) return bridge;
    return this.saveBridge(family, { ...bridge.value, remotes: { ...bridge.value.remotes, [network]: remote } });
  }

  save(change: Partial<Deployment>): Result<void, DeployFailure> {
    this.#deployment = { ...this.#deployment, ...change };
    writeDeployment(this.#directory, this.#deployment);
    return ok(undefined);
  }
}

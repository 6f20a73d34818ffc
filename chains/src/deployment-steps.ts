import { ADDRESS_LENGTH, type ChainKind, type Domain, fail, ok, type Result } from '@causeway/protocol';
import type { OnProgress } from './deployer.ts';
import { type BridgeRecord, type Deployment, type RemoteRecord, writeDeployment } from './deployment.ts';
import type { RemoteRegistration } from './provider.ts';

/** One step of a deployment: what it looks for, what it does where that is missing, and what the file then says. */
export interface Step {
  readonly name: string;
  readonly present: () => Promise<Result<boolean>>;
  readonly act: () => Promise<Result<unknown>>;
  readonly record?: () => Result<void> | Promise<Result<void>>;
}

/** The deployment file of one network while it is worked on, and the steps that bring it there. */
export class DeploymentSteps {
  readonly #directory: string;
  readonly #onProgress: OnProgress;
  #deployment: Deployment;

  constructor(directory: string, deployment: Deployment, onProgress: OnProgress) {
    this.#directory = directory;
    this.#deployment = deployment;
    this.#onProgress = onProgress;
  }

  /** As last written. */
  get deployment(): Deployment {
    return this.#deployment;
  }

  /** Looks at the chain, acts only when something is missing, then records: what a kill interrupts is found again. */
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

  /** The bridge of `family` as last written. */
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

/** The bridge of `family` that `remote` has, to be registered. */
export function bridgeToRegister(remote: Deployment, family: string): Result<BridgeRecord> {
  const bridge = remote.bridges[family];
  return bridge ? ok(bridge) : fail('FAMILY_NOT_DEPLOYED', `${remote.network} has no bridge of family ${family}`);
}

/** What a bridge answers to the question of a remote; null when it has none of that domain. */
export type AskRegistration = (remote: Domain) => Promise<Result<RemoteRegistration | null>>;

/** True when the bridge has registered a remote of `kind` just as `record` says; opened or not. */
export async function isRegistered(
  ask: AskRegistration,
  record: Omit<RemoteRecord, 'opened'>,
  kind: ChainKind,
): Promise<Result<boolean>> {
  const found = await ask(record.domain);
  if (!found.ok) return found;
  const there = found.value;
  return ok(
    there?.bridge === record.bridge &&
      there.token === record.token.address &&
      there.addressLength === ADDRESS_LENGTH[kind] &&
      there.wireDecimals === record.wireDecimals,
  );
}

/** Those of `remotes` that the bridge really has: after a local chain was started anew it has none. */
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

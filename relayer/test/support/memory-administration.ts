import type { AdminAction, Administration, KeyHandle, Roles } from '@causeway/chains';
import type { MemoryChain } from '@causeway/chains/test-support';
import { type AnyFailure, fail, ok } from '@causeway/protocol';

/** Actions of a guardian; all others are the admin's. */
const OF_GUARDIAN: readonly AdminAction['name'][] = ['pause', 'setFee'];

/** The administration of a chain in memory, which tests watch and spoil. */
export class MemoryAdministration implements Administration {
  readonly #chain: MemoryChain;
  held: Roles;
  /** What was executed, such as "alpha: remote 1002", in order. */
  readonly executed: string[] = [];
  /** How the next executions fail, the first first. */
  readonly failures: AnyFailure[] = [];
  /** A failure of every reading. */
  unread: AnyFailure | undefined;
  /** Waited for before an execution ends; the pause is in force by then. */
  settles: Promise<void> = Promise.resolve();
  /** An action that the bridge wrongly lets everybody call. */
  open: AdminAction['name'] | undefined;

  constructor(chain: MemoryChain, guardian: KeyHandle) {
    this.#chain = chain;
    this.held = { admin: 'admin', proposedAdmin: null, guardian: guardian.address };
  }

  async ownChain() {
    return ok(undefined);
  }

  async roles() {
    return this.unread ? { ok: false as const, error: this.unread as never } : ok(this.held);
  }

  roleOf({ address }: KeyHandle): string {
    return address;
  }

  parseHolder(text: string) {
    return ok(text);
  }

  async hasActed() {
    return ok(true);
  }

  async check({ name }: AdminAction, from: string) {
    if (this.unread) return { ok: false as const, error: this.unread as never };
    const { admin, proposedAdmin, guardian } = this.held;
    if (name === this.open || from === admin || (from === guardian && OF_GUARDIAN.includes(name))) return ok(undefined);
    if (name === 'acceptAdmin' && from === proposedAdmin) return ok(undefined);
    return fail(OF_GUARDIAN.includes(name) ? 'NotGuardian' : 'NotAdmin', 'not allowed');
  }

  async execute(action: AdminAction, { address }: KeyHandle) {
    const allowed = await this.check(action, address);
    if (!allowed.ok) return allowed;
    const failure = this.failures.shift();
    if (failure) return { ok: false as const, error: failure as never };
    if (action.name !== 'pause') throw new TypeError(action.name);
    const { settings, name } = this.#chain;
    if ('remote' in action.scope) settings.pausedRemotes.add(action.scope.remote);
    else settings.inboundPaused = true;
    this.executed.push('remote' in action.scope ? `${name}: remote ${action.scope.remote}` : `${name}: inbound`);
    await this.settles;
    return ok([`0xpause${this.executed.length}`]);
  }

  async plan(): Promise<never> {
    throw new TypeError('a watch plans nothing');
  }
}

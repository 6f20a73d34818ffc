import assert from 'node:assert/strict';
import type { MaybePromise, OutcomeOf } from './bridge-under-test.ts';

/** What suites assert of calls to a contract, whose events are of the type `AnyEvent`. */
export abstract class Sending<AnyCall extends { readonly name: string }, AnyEvent> {
  protected abstract send(call: AnyCall): MaybePromise<OutcomeOf<AnyEvent>>;

  /** Sends calls that must succeed, one after another. Returns the events of the last. */
  async run(...calls: readonly AnyCall[]): Promise<readonly AnyEvent[]> {
    let events: readonly AnyEvent[] = [];
    for (const call of calls) {
      const outcome = await this.send(call);
      if (!('events' in outcome)) assert.fail(`${call.name} should succeed: ${JSON.stringify(outcome)}`);
      events = outcome.events;
    }
    return events;
  }

  /** Sends a call that must fail with the protocol's error `name`. */
  async refuses(call: AnyCall, name: string): Promise<void> {
    assert.deepEqual(await this.send(call), { refused: name }, `${call.name} should fail with ${name}`);
  }

  /** Sends a call that the chain or a token must refuse, or the contract with `name`. */
  async fails(call: AnyCall, name?: string): Promise<void> {
    const outcome = await this.send(call);
    assert(!('events' in outcome), `${call.name} should fail`);
    if ('refused' in outcome) assert.equal(outcome.refused, name);
  }
}

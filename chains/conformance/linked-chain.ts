import type { ChainConfig, ChainProvider, Deployment } from '@causeway/chains';
import type { BuiltInKind } from '@causeway/protocol';
import { sharedWorld, type World } from '../test/support/worlds.ts';
import { ChainUnderTest } from './chain-under-test.ts';

/** A real chain of a kind, from the world of the run, which is linked with its Ethereum. */
export abstract class LinkedChain<Kind extends BuiltInKind> extends ChainUnderTest {
  abstract override readonly name: Kind;
  protected world!: World<Kind>;

  async open() {
    this.world = await sharedWorld(this.name);
    this.deployment = this.world.here.deployment;
    this.here = this.provider();
    this.there = this.world.provider('ethereum');
  }
  provider(settings?: Partial<ChainConfig>, deployment?: Deployment): ChainProvider {
    return this.world.provider('here', settings, deployment);
  }
}

import { strict as assert } from 'node:assert';
import { turnWorld } from '@causeway/api/test-support/world';
import { agent, Causeway, type RunningAgent } from '@causeway/client';
import { describeService } from './service.ts';

describeService('causeway collaborate', undefined, (service) => {
  const workers: RunningAgent[] = [];
  let stopWorld: () => Promise<void>;
  before(async () => {
    stopWorld = turnWorld(service.api);
    await service.signedUp('ann');
    for (const [name, value, weight] of [
      ['Red', 'red', 1],
      ['Blue', 'blue', 3],
    ] as const) {
      const [made] = await service.json('agent', 'register', name, '--can', 'collaborate');
      const causeway = new Causeway({ baseUrl: service.url, apiKey: String(made?.apiKey) });
      workers.push(
        await agent({
          ...{ causeway, name, capabilities: [{ type: 'collaborate' }] },
          run: () => ({ value, weight }),
        }),
      );
    }
  });
  after(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await stopWorld();
  });
  const ids = () => workers.map(({ agentId }) => agentId);

  it('shows how each agent voted, and what came of it', async () => {
    const args = [
      'collaborate',
      'voting',
      ...ids(),
      '--weighted',
      '--input',
      '{"question":"which colour?"}',
      '--watch',
    ];
    const voted = await service.causeway(args);
    assert.match(voted.stdout, /^status +completed\nround 1 vote +\S+: \{"value":"red","weight":1\}\n/m);
    assert.match(voted.stdout, /^outcome +\{.*"value":"blue"/m);
    assert.equal(voted.status, 0);
    const tied = await service.causeway(['collaborate', 'voting', ...ids(), '--watch', '--json']);
    assert.deepEqual([JSON.parse(tied.stdout).status, tied.status], ['undecided', 1]);
    assert.match(
      (await service.causeway(['collaborate', 'list'])).stdout,
      /^COLLABORATION +PROTOCOL +STATUS +ROUND +AGENTS +BEGAN\n\S+ +voting +undecided +1 +2 /,
    );
  });

  it('cancels one, and knows the protocols', async () => {
    const [waiting] = await service.json('agent', 'register', 'Nobody', '--can', 'collaborate');
    const [begun] = await service.json('collaborate', 'consensus', String(waiting?.agentId), '--rounds', '2');
    const [cancelled] = await service.json('collaborate', 'cancel', String(begun?.collaborationId));
    assert.equal(cancelled?.status, 'cancelled');
    const watched = await service.causeway(['collaborate', 'watch', String(begun?.collaborationId)]);
    assert.equal(watched.status, 1);
    const unknown = await service.causeway(['collaborate', 'quarrel', 'a']);
    assert.match(unknown.stderr, /Allowed choices are consensus, voting, delegation/);
    assert.equal(unknown.status, 2);
  });
});

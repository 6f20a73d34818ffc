import assert from 'node:assert/strict';
import type { Requirement } from '../../src/index.ts';
import { newAgent, register } from '../support/agents.ts';
import { columns } from '../support/columns.ts';
import { onStorages } from '../support/engines.ts';

onStorages('AgentRepository', (temporary) => {
  const registry = () => temporary.storage.agents.registry;
  const capable = async (more: Partial<Requirement>) => {
    const requirement = { capability: 'draw', model: null, resolution: null, ...more };
    return (await registry().capable(requirement, 10)).map(({ id }) => id);
  };

  it('keeps what it was given, over a restart', async () => {
    const capabilities = [
      { type: 'draw', models: ['m1', 'm2'], maxResolution: { width: 100, height: 50 }, costMicros: 7, maxImages: 2 },
    ];
    const agent = newAgent('a', { capabilities, endpoints: { api: 'https://a.example' } });
    const row = await register(temporary.storage, agent);
    await temporary.reopen();
    assert.deepEqual(await registry().get('a'), row);
    assert.deepEqual({ ...row, ...agent }, row);
    assert.deepEqual([row.active, row.completed, row.version, row.lastSeenAtMs], [0, 0, 1, temporary.nowMs]);
  });

  it('finds agents by type, model and resolution, each once', async () => {
    const [small, large] = [
      { width: 10, height: 10 },
      { width: 100, height: 50 },
    ];
    await register(temporary.storage, newAgent('a', { capabilities: [{ type: 'draw', models: ['m1', 'm1'] }] }));
    await register(
      temporary.storage,
      newAgent('b', {
        capabilities: [
          { type: 'draw', models: ['m1'], maxResolution: large },
          { type: 'draw', models: ['m2'], maxResolution: small },
        ],
      }),
    );
    await register(temporary.storage, newAgent('c', { capabilities: [{ type: 'write', models: ['m1'] }] }));
    assert.deepEqual(await capable({}), ['a', 'b']);
    assert.deepEqual(await capable({ model: 'm1' }), ['a', 'b']);
    assert.deepEqual(await capable({ model: 'm2' }), ['b']);
    assert.deepEqual(await capable({ model: 'm3' }), []);
    assert.deepEqual(await capable({ resolution: { width: 100, height: 50 } }), ['b']);
    assert.deepEqual(await capable({ resolution: { width: 50, height: 100 } }), []);
    assert.deepEqual(await capable({ model: 'm2', resolution: { width: 20, height: 5 } }), []);
    assert.deepEqual(await capable({ capability: 'write' }), ['c']);
    assert.equal((await registry().capable({ capability: 'draw', model: null, resolution: null }, 1)).length, 1);
  });

  it('knows the kinds of work of registered agents, each once', async () => {
    const types = (limit: number) => registry().capabilityTypes(limit);
    assert.deepEqual(await types(5), []);
    await register(temporary.storage, newAgent('a', { capabilities: [{ type: 'write' }, { type: 'draw' }] }));
    await register(temporary.storage, newAgent('b', { capabilities: [{ type: 'draw', models: ['m1'] }] }));
    assert.deepEqual([await types(5), await types(1)], [['draw', 'write'], ['draw']]);
    await registry().update('a', 'hide', undefined);
    assert.deepEqual(await types(5), ['draw']);
  });

  it('finds an agent by its new capabilities alone', async () => {
    await register(temporary.storage, newAgent('a'));
    const changed = await registry().update('a', { capabilities: [{ type: 'write' }], name: 'A' }, [1]);
    assert.deepEqual([changed?.name, changed?.version], ['A', 2]);
    assert.deepEqual([await capable({}), await capable({ capability: 'write' })], [[], ['a']]);
    assert.equal(await registry().update('a', { name: 'B' }, [1]), undefined, 'another version');
    assert.equal((await registry().get('a'))?.name, 'A');
  });

  it('forgets a deregistered agent and takes it back with its counts', async () => {
    await register(temporary.storage, newAgent('a'));
    assert.equal(await registry().register(newAgent('a')), undefined, 'it is registered');
    assert.equal((await registry().update('a', 'hide', undefined))?.hiddenAtMs, temporary.nowMs);
    assert.deepEqual([await registry().get('a'), await capable({})], [undefined, []]);
    assert.equal(await registry().update('a', { name: 'x' }, undefined), undefined);
    assert.equal((await register(temporary.storage, newAgent('a'))).version, 3);
    assert.deepEqual(await capable({}), ['a']);
  });

  it('lists an owner’s agents in pages, and records when one was heard of', async () => {
    for (const id of ['a', 'b', 'c']) await register(temporary.storage, newAgent(id));
    await register(temporary.storage, newAgent('d', { ownerId: 'other' }));
    await registry().update('b', 'hide', undefined);
    const first = await registry().list('owner', null, 1);
    assert.deepEqual([columns(first.items, 'id'), first.nextCursor], [['a'], 'a']);
    const second = await registry().list('owner', first.nextCursor, 1);
    assert.deepEqual([columns(second.items, 'id'), second.nextCursor], [['c'], null]);
    temporary.nowMs += 5;
    await registry().seen('a');
    assert.equal((await registry().get('a'))?.lastSeenAtMs, temporary.nowMs);
  });
});

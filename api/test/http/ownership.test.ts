import { strict as assert } from 'node:assert';
import type { Caller, Scope } from '../../src/http/callers/callers.ts';
import { permit, type Standing, standingOf } from '../../src/http/callers/ownership.ts';
import { refuse } from '../../src/http/errors/errors.ts';

describe('the ownership of a resource', () => {
  const caller = (avatarId: string, ...scopes: Scope[]): Caller => ({
    avatarId,
    accountId: avatarId,
    agentId: null,
    role: 'user',
    scopes: new Set(scopes),
    credential: { kind: 'token', id: 'session' },
    authenticatedAtMs: 0,
  });
  const owner = caller('alice', 'orders:read');
  const table: readonly (readonly [string, Caller | null, string | null, boolean, Standing])[] = [
    ['its owner', owner, 'alice', true, 'own'],
    ['its owner, where nobody else may see it', owner, 'alice', false, 'own'],
    ['its owner without the scope', caller('alice', 'orders:write'), 'alice', true, 'visible'],
    ['its owner without the scope, hidden', caller('alice', 'orders:write'), 'alice', false, 'foreign'],
    ['another caller', caller('bob', 'orders:read'), 'alice', true, 'visible'],
    ['another caller, hidden', caller('bob', 'orders:read'), 'alice', false, 'foreign'],
    ['nobody', null, 'alice', true, 'visible'],
    ['nobody, hidden', null, 'alice', false, 'foreign'],
    ['anybody, of what belongs to nobody', owner, null, true, 'visible'],
    ['an admin', caller('root', 'admin'), 'alice', false, 'own'],
    ['an admin, of what belongs to nobody', caller('root', 'admin'), null, true, 'own'],
  ];
  for (const [who, asking, belongsTo, visible, standing] of table) {
    it(`is ${standing} for ${who}`, () => {
      assert.equal(standingOf(asking, { owner: belongsTo, visible }, 'orders:read'), standing);
    });
  }

  const notFound = refuse('ROUTE_NOT_FOUND', 'there is none');
  const outcomes: readonly (readonly [Standing, 'read' | 'write', number])[] = [
    ['own', 'read', 200],
    ['own', 'write', 200],
    ['visible', 'read', 200],
    ['visible', 'write', 403],
    ['foreign', 'read', 404],
    ['foreign', 'write', 404],
  ];
  for (const [standing, access, status] of outcomes) {
    it(`answers ${status} to a ${access} of what is ${standing}`, () => {
      const permitted = permit(standing, access, notFound);
      assert.equal(permitted.ok ? 200 : permitted.error.status, status);
    });
  }
});

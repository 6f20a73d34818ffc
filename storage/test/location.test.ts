import assert from 'node:assert/strict';
import { isPostgresUrl, locateDatabase } from '../src/location.ts';

describe('the place of a database', () => {
  it('is a PostgreSQL URL by its scheme alone', () => {
    for (const url of ['postgres://u@h/d', 'postgresql://h/d']) assert.ok(isPostgresUrl(url), url);
    for (const path of ['relayer.db', './postgres://x', 'postgres:/x', 'postgres.db', 'xpostgres://h/d', ':memory:']) {
      assert.ok(!isPostgresUrl(path), path);
    }
  });

  it('is a URL as it is, or a path relative to the configuration file', () => {
    const at = (database: string) => locateDatabase({ database, baseDir: '/etc/causeway' });
    assert.equal(at('postgres://u:p@h/d'), 'postgres://u:p@h/d');
    assert.equal(at('data/relayer.db'), '/etc/causeway/data/relayer.db');
    assert.equal(at('/var/relayer.db'), '/var/relayer.db');
  });
});

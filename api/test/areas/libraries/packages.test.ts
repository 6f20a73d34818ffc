import { strict as assert } from 'node:assert';
import { checksumOf } from '../../../src/http/requests/checksum.ts';
import { apiForAll } from '../../support/api.ts';
import { ask, expect, type Reply, signedUpForAll } from '../../support/avatars.ts';
import { onEngines } from '../../support/engines.ts';

/** A package of the API, whose members tests change. */
interface Package extends Record<string, unknown> {
  libraryId: string;
  checksum: string;
  libraries: { libraryId: string; currentVersion: string; versions: Record<string, unknown>[] }[];
}

const ID = '0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81';
const OTHER_ID = '0198c5b2-8b2f-7d4e-8a21-3c9b5e6f7a81';

/** The package with the checksum of its content. */
function sealed({ checksum: _old, ...body }: Partial<Package>): Package {
  return { ...body, checksum: checksumOf(body) ?? '' } as Package;
}

onEngines('the packages of libraries', (database) => {
  const api = apiForAll({ database });
  const elsewhere = apiForAll();
  const [ann, bob] = signedUpForAll(api, 'ann', 'bob');
  const [carl] = signedUpForAll(elsewhere, 'carl');

  const as = (route: string, payload?: object, token = ann.jwtToken) => ask(api, route, payload, { token });
  const made = async (body: object): Promise<string> => (await expect(as('/api/libraries', body), 201)).libraryId;
  const exported = async (id: string, query = ''): Promise<Package> =>
    (await as(`/api/libraries/${id}/export${query}`)).result;
  const refused = (reply: Reply, status: number, code: string): void =>
    assert.deepEqual([reply.status, reply.code], [status, code], reply.body);
  /** A library that needs another one, with two versions. */
  const pair = async (): Promise<{ readonly base: string; readonly top: string }> => {
    const base = await made({ name: 'base', description: 'at the bottom, “ü”' });
    const top = await made({ name: 'top', dependencies: [{ libraryId: base, versionRange: '^1.0.0' }] });
    await as(`PUT /api/libraries/${top}`, { version: '0.9.0', language: 'Rust' });
    return { base, top };
  };
  /** A package of one library of its own. */
  const small = (change: (version: Record<string, unknown>) => void = () => {}): Package => {
    const texts = { name: 'n', description: '', category: '', sourcePath: null, language: null };
    const version: Record<string, unknown> = { version: '1.0.0', ...texts, dependencies: [] };
    change(version);
    const libraries = [{ libraryId: ID, currentVersion: '1.0.0', versions: [version] }];
    return sealed({ format: 'causeway-libraries', formatVersion: 1, libraryId: ID, libraries });
  };
  const counted = async () => JSON.parse((await as('/api/libraries')).body).resultsCount;

  it('bring a library to another service and back, byte for byte', async () => {
    const { top } = await pair();
    const first = await exported(top, '?transitive=true');
    assert.deepEqual(first.libraries.length, 2);
    const there = await ask(elsewhere, '/api/libraries/import', first, { token: carl.jwtToken });
    assert.deepEqual([there.status, there.result.version, there.result.libraryId], [201, '0.9.0', top], there.body);
    assert.equal(there.headers.location, `/api/libraries/${top}`);
    const again = await ask(elsewhere, `/api/libraries/${top}/export?transitive=true`, undefined, {
      token: carl.jwtToken,
    });
    assert.equal(JSON.stringify(again.result), JSON.stringify(first));
    const lock = await ask(elsewhere, `/api/libraries/${top}/dependencies?transitive=true`, undefined, {
      token: carl.jwtToken,
    });
    assert.equal(lock.result.length, 1);
    const found = await ask(elsewhere, '/api/libraries/search?query=bottom', undefined, { token: carl.jwtToken });
    assert.equal(found.result.length, 1);
  });

  it('change nothing when all of it is there, also for others', async () => {
    const { top } = await pair();
    const sent = await exported(top, '?transitive=true');
    for (const { jwtToken: token } of [ann, bob]) {
      const reply = await as('/api/libraries/import', sent, token);
      assert.deepEqual([reply.status, reply.result.revision], [201, 2], reply.body);
    }
  });

  it('bring a deleted library back, and new versions to a library that is there', async () => {
    const { base, top } = await pair();
    const sent = await exported(top);
    const [library = assert.fail()] = sent.libraries;
    const versions = [...library.versions, { ...library.versions[0], version: '3.0.0', name: 'third' }];
    const grown = sealed({ ...sent, libraries: [{ ...library, versions }] });
    refused(await as('/api/libraries/import', grown, bob.jwtToken), 422, 'PACKAGE_FOREIGN');
    refused(await as(`/api/libraries/${top}/import`, grown, bob.jwtToken), 403, 'FORBIDDEN');
    refused(await as(`/api/libraries/${base}/import`, grown), 422, 'PACKAGE_FOREIGN');
    const reply = await as(`/api/libraries/${top}/import`, grown);
    assert.deepEqual([reply.status, reply.result.version], [200, '0.9.0'], reply.body);
    assert.equal((await as(`/api/libraries/${top}?version=3.0.0`)).result.name, 'third');
    await as(`DELETE /api/libraries/${top}`);
    assert.equal((await as('/api/libraries/import', sent)).status, 201);
    assert.equal((await as(`/api/libraries/${top}`)).result.version, '0.9.0');
    assert.equal((await as(`/api/libraries/${top}/versions`)).result.length, 3);
  });

  it('are refused when anything of them is wrong, and change nothing', async () => {
    const before = await counted();
    const damaged: Record<string, object> = {
      empty: {},
      'another format': { ...small(), format: 'zip' },
      'a changed name': { ...small(), libraries: [{ ...small().libraries[0], currentVersion: '2.0.0' }] },
      'no checksum': { ...small(), checksum: undefined },
      'an unknown member': sealed({ ...small(), extra: 1 }),
      'a member of another type': small((version) => Object.assign(version, { name: 7 })),
      'an unknown member of a version': small((version) => Object.assign(version, { run: 'rm' })),
      'a version that is none': small((version) => Object.assign(version, { version: '1' })),
      'a long name': small((version) => Object.assign(version, { name: 'n'.repeat(201) })),
      'half a character': small((version) => Object.assign(version, { name: '\ud800' })),
      'U+0000': small((version) => Object.assign(version, { name: 'a\0b' })),
      'a range that is none': small((version) =>
        Object.assign(version, { dependencies: [{ libraryId: OTHER_ID, versionRange: 'new' }] }),
      ),
      'a library twice': sealed({ ...small(), libraries: [...small().libraries, ...small().libraries] }),
      'a version twice': sealed({
        ...small(),
        libraries: small().libraries.map((one) => ({ ...one, versions: [...one.versions, ...one.versions] })),
      }),
      'without its own library': sealed({ ...small(), libraryId: OTHER_ID }),
      'without its current version': sealed({
        ...small(),
        libraries: small().libraries.map((one) => ({ ...one, currentVersion: '2.0.0' })),
      }),
      'an id that is none': sealed({ ...small(), libraryId: '../x' }),
    };
    for (const [what, sent] of Object.entries(damaged)) {
      const reply = await as('/api/libraries/import', sent);
      assert.deepEqual([reply.status, reply.code], [422, 'PACKAGE_DAMAGED'], `${what}: ${reply.body}`);
    }
    refused(await as('/api/libraries/import', sealed({ ...small(), formatVersion: 2 })), 422, 'PACKAGE_FOREIGN');
    const unknown = small((version) =>
      Object.assign(version, { dependencies: [{ libraryId: OTHER_ID, versionRange: '*' }] }),
    );
    refused(await as('/api/libraries/import', unknown), 422, 'DEPENDENCY_UNKNOWN');
    assert.equal(await counted(), before);
  });

  it('are refused when their libraries need each other in a circle, and change nothing', async () => {
    const before = await counted();
    const [one] = small().libraries;
    const needing = (libraryId: string, needed: string) => ({
      ...{ libraryId, currentVersion: '1.0.0' },
      versions: [{ ...one?.versions[0], dependencies: [{ libraryId: needed, versionRange: '*' }] }],
    });
    const circle = sealed({ ...small(), libraries: [needing(ID, OTHER_ID), needing(OTHER_ID, ID)] });
    const reply = await as('/api/libraries/import', circle);
    refused(reply, 409, 'LIBRARY_CYCLE');
    assert.deepEqual(JSON.parse(reply.body).path, [ID, OTHER_ID, ID]);
    refused(
      await as('/api/libraries/import', sealed({ ...small(), libraries: [needing(ID, ID)] })),
      409,
      'LIBRARY_CYCLE',
    );
    assert.equal(await counted(), before);
  });

  it('are refused when they are too deep, too large, or have members of every object', async () => {
    const before = await counted();
    const post = (payload: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/libraries/import',
        headers: { authorization: `Bearer ${ann.jwtToken}`, 'content-type': 'application/json' },
        payload,
      });
    const text = JSON.stringify(small());
    for (const [payload, status, code] of [
      [`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 400, 'MALFORMED_REQUEST'],
      [text.replace('"name"', '"__proto__":{"admin":true},"name"'), 400, 'MALFORMED_REQUEST'],
      [text.replace('"name"', '"constructor":{"prototype":{"admin":true}},"name"'), 400, 'MALFORMED_REQUEST'],
      [text.slice(0, -1), 400, 'MALFORMED_REQUEST'],
      [text.replace('"n"', `"${'n'.repeat(5 * 1024 * 1024)}"`), 413, 'BODY_TOO_LARGE'],
    ] as const) {
      const reply = await post(payload);
      assert.deepEqual([reply.statusCode, reply.json().errorCode], [status, code]);
    }
    assert.equal(({} as Record<string, unknown>).admin, undefined);
    assert.equal(await counted(), before);
  });

  it('never change a version that is there', async () => {
    const { base } = await pair();
    const sent = await exported(base);
    const other = sent.libraries.map((one) => ({
      ...one,
      versions: one.versions.map((version) => ({ ...version, description: 'other' })),
    }));
    refused(await as('/api/libraries/import', sealed({ ...sent, libraries: other })), 409, 'LIBRARY_VERSION_EXISTS');
    assert.deepEqual(await exported(base), sent);
  });
});

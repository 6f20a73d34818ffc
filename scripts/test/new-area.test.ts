import { strict as assert } from 'node:assert';
import { filesOf, namesOf } from '../lib/new-area.ts';

describe('npm run new:area', () => {
  it('takes a plural, and its singular where that does not just lose an s', () => {
    assert.deepEqual(namesOf('bookmarks'), { area: 'bookmarks', item: 'bookmark' });
    assert.deepEqual(namesOf('galaxies', 'galaxy'), { area: 'galaxies', item: 'galaxy' });
    for (const name of ['sheep', 'Bookmarks', '../x', 'book-marks', '']) assert.throws(() => namesOf(name), /plural/);
  });

  it('renames the template everywhere, and adds a line to each list of areas', () => {
    const { own, lists } = filesOf(namesOf('galaxies', 'galaxy'));
    for (const [path, text] of own) assert.doesNotMatch(`${path}\n${text}`, /thing/i, path);
    assert.ok(own.has('api/src/areas/galaxies/routes.ts') && own.has('storage/src/galaxies/index.ts'));
    assert.match(lists.get('api/src/app.ts') as string, /\n {2}operator,\n {2}galaxies,\n\];/);
    assert.match(lists.get('storage/src/areas.ts') as string, /\n {2}galaxies,\n\} as const/);
    assert.match(lists.get('storage/src/index.ts') as string, /type { GalaxyRow }/);
    assert.equal(
      JSON.parse(lists.get('storage/package.json') as string).exports['./galaxies'],
      './src/galaxies/index.ts',
    );
  });

  it('writes over nothing', () => {
    assert.throws(() => filesOf({ area: 'holons', item: 'holon' }), /is there already/);
  });
});

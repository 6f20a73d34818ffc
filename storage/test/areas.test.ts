import assert from 'node:assert/strict';
import { AREAS, type AreaContext } from '../src/areas.ts';
import type { Dialect } from '../src/core/dialect.ts';
import { all, run } from '../src/core/steps.ts';
import { openSlices, PLATFORM_SCHEMA } from '../src/open.ts';
import { columns } from './support/columns.ts';
import { onEngines } from './support/engines.ts';

const noteTables = ({ table, text }: Dialect) => ({
  notes: table('notes', { id: text().primaryKey(), body: text().notNull() }),
});

/** A complete area: its tables and its repository. */
const notes = {
  tables: noteTables,
  open: ({ tables, write, read, newId, clock, appendEvent }: AreaContext<ReturnType<typeof noteTables>>) => ({
    add: (body: string) =>
      write(
        'full',
        function* () {
          const note = { id: newId(), body };
          yield* run((db) => db.insert(tables.notes).values(note));
          yield* appendEvent({ subject: note.id, type: 'note.added', data: {}, createdAtMs: clock.now() });
          return note;
        },
        { locks: [] },
      ),
    list: () => read(() => all((db) => db.select().from(tables.notes))),
  }),
};

onEngines('a new area', (engine) => {
  it('needs one line in the list of areas and a schema: its tables are created and its repository is available', async () => {
    const schemas = [PLATFORM_SCHEMA, { name: 'notes', migrations: new URL('./fixtures/notes/', import.meta.url) }];
    const database = await engine.newDatabase();
    const storage = await openSlices(database, { areas: { ...AREAS, notes }, schemas });
    const note = await storage.notes.add('hello');
    assert.deepEqual(await storage.notes.list(), [note]);
    assert.deepEqual(columns(await storage.events.after(note.id, 0, 10), 'type'), ['note.added']);
    assert.equal(await storage.idempotency.begin('c', 'r', 'k', 'h'), 'new');
    assert.equal((await storage.orders.list({}, null, 1)).items.length, 0);
    await storage.close();
    assert.ok((await engine.tables(database)).has('notes'));
  });
});

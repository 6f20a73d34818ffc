import assert from 'node:assert/strict';
import { cases } from '@causeway/protocol/test-support/cases';
import fc from 'fast-check';
import { AREAS } from '../../src/areas.ts';
import { lockOf } from '../../src/core/locks.ts';
import { createSearchIndex, type SearchDocument, type SearchKey, type SearchQuery } from '../../src/core/search.ts';
import { correctionsOf, selectiveTrigrams, trigramsOf, wordsOf } from '../../src/core/search-text.ts';
import { runText } from '../../src/core/steps.ts';
import { openSlices, PLATFORM_SCHEMA } from '../../src/open.ts';
import { onEngines, type TestEngine } from '../support/engines.ts';
import { runSql } from '../support/postgres-server.ts';
import { type Recorded, recording } from '../support/recorded.ts';

/** An area with an index that ranks at most `candidates` documents. */
const probing = (candidates?: number) => ({
  tables: AREAS.search.tables,
  open: (context: Parameters<typeof AREAS.search.open>[0]) => {
    const { read, write, engine } = context;
    const index = createSearchIndex(engine.dialect, candidates);
    return {
      put: (...documents: readonly SearchDocument[]) =>
        write(
          'full',
          function* () {
            for (const document of documents) yield* index.put(document);
          },
          { locks: [lockOf('search', 'test')] },
        ),
      remove: (key: SearchKey) => write('full', () => index.remove(key), { locks: [lockOf('search', 'test')] }),
      find: (query: SearchQuery) => read(() => index.find(query)),
      sql: (text: string) => read(() => runText<Record<string, unknown>>(text)),
    };
  },
});

/** The index of a new database. `queries` gets its queries, and `database` names it. */
async function openIndex(engine: TestEngine, candidates?: number, queries: Recorded[] = []) {
  const database = await engine.newPlatform();
  const areas = { ...AREAS, probe: recording(probing(candidates), queries) };
  return { ...(await openSlices(database, { areas, schemas: [PLATFORM_SCHEMA] })), database };
}

const document = (id: string, head: string, more: Partial<SearchDocument> = {}): SearchDocument => ({
  collection: 'missions',
  id,
  avatarId: null,
  head,
  body: '',
  ...more,
});

onEngines('the search index', (engine) => {
  let storage: Awaited<ReturnType<typeof openIndex>>;
  beforeEach(async () => {
    storage = await openIndex(engine);
  });
  afterEach(() => storage.close());

  const find = async (text: string, more: Partial<SearchQuery> = {}) =>
    (await storage.probe.find({ collection: 'missions', text, avatarId: null, limit: 10, ...more })).ids;

  it('finds documents that have every word, whatever their case, accents and number', async () => {
    await storage.probe.put(
      document('a', 'Crossing Bridges'),
      document('b', 'The Café of Bridges'),
      document('c', 'Fog'),
    );
    assert.deepEqual((await find('bridge')).toSorted(), ['a', 'b']);
    assert.deepEqual(await find('BRIDGE cafe'), ['b']);
    assert.deepEqual(await find('bridge fog'), []);
    assert.deepEqual(await find('мост'), []);
    await storage.probe.put(document('d', 'Первый мост'), document('e', '橋 を 渡る'));
    assert.deepEqual([await find('МОСТ'), await find('渡る')], [['d'], ['e']]);
  });

  it('ranks the name above the text, and a short text above a long one', async () => {
    await storage.probe.put(
      document('long', 'x', { body: `harbour ${'filler '.repeat(200)}` }),
      document('body', 'y', { body: 'a harbour' }),
      document('head', 'Harbour', { body: 'z' }),
    );
    assert.equal((await find('harbour'))[0], 'head');
    assert.equal((await find('harbour')).length, 3);
    assert.deepEqual(await find('harbour', { limit: 1, offset: 1 }), (await find('harbour')).slice(1, 2));
  });

  it('finds what a word with a typing error meant', async () => {
    await storage.probe.put(document('a', 'Missions of the lighthouse'), document('b', 'Cross your first bridge'));
    assert.deepEqual(await find('misson'), ['a']);
    assert.deepEqual(await find('brigde'), ['b']);
    assert.deepEqual(await find('lighthuose missoin'), ['a']);
    assert.deepEqual(await find('xyzzyx'), []);
    assert.deepEqual(await find('misson bridge'), []);
  });

  it('corrects only to words that some document still has', async () => {
    await storage.probe.put(document('a', 'Missions'), document('b', 'Missions'));
    await storage.probe.remove({ collection: 'missions', id: 'a' });
    assert.deepEqual(await find('misson'), ['b']);
    await storage.probe.remove({ collection: 'missions', id: 'b' });
    await storage.probe.remove({ collection: 'missions', id: 'b' });
    assert.deepEqual(await find('misson'), []);
    for (const table of ['search_documents', 'search_words', 'search_trigrams']) {
      assert.deepEqual(await storage.probe.sql(`select * from ${table}`), [], table);
    }
  });

  it('shows the newest form of a document, once', async () => {
    await storage.probe.put(document('a', 'Old harbour'));
    await storage.probe.put(document('a', 'New harbour'));
    assert.deepEqual([await find('old'), await find('new'), await find('harbour')], [[], ['a'], ['a']]);
  });

  it('separates collections, and shows what one avatar may find to that avatar alone', async () => {
    await storage.probe.put(
      document('open', 'harbour'),
      document('mine', 'harbour', { avatarId: '0198-aB' }),
      document('theirs', 'harbour', { avatarId: '0198-ab' }),
      document('book', 'harbour', { collection: 'libraries' }),
    );
    assert.deepEqual(await find('harbour'), ['open']);
    assert.deepEqual((await find('harbour', { avatarId: '0198-aB' })).toSorted(), ['mine', 'open']);
    assert.deepEqual(await find('harbour', { avatarId: 'public' }), ['open']);
    assert.deepEqual(await find('harbour', { collection: 'libraries' }), ['book']);
    assert.deepEqual(await find('harbuor', { collection: 'holons' }), []);
  });

  it('has no operators: hostile text is harmless', async () => {
    await storage.probe.put(document('a', 'near harbour or not'));
    for (const text of [
      '"',
      "'",
      '""" OR *',
      'NEAR(',
      'head: x',
      'a AND',
      '\0',
      '^*',
      '!&|<->',
      "'; drop table events",
      '\ud800',
    ]) {
      await find(text);
    }
    assert.deepEqual(await find('NEAR NOT harbour*'), ['a']);
    assert.deepEqual(await find('"near" OR "not"'), ['a']);
    assert.deepEqual(await find(''), []);
    assert.deepEqual(await find(`harbour ${'x'.repeat(1_000_000)}`), []);
    await storage.probe.put(document('b', 'x'.repeat(10_000), { body: 'word '.repeat(100_000) }));
    assert.deepEqual(await find('word'), ['b']);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
        await storage.probe.put(document('c', text, { body: text }));
        const [word] = wordsOf(text, 1);
        const ids = await find(text);
        if (word === undefined) assert.deepEqual(ids, []);
      }),
      cases(40, 2_000),
    );
  });

  it('ranks a stated number of candidates at most', async () => {
    const cut = await openIndex(engine, 20);
    const query = { collection: 'missions', avatarId: 'me', limit: 100 } as const;
    const everywhere = Array.from({ length: 60 }, (_, at) =>
      document(`d${at}`, 'harbour', { avatarId: at < 50 ? 'other' : null }),
    );
    await cut.probe.put(...everywhere, document('mine', 'harbour boat', { avatarId: 'me' }));
    const found = await cut.probe.find({ ...query, text: 'harbour' });
    assert.deepEqual([found.ids.length, found.cut], [11, true]);
    assert.deepEqual(await cut.probe.find({ ...query, text: 'harbour boat' }), { ids: ['mine'], cut: false });
    const others = await cut.probe.find({ ...query, text: 'harbour', avatarId: 'other' });
    assert.deepEqual([others.ids.length, others.cut], [20, true]);
    const newest = Array.from({ length: 20 }, (_, at) => `d${at + 40}`);
    assert.deepEqual(others.ids.toSorted(), newest, 'of both scopes');
    await cut.close();
  });

  it('reads documents by their ids, and for words of many documents by an index of who may find them', async () => {
    const queries: Recorded[] = [];
    const cut = await openIndex(engine, 2, queries);
    const many = Array.from({ length: 200 }, (_, at) => document(`d${at}`, 'harbour'));
    await cut.probe.put(...many, document('mine', 'harbour boat'));
    // PostgreSQL chooses by its statistics of the table.
    if (engine.name === 'PostgreSQL') await runSql(cut.database, 'analyze');
    for (const text of ['harbour', 'harbour boat']) {
      queries.length = 0;
      const { ids } = await cut.probe.find({ collection: 'missions', avatarId: 'me', text, limit: 10 });
      assert.ok(ids.length > 0);
      const plans = await Promise.all(queries.map((query) => engine.plan(cut.database, query)));
      const byIndex = text === 'harbour' ? /search_documents_scope/ : /search_documents_vector/;
      const expected = engine.name === 'SQLite' ? /search_text VIRTUAL.*SEARCH d USING INTEGER PRIMARY KEY/s : byIndex;
      assert.match(plans.join('\n'), expected);
    }
    await cut.close();
  });

  it('finds every word also when one of them is in more documents than are ranked', async () => {
    const cut = await openIndex(engine, 20);
    const query = { collection: 'missions', avatarId: null, limit: 100 } as const;
    const harbours = Array.from({ length: 30 }, (_, at) => document(`d${at}`, 'harbour'));
    await cut.probe.put(...harbours, document('without', 'boat harbourage'));
    await cut.probe.put(
      document('head', 'harbour boat'),
      document('body', 'boat', { body: 'in the harbour of a town' }),
    );
    const found = await cut.probe.find({ ...query, text: 'harbour boats' });
    assert.deepEqual([found.ids.toSorted(), found.cut], [['body', 'head'], false]);
    const second = await cut.probe.find({ ...query, text: 'harbour boats', limit: 1, offset: 1 });
    assert.deepEqual(second.ids, found.ids.slice(1));
    await cut.close();
  });
});

describe('words of the search index', () => {
  it('are letters and digits in lower case and in the singular', () => {
    const words = 'Missions, quests & CHAPTERS: 3 stories of the boxes, glasses; status bus ties — naïve ﬁles';
    assert.deepEqual(wordsOf(words, 99), [
      ...['mission', 'quest', 'chapter', '3', 'story', 'of', 'the', 'boxe', 'glasse'],
      ...['status', 'bus', 'ty', 'naive', 'file'],
    ]);
    assert.deepEqual(wordsOf('one two three', 2), ['one', 'two']);
  });

  it('have trigrams with the spaces around them', () => {
    assert.deepEqual(trigramsOf('abc'), ['  a', ' ab', 'abc', 'bc ']);
  });

  it('are corrected to the most similar first', () => {
    assert.deepEqual(correctionsOf('misson', ['missile', 'fog', 'mission']), ['mission', 'missile']);
  });

  it('share a telling trigram with every word that they are corrected to', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 6 });
    fc.assert(
      fc.property(word, word, (mistaken, known) => {
        const telling = selectiveTrigrams(mistaken);
        const corrected = correctionsOf(mistaken, [known]).length > 0;
        return !corrected || trigramsOf(known).some((trigram) => telling.includes(trigram));
      }),
      cases(3_000, 100_000),
    );
  });
});

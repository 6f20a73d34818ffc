import { readFileSync, writeFileSync } from 'node:fs';
import type { Library, LibraryDependency, LibraryPackage, LibraryUpdate, ListedLibrary } from '@causeway/client';
import { PRIVATE_FILE } from '@causeway/protocol';
import type { Command } from 'commander';
import { clientCommand } from '../lib/client/command.ts';
import { FULL, fullOption, limitOption, take } from '../lib/client/flags.ts';
import type { Column, Fields } from '../lib/client/output.ts';
import { usageError } from '../lib/keys/key-flags.ts';

interface ContentFlags {
  readonly description?: string;
  readonly category?: string;
  readonly language?: string;
  readonly source?: string;
  readonly needs?: readonly string[];
}

const LIBRARY = 'id of the library';

/** Adds `library` to the `causeway` command. */
export function registerCommands(program: Command): void {
  const library = program.command('library').description('publish, find and resolve code libraries');
  readCommands(library);
  changeCommands(library);
  dependencyCommands(library);
  packageCommands(library);
}

function readCommands(library: Command): void {
  clientCommand<{ readonly limit: number; readonly full?: true }>(
    library
      .command('list')
      .description('list all libraries, oldest first')
      .addOption(limitOption())
      .addOption(fullOption()),
    async ({ client: { libraries }, out }, _args, { limit, full }) => {
      const found = full ? libraries.list(FULL) : libraries.list();
      await out.list(take<ListedLibrary>(found, limit), COLUMNS, 'there are no libraries');
    },
  );
  clientCommand<{ readonly limit: number }>(
    library
      .command('search')
      .description('find libraries by their words, best first')
      .argument('<words...>', 'words of names and descriptions; typing errors are forgiven')
      .addOption(limitOption()),
    async ({ client, out }, words, { limit }) =>
      out.list(take(client.libraries.search(words.join(' ')), limit), COLUMNS, 'no library has these words'),
  );
  clientCommand(
    library.command('show').description('show a library').argument('<library>', `${LIBRARY}, or ID@VERSION`),
    async ({ client, out }, [named = '']) => {
      const { id, version } = idAndVersion(named);
      const found = await client.libraries.get(id, version);
      out.thing(found, fieldsOf(found));
    },
  );
  clientCommand(
    library.command('versions').description('list the versions of a library').argument('<library>', LIBRARY),
    async ({ client, out }, [id = '']) =>
      out.list(
        client.libraries.versions(id),
        [
          { title: 'VERSION', of: ({ version }) => version },
          { title: 'CURRENT', of: ({ isCurrent }) => isCurrent },
          { title: 'NAME', of: ({ name }) => name },
          { title: 'WRITTEN', of: ({ createdAt }) => createdAt },
        ],
        'the library has no versions',
      ),
  );
}

const withContent = (command: Command): Command =>
  command
    .option('--description <text>', 'what it is for')
    .option('--category <word>', 'a word to group libraries by')
    .option('--language <name>', 'the programming language')
    .option('--source <path>', 'where its source is')
    .option('--needs <library@range...>', 'the libraries that it depends on, such as ID@^1.2.0');

const contentOf = ({ description, category, language, source, needs }: ContentFlags): LibraryUpdate => ({
  ...(description !== undefined && { description }),
  ...(category !== undefined && { category }),
  ...(language !== undefined && { language }),
  ...(source !== undefined && { sourcePath: source }),
  ...(needs && { dependencies: needs.map(dependencyOf) }),
});

function changeCommands(library: Command): void {
  clientCommand<ContentFlags>(
    withContent(
      library
        .command('create')
        .description('create a library')
        .argument('<name>', 'its name')
        .argument('[version]', 'its first version; 1.0.0 when absent'),
    ),
    async ({ client, out }, [name = '', version], flags) => {
      const made = await client.libraries.create({ ...contentOf(flags), name, ...(version && { version }) });
      out.thing(made, fieldsOf(made));
    },
  );
  clientCommand<ContentFlags & { readonly name?: string }>(
    withContent(
      library
        .command('publish')
        .description('publish a version of a library; what no option names stays as it is')
        .argument('<library>', LIBRARY)
        .argument('[version]', 'the new version; the next patch when absent'),
    ).option('--name <name>', 'its new name'),
    async ({ client, out }, [id = '', version], { name, ...flags }) => {
      const change = { ...contentOf(flags), ...(name !== undefined && { name }), ...(version && { version }) };
      const published = await client.libraries.publish(id, change);
      out.thing(published, fieldsOf(published));
    },
  );
  clientCommand(
    library.command('delete').description('delete a library that none depends on').argument('<library>', LIBRARY),
    async ({ client, out }, [id = '']) => {
      await client.libraries.remove(id);
      if (out.json) out.document({ libraryId: id, deleted: true });
      else out.note(`The library ${id} is deleted.`);
    },
  );
}

function dependencyCommands(library: Command): void {
  clientCommand<{ readonly all?: true }>(
    library
      .command('needs')
      .description('list what a library depends on')
      .argument('<library>', `${LIBRARY}, or ID@VERSION`)
      .option('--all', 'everything that it needs, at the versions to use, each after its own dependencies'),
    async ({ client, out }, [named = ''], { all }) => {
      const { id, version } = idAndVersion(named);
      const filter = { transitive: all === true, ...(version !== undefined && { version }) };
      await out.list(client.libraries.dependencies(id, filter), DEPENDENCY_COLUMNS, 'the library needs no other');
    },
  );
  clientCommand(
    library
      .command('needed-by')
      .description('list the libraries that depend on a library')
      .argument('<library>', LIBRARY),
    async ({ client, out }, [id = '']) =>
      out.list(
        client.libraries.dependants(id),
        [
          { title: 'LIBRARY', of: ({ libraryId }) => libraryId },
          { title: 'NAME', of: ({ name }) => name },
          { title: 'VERSION', of: ({ version }) => version },
          { title: 'RANGE', of: ({ versionRange }) => versionRange },
        ],
        'no library depends on it',
      ),
  );
  clientCommand(
    library
      .command('add')
      .description('add a dependency to a library, or change its range; makes a new version')
      .argument('<library>', LIBRARY)
      .argument('<dependency>', 'the library that it needs, such as ID@^1.2.0; any version without a range'),
    async ({ client, out }, [id = '', dependency = '']) => {
      const changed = await client.libraries.addDependency(id, dependencyOf(dependency));
      out.thing(changed, fieldsOf(changed));
    },
  );
  clientCommand(
    library
      .command('remove')
      .description('remove a dependency from a library; makes a new version')
      .argument('<library>', LIBRARY)
      .argument('<dependency>', 'id of the library that it needs no more'),
    async ({ client, out }, [id = '', dependency = '']) => {
      const changed = await client.libraries.removeDependency(id, dependency);
      out.thing(changed, fieldsOf(changed));
    },
  );
}

function packageCommands(library: Command): void {
  clientCommand<{ readonly all?: true; readonly file?: string }>(
    library
      .command('export')
      .description('write a library with all of its versions as a package')
      .argument('<library>', LIBRARY)
      .option('--all', 'with every library that it needs')
      .option('--file <path>', 'a new file; standard output when absent'),
    async ({ client, out }, [id = ''], { all, file }) => {
      const exported = await client.libraries.export(id, all === true);
      if (file === undefined) return out.document(exported);
      writeFileSync(file, `${JSON.stringify(exported)}\n`, { flag: 'wx', mode: PRIVATE_FILE });
      out.note(`${file} has ${exported.libraries.length} libraries; ${exported.checksum}`);
    },
  );
  clientCommand(
    library
      .command('import')
      .description('add the libraries of a package to the service')
      .argument('<file>', 'the package; - for standard input'),
    async ({ client, out }, [file = '-']) => {
      const imported = await client.libraries.import(packageIn(file));
      out.thing(imported, fieldsOf(imported));
    },
  );
}

function packageIn(file: string): LibraryPackage {
  try {
    return JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  } catch (error) {
    throw usageError(`${file} is no package: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** ID or ID@VERSION. */
function idAndVersion(text: string): { readonly id: string; readonly version: string | undefined } {
  const [id = '', version] = text.split('@', 2);
  return { id, version };
}

/** ID or ID@RANGE. */
function dependencyOf(text: string): { readonly libraryId: string; readonly versionRange: string } {
  const at = text.indexOf('@');
  return at < 0
    ? { libraryId: text, versionRange: '*' }
    : { libraryId: text.slice(0, at), versionRange: text.slice(at + 1) };
}

const COLUMNS: readonly Column<ListedLibrary>[] = [
  { title: 'LIBRARY', of: ({ libraryId }) => libraryId },
  { title: 'NAME', of: ({ name }) => name },
  { title: 'VERSION', of: ({ version }) => version },
  { title: 'CATEGORY', of: ({ category }) => category },
  { title: 'LANGUAGE', of: ({ language }) => language },
  { title: 'NEEDS', of: ({ dependencyCount }) => dependencyCount, align: 'right' },
];

const DEPENDENCY_COLUMNS: readonly Column<LibraryDependency>[] = [
  { title: 'LIBRARY', of: ({ libraryId }) => libraryId },
  { title: 'NAME', of: ({ name }) => name },
  { title: 'VERSION', of: ({ version }) => version },
  { title: 'RANGE', of: ({ versionRange }) => versionRange },
  { title: 'NEEDED BY', of: ({ requiredBy }) => requiredBy.length, align: 'right' },
];

const fieldsOf = (library: Library): Fields => [
  ['library', library.libraryId],
  ['name', library.name],
  ['version', library.version],
  ['description', library.description],
  ['category', library.category],
  ['language', library.language],
  ['source', library.sourcePath],
  ['needs', library.dependencies.map(({ libraryId, versionRange }) => `${libraryId}@${versionRange}`).join(', ')],
  ['author', library.createdBy],
  ['changed', library.updatedAt],
];

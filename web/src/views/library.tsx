import type { Library, LibraryDependant, LibraryDependency, LibraryVersion } from '@causeway/client';
import { isId } from '../lib/find.ts';
import { harmless, integer, list, shortened } from '../lib/format.ts';
import { type Paged, usePaged } from '../lib/paged.ts';
import { useResource } from '../lib/resource.ts';
import { place } from '../lib/router.ts';
import { answered, api } from '../lib/service.ts';
import type { Me } from '../lib/session.ts';
import type { Params } from '../lib/view.ts';
import { isNone, Show } from '../parts/loaded.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Fact, Facts, Page, Section } from '../parts/page.tsx';
import { PagedList, PagedTable } from '../parts/pages.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import type { Columns } from '../parts/table.tsx';
import { Foreign, Time } from '../parts/values.tsx';
import { Mark } from '../parts/verdict.tsx';
import { libraries as words } from '../text/libraries.ts';
import { Changes, Remove } from './library/changes.tsx';

/** Items of a list that are shown at first. */
const STEP = 50;

/** A library at its current version, or at the one that the address names. */
export default function LibraryView({ params: { id = '' } }: { readonly params: Params }) {
  const version = place.value.query.get('version') ?? undefined;
  return (
    <SignedIn why={words.signIn}>
      {(me) => (isId(id) ? <OneLibrary key={version} me={me} id={id} version={version} /> : <NotThere />)}
    </SignedIn>
  );
}

const NotThere = () => <Page title={words.notFound}>{null}</Page>;

interface Which {
  readonly id: string;
  readonly version: string | undefined;
  /** Counts the changes of the library; what depends on them is read again after each. */
  readonly revision: number | undefined;
}

function OneLibrary({ me, id, version }: Omit<Which, 'revision'> & { readonly me: Me }) {
  const loaded = useResource(`library ${id} ${version}`, () => api.libraries.get(id, version));
  const { data, trouble } = loaded.state.value;
  if (isNone(trouble)) return <NotThere />;
  // The author changes the current version; what was published stays as it is.
  const own = data && data.createdBy === me.id && version === undefined ? data : undefined;
  const which = { id, version, revision: data?.revision };
  return (
    <Page title={data ? harmless(data.name, 100) : words.title} aside={<a href="/libraries">{words.all}</a>}>
      <Section title={words.about}>
        <Show of={loaded}>{(library) => <About library={library} />}</Show>
      </Section>
      <div class="columns">
        <Section title={words.direct}>
          <Direct {...which} own={own} onChange={loaded.refresh} />
        </Section>
        <Section title={words.lock}>
          <p class="soft">{words.lockHelp}</p>
          <LockList {...which} />
        </Section>
        <Section title={words.versions}>
          <Versions {...which} />
        </Section>
        <Section title={words.dependants}>
          <Dependants id={id} />
        </Section>
      </div>
      {own && (
        <Section title={words.change}>
          <p class="soft">{words.changeHelp}</p>
          <Changes library={own} onChange={loaded.refresh} />
        </Section>
      )}
    </Page>
  );
}

const About = ({ library }: { readonly library: Library }) => (
  <>
    {library.description !== '' && <LongText>{library.description}</LongText>}
    <Facts>
      <Fact name={words.version}>
        <Foreign>{library.version}</Foreign>
      </Fact>
      {library.language !== null && (
        <Fact name={words.language}>
          <Foreign>{library.language}</Foreign>
        </Fact>
      )}
      {library.category !== '' && (
        <Fact name={words.category}>
          <Foreign>{library.category}</Foreign>
        </Fact>
      )}
      {library.sourcePath !== null && (
        <Fact name={words.source}>
          <Foreign>{library.sourcePath}</Foreign>
        </Fact>
      )}
      <Fact name={words.changed}>
        <Time iso={library.updatedAt} />
      </Fact>
    </Facts>
  </>
);

const pathOf = (id: string, version?: string | null): string =>
  `/libraries/${encodeURIComponent(id)}${version ? `?version=${encodeURIComponent(version)}` : ''}`;

const dependencyId = ({ libraryId }: LibraryDependency): string => libraryId;

/** Reads the direct dependencies, or with `transitive` the lock list. */
function useDependencies({ id, version, revision }: Which, transitive: boolean): Paged<LibraryDependency> {
  const key = `dependencies of ${id} ${version} ${transitive} ${revision}`;
  const path = { libraryId: id };
  return usePaged(key, { step: STEP, idOf: dependencyId }, (page) => {
    const query = { transitive, ...page, ...(version !== undefined && { version }) };
    return answered(api.http.GET('/api/libraries/{libraryId}/dependencies', { params: { path, query } }));
  });
}

const DEPENDENCY: Columns<LibraryDependency> = [
  [words.library, ({ libraryId, name, version }) => <Named href={pathOf(libraryId, version)} name={name} />],
  [words.version, ({ version }) => (version === null ? words.noVersion : <Foreign>{version}</Foreign>)],
];

interface DirectProps extends Which {
  /** The library for its author. */
  readonly own: Library | undefined;
  readonly onChange: () => void;
}

function Direct({ own, onChange, ...which }: DirectProps) {
  const columns: Columns<LibraryDependency> = [
    ...DEPENDENCY,
    [words.range, ({ versionRange }) => <Foreign>{versionRange ?? ''}</Foreign>],
    ...(own
      ? [
          [
            words.dropped,
            ({ libraryId, name }: LibraryDependency) => (
              <Remove library={own} onChange={onChange} id={libraryId} name={name} />
            ),
          ] as const,
        ]
      : []),
  ];
  return <PagedTable of={useDependencies(which, false)} empty={words.nothing} columns={columns} />;
}

function LockList(which: Which) {
  const loaded = useDependencies(which, true);
  const names = new Map(loaded.state.value.data?.items.map(({ libraryId, name }) => [libraryId, name]));
  names.set(which.id, words.itself);
  const columns: Columns<LibraryDependency> = [
    ...DEPENDENCY,
    [
      words.requiredBy,
      ({ requiredBy }) =>
        list(requiredBy).map(({ libraryId, versionRange }) => (
          <div key={libraryId}>
            <Foreign>{`${names.get(libraryId) ?? shortened(libraryId)} ${versionRange}`}</Foreign>
          </div>
        )),
    ],
  ];
  return <PagedTable of={loaded} empty={words.nothing} columns={columns} />;
}

const Named = ({ href, name }: { readonly href: string; readonly name: string }) => (
  <a href={href}>
    <Foreign>{name}</Foreign>
  </a>
);

function Versions({ id, revision }: Which) {
  const idOf = ({ version }: LibraryVersion): string => version;
  const loaded = usePaged(`versions of ${id} ${revision}`, { step: STEP, idOf }, (query) =>
    answered(api.http.GET('/api/libraries/{libraryId}/versions', { params: { path: { libraryId: id }, query } })),
  );
  return (
    <PagedList
      of={loaded}
      empty={words.nothing}
      row={({ version, dependencyCount, isCurrent, createdAt }) => (
        <>
          <Named href={pathOf(id, version)} name={version} /> {isCurrent && <Mark mood="good">{words.current}</Mark>}{' '}
          <Time iso={createdAt} /> <span class="soft">{words.dependsOn(integer(dependencyCount))}</span>
        </>
      )}
    />
  );
}

function Dependants({ id }: { readonly id: string }) {
  const idOf = ({ libraryId }: LibraryDependant): string => libraryId;
  const loaded = usePaged(`dependants of ${id}`, { step: STEP, idOf }, (query) =>
    answered(api.http.GET('/api/libraries/{libraryId}/dependants', { params: { path: { libraryId: id }, query } })),
  );
  return (
    <PagedList
      of={loaded}
      empty={words.noDependants}
      row={({ libraryId, name, version, versionRange }) => (
        <>
          <Named href={pathOf(libraryId)} name={name} /> <Foreign>{`${version}: ${versionRange}`}</Foreign>
        </>
      )}
    />
  );
}

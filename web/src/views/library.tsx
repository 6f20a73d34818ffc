import type { Library, LibraryDependency } from '@causeway/client';
import { first } from '../lib/first.ts';
import { integer, list } from '../lib/format.ts';
import { useResource } from '../lib/resource.ts';
import { place } from '../lib/router.ts';
import { api } from '../lib/service.ts';
import type { Params } from '../lib/view.ts';
import { isNone, Show } from '../parts/loaded.tsx';
import { LongText } from '../parts/long-text.tsx';
import { Fact, Facts, Page, Section } from '../parts/page.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { Table } from '../parts/table.tsx';
import { Foreign, Time } from '../parts/values.tsx';
import { Mark } from '../parts/verdict.tsx';
import { libraries as words } from '../text/libraries.ts';

/** Items of a list that are shown. */
const MOST = 500;

/** A library at its current version, or at the one that the address names. */
export default function LibraryView({ params: { id = '' } }: { readonly params: Params }) {
  const version = place.value.query.get('version') ?? undefined;
  return <SignedIn why={words.signIn}>{() => <OneLibrary key={version} id={id} version={version} />}</SignedIn>;
}

interface Which {
  readonly id: string;
  readonly version: string | undefined;
}

function OneLibrary({ id, version }: Which) {
  const loaded = useResource(`library ${id} ${version}`, () => api.libraries.get(id, version));
  const { data, trouble } = loaded.state.value;
  if (isNone(trouble)) return <Page title={words.notFound}>{null}</Page>;
  return (
    <Page title={data?.name.slice(0, 100) ?? words.title} aside={<a href="/libraries">{words.all}</a>}>
      <Section title={words.about}>
        <Show of={loaded}>{(library) => <About library={library} />}</Show>
      </Section>
      <div class="columns">
        <Section title={words.direct}>
          <Dependencies id={id} version={version} transitive={false} />
        </Section>
        <Section title={words.lock}>
          <p class="soft">{words.lockHelp}</p>
          <Dependencies id={id} version={version} transitive />
        </Section>
        <Section title={words.versions}>
          <Versions id={id} />
        </Section>
        <Section title={words.dependants}>
          <Dependants id={id} />
        </Section>
      </div>
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

/** The direct dependencies, or with `transitive` the lock list. */
function Dependencies({ id, version, transitive }: Which & { readonly transitive: boolean }) {
  const loaded = useResource(`dependencies of ${id} ${version} ${transitive}`, () =>
    first(api.libraries.dependencies(id, { transitive, ...(version !== undefined && { version }) }), MOST),
  );
  return (
    <Show of={loaded}>
      {(all) => (
        <Table
          rows={all}
          idOf={({ libraryId }) => libraryId}
          empty={words.nothing}
          columns={[
            [
              words.library,
              ({ libraryId, name, version: fits }) => <Named href={pathOf(libraryId, fits)} name={name} />,
            ],
            [words.version, ({ version: fits }) => (fits === null ? words.noVersion : <Foreign>{fits}</Foreign>)],
            transitive
              ? [words.requiredBy, ({ requiredBy }) => <RequiredBy requiredBy={requiredBy} all={all} />]
              : [words.range, ({ versionRange }) => <Foreign>{versionRange ?? ''}</Foreign>],
          ]}
        />
      )}
    </Show>
  );
}

const Named = ({ href, name }: { readonly href: string; readonly name: string }) => (
  <a href={href}>
    <Foreign>{name}</Foreign>
  </a>
);

interface RequiredByProps extends Pick<LibraryDependency, 'requiredBy'> {
  readonly all: readonly LibraryDependency[];
}

const RequiredBy = ({ requiredBy, all }: RequiredByProps) => (
  <>
    {list(requiredBy).map((by) => (
      <div key={by.libraryId}>
        <Foreign>{`${nameIn(all, by.libraryId)} ${by.versionRange}`}</Foreign>
      </div>
    ))}
  </>
);

/** The name of a library of the lock list; the page's own library is not in it. */
const nameIn = (all: readonly LibraryDependency[], id: string): string =>
  all.find(({ libraryId }) => libraryId === id)?.name ?? words.itself;

function Versions({ id }: { readonly id: string }) {
  const loaded = useResource(`versions of ${id}`, () => first(api.libraries.versions(id), MOST));
  return (
    <Show of={loaded}>
      {(all) => (
        <ul class="plain">
          {list(all).map(({ version, dependencyCount, isCurrent, createdAt }) => (
            <li key={version}>
              <Named href={pathOf(id, version)} name={version} />{' '}
              {isCurrent && <Mark mood="good">{words.current}</Mark>} <Time iso={createdAt} />{' '}
              <span class="soft">{words.dependsOn(integer(dependencyCount))}</span>
            </li>
          ))}
        </ul>
      )}
    </Show>
  );
}

function Dependants({ id }: { readonly id: string }) {
  const loaded = useResource(`dependants of ${id}`, () => first(api.libraries.dependants(id), MOST));
  return (
    <Show of={loaded}>
      {(all) =>
        list(all).length === 0 ? (
          <p class="soft">{words.noDependants}</p>
        ) : (
          <ul class="plain">
            {all.map(({ libraryId, name, version, versionRange }) => (
              <li key={libraryId}>
                <Named href={pathOf(libraryId)} name={name} /> <Foreign>{`${version}: ${versionRange}`}</Foreign>
              </li>
            ))}
          </ul>
        )
      }
    </Show>
  );
}

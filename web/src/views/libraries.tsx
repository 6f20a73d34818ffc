import type { ListedLibrary } from '@causeway/client';
import { integer } from '../lib/format.ts';
import { usePaged } from '../lib/paged.ts';
import { go } from '../lib/router.ts';
import { answered, api } from '../lib/service.ts';
import { Form } from '../parts/form.tsx';
import { Page } from '../parts/page.tsx';
import { PagedList } from '../parts/pages.tsx';
import { Search, searched } from '../parts/search.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { Foreign } from '../parts/values.tsx';
import { libraries as words } from '../text/libraries.ts';
import { ContentFields, contentOf } from './library/content-fields.tsx';

/** How the libraries are read. */
const READING = { step: 50, idOf: ({ libraryId }: ListedLibrary) => libraryId };

/** The libraries, or those with the words that are searched for; and a form for another one. */
export default function LibrariesView() {
  return (
    <Page title={words.title}>
      <p class="soft">{words.intro}</p>
      <SignedIn why={words.signIn}>
        {() => (
          <>
            <Libraries />
            <Create />
          </>
        )}
      </SignedIn>
    </Page>
  );
}

function Libraries() {
  const find = searched();
  const loaded = usePaged(`libraries ${find}`, READING, (page) =>
    answered(
      find === ''
        ? api.http.GET('/api/libraries', { params: { query: page } })
        : api.http.GET('/api/libraries/search', { params: { query: { query: find, ...page } } }),
    ),
  );
  return (
    <>
      <Search label={words.find} />
      <PagedList
        of={loaded}
        lines={8}
        empty={find === '' ? words.none : words.noneFound}
        row={({ libraryId, name, version, description, dependencyCount }) => (
          <>
            <a href={`/libraries/${libraryId}`}>
              <Foreign>{name}</Foreign>
            </a>{' '}
            <Foreign>{version}</Foreign> <span class="soft">{words.dependsOn(integer(dependencyCount))}</span>
            {description !== '' && (
              <div class="soft">
                <Foreign>{description}</Foreign>
              </div>
            )}
          </>
        )}
      />
    </>
  );
}

const Create = () => (
  <details>
    <summary>{words.create}</summary>
    <Form
      button={words.create}
      send={async (values) => {
        const { libraryId } = await api.libraries.create(contentOf(values));
        go(`/libraries/${libraryId}`);
      }}
    >
      <ContentFields versionHelp={words.firstVersionHelp} />
    </Form>
  </details>
);

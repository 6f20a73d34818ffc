import { first } from '../lib/first.ts';
import { integer, list } from '../lib/format.ts';
import { useResource } from '../lib/resource.ts';
import { api } from '../lib/service.ts';
import { Show } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { Search, searched } from '../parts/search.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { Foreign } from '../parts/values.tsx';
import { libraries as words } from '../text/libraries.ts';

/** Libraries that are shown. */
const MOST = 100;

/** The libraries, or those with the words that are searched for. */
export default function LibrariesView() {
  return (
    <Page title={words.title}>
      <p class="soft">{words.intro}</p>
      <SignedIn why={words.signIn}>{() => <Libraries />}</SignedIn>
    </Page>
  );
}

function Libraries() {
  const find = searched();
  const loaded = useResource(`libraries ${find}`, () =>
    first(find === '' ? api.libraries.list() : api.libraries.search(find), MOST),
  );
  return (
    <>
      <Search label={words.find} />
      <Show of={loaded} lines={8}>
        {(all) =>
          list(all).length === 0 ? (
            <p class="soft">{find === '' ? words.none : words.noneFound}</p>
          ) : (
            <>
              <ul class="plain">
                {all.map(({ libraryId, name, version, description, dependencyCount }) => (
                  <li key={libraryId}>
                    <a href={`/libraries/${libraryId}`}>
                      <Foreign>{name}</Foreign>
                    </a>{' '}
                    <Foreign>{version}</Foreign> <span class="soft">{words.dependsOn(integer(dependencyCount))}</span>
                    <div class="soft">
                      <Foreign>{description}</Foreign>
                    </div>
                  </li>
                ))}
              </ul>
              {all.length === MOST && <p class="soft">{words.mostShown(MOST)}</p>}
            </>
          )
        }
      </Show>
    </>
  );
}

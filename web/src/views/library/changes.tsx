import type { Library } from '@causeway/client';
import { isId } from '../../lib/find.ts';
import { first } from '../../lib/first.ts';
import { go } from '../../lib/router.ts';
import { api } from '../../lib/service.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { Field, Form } from '../../parts/form.tsx';
import { libraries as words } from '../../text/libraries.ts';
import { ContentFields, contentOf } from './content-fields.tsx';

interface Props {
  readonly library: Library;
  /** The library has a new version, or is another one in its current version. */
  readonly onChange: () => void;
}

/** Libraries with the same words among which one with a name is sought. */
const MOST_SOUGHT = 100;

/** The id of the library that is named by its id or its whole name. Throws where the name is nobody's or several's. */
async function idOfLibrary(named: string): Promise<string> {
  if (isId(named)) return named;
  const found = (await first(api.libraries.search(named), MOST_SOUGHT)).filter(({ name }) => name === named);
  const [only, other] = found;
  if (only && !other) return only.libraryId;
  throw Object.assign(new Error(only ? words.severalNamed(found.length) : words.noneNamed), { code: 'NAME' });
}

/** What the author of a library changes: each makes a new version, from which the lock list is computed anew. */
export const Changes = ({ library, onChange }: Props) => (
  <>
    <Form
      button={words.addDependency}
      clears
      send={async ({ library: named = '', range = '' }) => {
        const versionRange = range.trim() || '*';
        await api.libraries.addDependency(library.libraryId, {
          libraryId: await idOfLibrary(named.trim()),
          versionRange,
        });
        onChange();
      }}
    >
      <div class="facts">
        <Field
          name="library"
          label={words.needed}
          help={words.neededHelp}
          autocomplete="off"
          maxLength={200}
          required
        />
        <Field name="range" label={words.range} help={words.rangeHelp} autocomplete="off" maxLength={200} />
      </div>
    </Form>
    <details>
      <summary>{words.publish}</summary>
      <Form
        key={library.revision}
        button={words.publish}
        send={async (values) => {
          await api.libraries.publish(library.libraryId, contentOf(values), library.revision);
          onChange();
        }}
      >
        <ContentFields library={library} versionHelp={words.nextVersionHelp} />
      </Form>
    </details>
    <p>
      <Confirm
        button={words.remove}
        question={words.removeQuestion}
        help={words.removeHelp}
        yes={words.remove}
        send={async () => {
          await api.libraries.remove(library.libraryId, library.revision);
          go('/libraries');
        }}
      />
    </p>
  </>
);

/** The button that ends a direct dependency. */
export const Remove = ({ library, onChange, id, name }: Props & { readonly id: string; readonly name: string }) => (
  <Form
    button={words.drop}
    about={name}
    isQuiet
    send={async () => {
      await api.libraries.removeDependency(library.libraryId, id);
      onChange();
    }}
  />
);

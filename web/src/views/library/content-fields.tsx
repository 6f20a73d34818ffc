import type { Library, LibraryUpdate } from '@causeway/client';
import { Field, TextArea } from '../../parts/form.tsx';
import { libraries as words } from '../../text/libraries.ts';

/** The fields of a library's content, with what a version has already. */
export const ContentFields = ({
  library,
  versionHelp,
}: {
  readonly library?: Library;
  readonly versionHelp: string;
}) => (
  <>
    <Field name="name" label={words.name} value={library?.name ?? ''} autocomplete="off" maxLength={200} required />
    <Field name="version" label={words.version} help={versionHelp} autocomplete="off" maxLength={100} />
    <TextArea
      name="description"
      label={words.description}
      value={library?.description ?? ''}
      maxLength={10_000}
      isOptional
    />
    <div class="facts">
      <Field
        name="category"
        label={words.category}
        value={library?.category ?? ''}
        autocomplete="off"
        maxLength={100}
      />
      <Field
        name="language"
        label={words.language}
        value={library?.language ?? ''}
        autocomplete="off"
        maxLength={100}
      />
      <Field
        name="source"
        label={words.source}
        value={library?.sourcePath ?? ''}
        autocomplete="off"
        maxLength={1_000}
      />
    </div>
  </>
);

/** The content that the fields have. An empty version is the service's choice. */
export const contentOf = (values: Readonly<Record<string, string>>): LibraryUpdate & { readonly name: string } => {
  const { name = '', version = '', description = '', category = '', language = '', source = '' } = values;
  return {
    ...{ name: name.trim(), description, category: category.trim() },
    language: language.trim() || null,
    sourcePath: source.trim() || null,
    ...(version.trim() !== '' && { version: version.trim() }),
  };
};

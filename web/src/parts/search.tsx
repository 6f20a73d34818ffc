import { place, setQuery } from '../lib/router.ts';
import { common } from '../text/common.ts';
import { Field } from './form.tsx';

/** The words that are searched for, by the address. */
export const searched = (): string => (place.value.query.get('find') ?? '').trim();

/** A box whose words go into the address. */
export const Search = ({ label }: { readonly label: string }) => (
  <search>
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        const find = String(new FormData(event.currentTarget).get('find') ?? '').trim();
        setQuery({ find }, { replace: false });
      }}
    >
      <div class="grow">
        <Field key={searched()} name="find" label={label} type="search" value={searched()} maxLength={200} />
      </div>
      <button type="submit">{common.find}</button>
    </form>
  </search>
);

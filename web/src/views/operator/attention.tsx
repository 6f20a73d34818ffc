import type { Attention } from '@causeway/client';
import { integer, list, text } from '../../lib/format.ts';
import { Word } from '../../parts/state.tsx';
import { Command, Foreign, Hash, Time } from '../../parts/values.tsx';
import { kinds, severities, operator as words } from '../../text/operator.ts';

/** What needs a person, each with its reason, since when, and the commands. */
export const Attentions = ({ all }: { readonly all: readonly Attention[] }) =>
  list(all).length === 0 ? (
    <p>{words.nothing}</p>
  ) : (
    <ol class="numbered">
      {all.map((one, at) => (
        <li key={`${one.kind} ${one.orderId ?? one.chain} ${at}`}>
          <One one={one} />
        </li>
      ))}
    </ol>
  );

const One = ({ one }: { readonly one: Attention }) => (
  <>
    <h3>
      <Word among={severities} value={one.severity} /> {text(kinds[one.kind])}
      {one.since !== null && (
        <span class="soft">
          {' · '}
          <Time iso={one.since} />
        </span>
      )}
    </h3>
    <p>
      <Foreign most={2_000}>{one.reason}</Foreign>
    </p>
    {list(one.commands).map((command) => (
      <Command key={command} value={text(command)} />
    ))}
    <p class="soft">
      {one.orderId !== null && (
        <>
          {words.order} <Hash value={one.orderId} href={`/o/${one.orderId}`} />
          {' · '}
        </>
      )}
      {words.runbook(text(one.runbook))}
      {integer(one.more) > 0 && <> · {words.more(one.more)}</>}
    </p>
  </>
);

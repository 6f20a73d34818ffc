import type { components } from '@causeway/client';
import { useResource } from '../../lib/resource.ts';
import { api } from '../../lib/service.ts';
import { Show } from '../../parts/loaded.tsx';
import { Word } from '../../parts/state.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Foreign, Name, Time } from '../../parts/values.tsx';
import { signerStates, operator as words } from '../../text/operator.ts';

type Signer = components['schemas']['SignerStanding'];

const EVERY_MS = 5_000;

const SIGNERS: readonly Column<Signer>[] = [
  [words.signer, ({ signer }) => <Foreign>{signer}</Foreign>],
  [words.chain, ({ chain }) => <Name>{chain}</Name>],
  [words.state, ({ state }) => <Word among={signerStates} value={state} />],
  [words.signed, ({ signedAt }) => (signedAt === null ? words.never : <Time iso={signedAt} />)],
  [
    words.refused,
    ({ refusedAt, refusalCode, refusalMessage }) =>
      refusedAt === null ? (
        words.never
      ) : (
        <>
          <Time iso={refusedAt} /> <code>{refusalCode}</code> <Foreign>{refusalMessage ?? ''}</Foreign>
        </>
      ),
  ],
];

/** What each signer answered last. */
export function Signers() {
  const signers = useResource('signers', () => api.operator.signers(), { everyMs: EVERY_MS });
  const idOf = ({ signer, chain }: Signer) => `${signer} ${chain}`;
  return (
    <Show of={signers}>{(all) => <Table rows={all} idOf={idOf} columns={SIGNERS} empty={words.noSigners} />}</Show>
  );
}

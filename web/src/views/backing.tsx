import type { components } from '@causeway/client';
import { integer, list, named } from '../lib/format.ts';
import { useResource } from '../lib/resource.ts';
import { api } from '../lib/service.ts';
import { Show } from '../parts/loaded.tsx';
import { Fact, Facts, Page, Section } from '../parts/page.tsx';
import { Amount, Foreign, Name, Time } from '../parts/values.tsx';
import { Mark } from '../parts/verdict.tsx';
import { verdicts, backing as words } from '../text/backing.ts';

type Asset = components['schemas']['BackedAsset'];
type Remote = Asset['remotes'][number];

/** Milliseconds between two requests while the page is open. */
const EVERY_MS = 5_000;

/** What backs every bridged token, by the service's own reading of both chains. */
export default function BackingView() {
  const assets = useResource('assets', () => api.market.assets(), { everyMs: EVERY_MS });
  return (
    <Page title={words.title}>
      <p class="soft">{words.intro}</p>
      <Show of={assets} lines={16}>
        {(all) =>
          list(all).length === 0 ? (
            <p class="soft">{words.empty}</p>
          ) : (
            all.map((asset) => (
              <Section
                key={`${asset.symbol} ${asset.homeChain}`}
                title={words.of(named(asset.symbol), named(asset.homeChain))}
              >
                <OneAsset asset={asset} />
              </Section>
            ))
          )
        }
      </Show>
    </Page>
  );
}

const OneAsset = ({ asset }: { readonly asset: Asset }) => (
  <>
    <p>
      <Verdict of={asset} />
    </p>
    <Facts>
      <Fact name={words.escrow}>
        <Figure value={asset.escrow} unit={asset.symbol} />
      </Fact>
      <Fact name={words.outstanding}>
        <Figure value={asset.outstanding} unit={asset.symbol} />
      </Fact>
      <Fact name={words.credits}>
        <Figure value={asset.credits} unit={asset.symbol} />
      </Fact>
      <Fact name={words.surplus}>
        <Figure value={asset.surplus} unit={asset.symbol} />
      </Fact>
      <Fact name={words.checked}>
        {asset.checkedAt === null ? words.notRead : <Time iso={asset.checkedAt} />}
        {asset.homeBlock !== null && <> · {words.block(named(asset.homeChain), integer(asset.homeBlock))}</>}
      </Fact>
    </Facts>
    <p class="soft">{words.sum}</p>
    <div class="scroll">
      <table class="stack">
        <thead>
          <tr>
            <th scope="col">{words.remote}</th>
            <th scope="col">{words.verdict}</th>
            <th scope="col" class="end">
              {words.outstanding}
            </th>
            <th scope="col" class="end">
              {words.supply}
            </th>
            <th scope="col" class="end">
              {words.inFlight}
            </th>
            <th scope="col" class="end">
              {words.difference}
            </th>
            <th scope="col">{words.blocks}</th>
          </tr>
        </thead>
        <tbody>
          {list(asset.remotes).map((remote) => (
            <Row key={remote.chain} remote={remote} home={asset.homeChain} />
          ))}
        </tbody>
      </table>
    </div>
  </>
);

const Row = ({ remote, home }: { readonly remote: Remote; readonly home: string }) => (
  <tr>
    <td data-name={words.remote}>
      <Name>{remote.chain}</Name>{' '}
      <span class="soft">
        <Name>{remote.token.symbol}</Name>
      </span>
    </td>
    <td data-name={words.verdict}>
      <Verdict of={remote} />
    </td>
    <td data-name={words.outstanding} class="end">
      <Figure value={remote.outstanding} />
    </td>
    <td data-name={words.supply} class="end">
      <Figure value={remote.supply} />
    </td>
    <td data-name={words.inFlight} class="end">
      <Figure value={remote.inFlight} />
    </td>
    <td data-name={words.difference} class="end">
      <Figure value={remote.difference} />
    </td>
    <td data-name={words.blocks}>
      {remote.block !== null && words.block(named(remote.chain), integer(remote.block))}
      {remote.homeBlock !== null && <div class="soft">{words.block(named(home), integer(remote.homeBlock))}</div>}
    </td>
  </tr>
);

/** A verdict with its reason; an unknown one says since when. */
function Verdict({ of }: { readonly of: Pick<Asset, 'verdict' | 'reason' | 'unknownSince'> }) {
  const [word, mood] = verdicts[of.verdict];
  return (
    <>
      <Mark mood={mood}>{word}</Mark>
      {of.unknownSince !== null && (
        <span class="soft">
          {' '}
          {words.unknownSince} <Time iso={of.unknownSince} />
        </span>
      )}
      {of.reason !== null && (
        <div class="soft">
          <Foreign most={1_000}>{of.reason}</Foreign>
        </div>
      )}
    </>
  );
}

const Figure = ({ value, unit }: { readonly value: string | null; readonly unit?: string }) =>
  value === null ? (
    <span class="soft">{words.notRead}</span>
  ) : (
    <Amount value={value} {...(unit !== undefined && { unit })} />
  );

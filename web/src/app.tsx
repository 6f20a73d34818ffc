import type { ComponentChildren } from 'preact';
import { duration } from './lib/format.ts';
import { showsKeys } from './lib/keys.ts';
import { now } from './lib/now.ts';
import { place } from './lib/router.ts';
import { awaySinceMs, heardAtMs, waitsUntilMs } from './lib/service.ts';
import { session } from './lib/session.ts';
import { nextTheme, theme } from './lib/theme.ts';
import { pageAt, viewNamed } from './pages.ts';
import { Announcer } from './parts/announcer.tsx';
import { Boundary } from './parts/boundary.tsx';
import { Keys } from './parts/keys.tsx';
import { Lazy } from './parts/lazy.tsx';
import { Page } from './parts/page.tsx';
import { Foreign } from './parts/values.tsx';
import { common } from './text/common.ts';

/** What the head of every page leads to. */
const PLACES: readonly (readonly [path: string, name: string])[] = [
  ['/', common.orders],
  ['/lanes', common.lanes],
  ['/backing', common.backing],
  ['/agents', common.agents],
  ['/send', common.send],
];

/** Where admins go besides. */
const OPERATOR = ['/operator', common.operator] as const;

export function App() {
  return (
    <>
      <a class="skip" href="#content">
        {common.skip}
      </a>
      <header class="top">
        <a class="brand" href="/">
          {common.product}
        </a>
        <nav aria-label={common.navigation}>
          {(session.value?.isAdmin ? [...PLACES, OPERATOR] : PLACES).map(([path, name]) => (
            <a key={path} href={path} aria-current={place.value.path === path ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <a class="mine" href="/account" aria-current={place.value.path === '/account' ? 'page' : undefined}>
          {session.value ? <Foreign>{session.value.username}</Foreign> : common.account}
        </a>
      </header>
      <ServiceBar />
      <main class="page" id="content">
        <Current />
      </main>
      <footer class="bottom">
        <a href="/missions">{common.missions}</a>
        <a href="/docs">{common.documentation}</a>
        <button type="button" onClick={nextTheme}>
          {common.theme[theme.value]}
        </button>
        <button
          type="button"
          onClick={() => {
            showsKeys.value = true;
          }}
        >
          {common.keys}
        </button>
      </footer>
      {showsKeys.value && <Keys />}
      <Announcer />
    </>
  );
}

/** Says how old everything is while the service is away, and how long it asks to wait. */
function ServiceBar() {
  const waits = waitsUntilMs.value;
  if (awaySinceMs.value !== null)
    return (
      <p class="bar" role="status">
        {common.away(duration(now.value - heardAtMs.value))}
      </p>
    );
  if (waits !== null && waits > now.value)
    return (
      <p class="bar" role="status">
        {common.busy(duration(waits - now.value))}
      </p>
    );
  return null;
}

/** The view at the present path. */
function Current() {
  const { path } = place.value;
  const found = pageAt(path);
  if (!found)
    return (
      <Page title={common.notFound}>
        <p>{common.notFoundHelp}</p>
        <a href="/">{common.home}</a>
      </Page>
    );
  const view = viewNamed(found.page.view);
  if (view instanceof Promise) {
    const around = (trouble: ComponentChildren) => <Page title={common.product}>{trouble}</Page>;
    return (
      <Boundary key={path}>
        <Lazy component={view} props={{ params: found.params }} around={around} />
      </Boundary>
    );
  }
  const Shown = view;
  return (
    <Boundary key={path}>
      <Shown params={found.params} />
    </Boundary>
  );
}

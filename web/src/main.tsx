import { render } from 'preact';
import { App } from './app.tsx';
import { listenToKeys } from './lib/keys.ts';
import { startRouter } from './lib/router.ts';
import { resume } from './lib/session.ts';
import { watchService } from './lib/watch.ts';

const root = document.getElementById('app');
if (root) {
  startRouter();
  listenToKeys();
  void resume();
  watchService();
  root.replaceChildren();
  render(<App />, root);
}

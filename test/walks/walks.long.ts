import { installDebian } from '../../scripts/lib/debian.ts';
import { play } from './player.ts';

describe('a walk by its page', function () {
  this.timeout(900_000);

  before(() => installDebian(['curl', 'prometheus'], ['/usr/bin/curl', '/usr/bin/prometheus']));

  for (const name of ['rest', 'terminal', 'deployment', 'oracle']) it(name, () => play(`docs/walks/${name}.md`));
});

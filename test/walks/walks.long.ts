import { installDebian } from '../../scripts/lib/install/debian.ts';
import { play } from './player.ts';

describe('a walk by its page', function () {
  this.timeout(900_000);

  for (const name of ['rest', 'terminal', 'deployment']) it(name, () => play(`docs/walks/${name}.md`));

  it('oracle', () => {
    installDebian(['curl', 'prometheus'], ['/usr/bin/curl', '/usr/bin/prometheus']);
    return play('docs/walks/oracle.md');
  });
});

import { play } from './player.ts';

describe('a walk by its page', function () {
  this.timeout(900_000);

  for (const name of ['rest', 'terminal', 'deployment']) it(name, () => play(`docs/walks/${name}.md`));
});

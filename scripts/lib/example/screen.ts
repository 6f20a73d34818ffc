import type { AgentEvent } from '@causeway/client';
import { Output } from '../client/output.ts';

/** What the example prints: lines for people, or with `--json` one document for each event. */
export class Screen {
  readonly #out: Output;
  readonly #beganAt = performance.now();

  constructor(json: boolean) {
    this.#out = new Output({ json });
  }

  /** A heading of the story. */
  chapter(title: string): void {
    this.#out.note(`\n${title}`);
    this.#json({ type: 'chapter', title });
  }

  /** A sentence, after the seconds since the beginning. */
  say(text: string): void {
    const seconds = ((performance.now() - this.#beganAt) / 1_000).toFixed(1);
    this.#out.note(`${seconds.padStart(6)} s  ${text}`);
    this.#json({ type: 'said', text });
  }

  /** What an agent did. */
  agent(name: string, event: AgentEvent): void {
    const { type } = event;
    if (type === 'failed') this.say(`${name} fails: ${event.message} (${event.code}); the task is tried again`);
    else if (type === 'lost' || type === 'waiting') this.say(`${name}: ${type}, ${event.message}`);
    else this.#json({ ...event, agent: name, type: `agent.${type}` });
  }

  /** A line of a table or a picture. */
  line(text: string): void {
    this.#out.note(`          ${text}`);
  }

  /** The end, for programs. */
  result(value: object): void {
    this.#json({ type: 'result', ...value });
  }

  #json(value: object): void {
    if (this.#out.json) this.#out.document(value);
  }
}

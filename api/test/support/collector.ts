import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector gets it. */
export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** True when the span's work failed. */
  readonly failed: boolean;
}

type Value = { readonly stringValue?: string; readonly intValue?: number | string };
type Pairs = readonly { readonly key: string; readonly value: Value }[];
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Pairs };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'service' | 'attributes' | 'failed'> & {
        readonly attributes: Pairs;
        readonly status?: { readonly code?: number };
      })[];
    }[];
  }[];
}

const ERROR = 2;

const valuesOf = (pairs: Pairs): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

/** A collector of OpenTelemetry's traces: OTLP over HTTP, as JSON. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  /** Everything that was sent, as text. */
  text = '';
  readonly paths = new Set<string>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      this.text += body;
      this.paths.add(request.url ?? '');
      this.#take(JSON.parse(body));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }

  #take({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      for (const { attributes, status, name, traceId, spanId, parentSpanId } of scopeSpans.flatMap(
        ({ spans }) => spans,
      )) {
        const failed = status?.code === ERROR;
        const parent = parentSpanId || undefined;
        this.spans.push({
          ...{ service, name, traceId, spanId, parentSpanId: parent, failed },
          attributes: valuesOf(attributes),
        });
      }
    }
  }

  /** The collector's URL. */
  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

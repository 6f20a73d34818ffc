import type { Tracer } from '@causeway/runtime/trace-context';
import type { BaseLogger } from 'pino';
import { VERSION } from '../version.ts';

/** Spans of this process, until it ends. */
export interface Telemetry {
  /** Undefined while no collector is configured: no span is made then. */
  readonly tracer: Tracer | undefined;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** The environment of OpenTelemetry that says where traces go. */
export type TelemetryEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * The URL for traces: OTEL_EXPORTER_OTLP_TRACES_ENDPOINT as it is, or `v1/traces` below OTEL_EXPORTER_OTLP_ENDPOINT.
 */
function endpointOf(env: TelemetryEnvironment): string | undefined {
  if (env.OTEL_SDK_DISABLED === 'true') return undefined;
  if (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return base ? `${base.replace(/\/+$/, '')}/v1/traces` : undefined;
}

/**
 * Opens the tracer of this process if `env` names a collector (OTLP over HTTP, JSON); the SDK is loaded only then. The
 * exporter reads its other settings (headers, time-out) from the process's own environment.
 */
export async function openTelemetry(env: TelemetryEnvironment, log: BaseLogger): Promise<Telemetry> {
  const url = endpointOf(env);
  if (url === undefined) return { tracer: undefined, close: async () => {} };
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all(
    [
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ],
  );
  const resource = resourceFromAttributes({
    'service.name': env.OTEL_SERVICE_NAME ?? 'causeway-api',
    'service.version': VERSION,
  });
  const spanProcessors = [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })];
  const provider = new TracerProvider({ resource, spanProcessors });
  return {
    tracer: provider.getTracer('causeway', VERSION),
    async close() {
      // A collector that is gone holds up no end.
      await provider.shutdown().catch((err: unknown) => log.warn({ err }, 'the last spans were not sent'));
    },
  };
}

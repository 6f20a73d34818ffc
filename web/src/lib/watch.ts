import { api, awaySinceMs } from './service.ts';

/** Milliseconds between two questions whether the service is back. */
const EVERY_MS = 500;

/** Asks a service that is away whether it is back, so that every part of the page goes on by itself. */
export function watchService(): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  awaySinceMs.subscribe((since) => {
    if (since === null) {
      clearInterval(timer);
      timer = undefined;
    } else timer ??= setInterval(() => void api.http.GET('/live').catch(() => {}), EVERY_MS);
  });
}

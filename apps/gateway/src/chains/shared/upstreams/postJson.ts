import type { Dispatcher } from 'undici'
import { createTimeouts } from './createTimeouts.ts'

/** The outcome of one HTTP exchange. */
export type PostResult =
  | { ok: true; status: number; text: string; retryAfterMs: number | undefined }
  | { ok: false; reason: 'timeout' | 'connection' | 'too-large' | 'cancelled' }

/** A URL and headers, parsed once. */
export type PostTarget = { origin: string; path: string; headers: Readonly<Record<string, string>> }

const timeouts = createTimeouts()
/** 10 MiB, after decompression. */
const maxResponseBytes = 10 * 1024 * 1024

/**
 * Posts JSON and reads the response, within a timeout and a size limit. Follows no redirects. Never rejects. Calls
 * undici's dispatcher directly: streams and abort controllers would cost more than the rest of a forwarded request.
 */
export function postJson({
  target: { origin, path, headers },
  body,
  timeoutMs,
  dispatcher,
  signal,
}: {
  target: PostTarget
  body: string
  timeoutMs: number
  dispatcher: Dispatcher
  /** Cancels the exchange. */
  signal?: AbortSignal | undefined
}): Promise<PostResult> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    let status = 0
    let retryAfterMs: number | undefined
    let controller: Dispatcher.DispatchController | undefined
    let isSettled = false

    function settle(result: PostResult): void {
      if (isSettled) return
      isSettled = true
      stopTimeout()
      signal?.removeEventListener('abort', cancel)
      resolve(result)
    }

    function end(reason: 'timeout' | 'cancelled' | 'too-large'): void {
      settle({ ok: false, reason })
      controller?.abort(new Error(reason))
    }

    const cancel = () => end('cancelled')
    const stopTimeout = timeouts.start(timeoutMs, () => end('timeout'))
    signal?.addEventListener('abort', cancel)

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(given) {
        controller = given
        // The timeout passed while the request waited for a connection.
        if (isSettled) given.abort(new Error('too late'))
      },
      onResponseStart(_, statusCode, { 'retry-after': retryAfter }) {
        status = statusCode
        retryAfterMs = readRetryAfter(retryAfter)
      },
      onResponseData(_, chunk) {
        size += chunk.length
        if (size > maxResponseBytes) end('too-large')
        else chunks.push(chunk)
      },
      onResponseEnd() {
        const [first] = chunks
        const whole = chunks.length === 1 && first ? first : Buffer.concat(chunks, size)
        settle({ ok: true, status, text: whole.toString('utf8'), retryAfterMs })
      },
      // Refused, reset, closed early, DNS or TLS error: all are handled by trying another upstream.
      onResponseError: () => settle({ ok: false, reason: 'connection' }),
    }
    try {
      const options = {
        origin,
        path,
        method: 'POST',
        headers: headers as Record<string, string>,
        body,
      } as const
      dispatcher.dispatch(options, handler)
    } catch {
      // The dispatcher is destroyed: the gateway is shutting down.
      settle({ ok: false, reason: 'connection' })
    }
  })
}

function readRetryAfter(header: string | string[] | undefined): number | undefined {
  const value = Array.isArray(header) ? header[0] : header
  if (value === undefined) return undefined
  if (/^\d{1,6}$/.test(value.trim())) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

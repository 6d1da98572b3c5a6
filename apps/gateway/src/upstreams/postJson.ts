import { type Dispatcher, request } from 'undici'

/** What one HTTP exchange with a node brought. */
export type PostResult =
  | { ok: true; status: number; text: string; retryAfterMs: number | undefined }
  | { ok: false; reason: 'timeout' | 'connection' | 'too-large' | 'cancelled' }

/** 10 MiB, decoded. */
const maxAnswer = 10 * 1024 * 1024

/** Sends JSON and reads the answer, within a time and a size. Follows no redirect. Never rejects. */
export async function postJson({
  url,
  headers,
  body,
  timeoutMs,
  dispatcher,
  signal,
}: {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  timeoutMs: number
  dispatcher: Dispatcher
  /** Ends the exchange when nobody needs it any longer. */
  signal?: AbortSignal | undefined
}): Promise<PostResult> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, timeoutMs)
  signal?.addEventListener('abort', abort)
  try {
    const response = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body,
      signal: controller.signal,
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response.body) {
      size += chunk.length
      if (size > maxAnswer) {
        controller.abort()
        return { ok: false, reason: 'too-large' }
      }
      chunks.push(chunk)
    }
    return {
      ok: true,
      status: response.statusCode,
      text:
        chunks.length === 1
          ? (chunks[0] as Buffer).toString('utf8')
          : Buffer.concat(chunks, size).toString('utf8'),
      retryAfterMs: readRetryAfter(response.headers['retry-after']),
    }
  } catch {
    if (signal?.aborted) return { ok: false, reason: 'cancelled' }
    // Refused, reset, unresolvable, no TLS: whatever it was, another node is asked.
    return { ok: false, reason: controller.signal.aborted ? 'timeout' : 'connection' }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function readRetryAfter(header: string | string[] | undefined): number | undefined {
  const value = Array.isArray(header) ? header[0] : header
  if (value === undefined) return undefined
  if (/^\d{1,6}$/.test(value.trim())) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

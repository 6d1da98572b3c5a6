/** Milliseconds to wait for a server. */
export const timeoutMs = 10_000

/** An answer with its text, or why there is none. */
export type Answer = { status: number; headers: Headers; text: string } | { failure: string }

/** Sends a GET request that ends after ten seconds. Never throws. */
export async function request(url: string | URL, headers: Record<string, string> = {}): Promise<Answer> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    return { failure: reasonOf(error) }
  }
}

/** Returns what went wrong with a connection, such as `ECONNREFUSED`, as a short text. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds`
  // `fetch` says only "fetch failed"; the reason is the cause.
  const { cause } = error
  if (cause instanceof Error) return 'code' in cause && cause.code ? `${cause.code}` : cause.message
  return 'code' in error && error.code ? `${error.code}` : error.message
}

/** Parses JSON; undefined if the text is none. */
export function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

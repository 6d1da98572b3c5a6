/** Milliseconds to wait for the other server. */
const timeoutMs = 3000

/** Reads the time of another of our servers, which `GET /livez` says; undefined if it does not. */
export async function readServerClock({
  url,
  fetch = globalThis.fetch,
}: {
  /** Origin of the server. */
  url: string
  fetch?: typeof globalThis.fetch | undefined
}): Promise<number | undefined> {
  const response = await fetch(`${url}/livez`, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) return undefined
  const body: unknown = await response.json()
  const time = typeof body === 'object' && body !== null && 'time' in body ? body.time : undefined
  return typeof time === 'number' ? time : undefined
}

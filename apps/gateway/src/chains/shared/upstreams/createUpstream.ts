import type { Upstream } from './Upstream.ts'

/**
 * Creates an upstream from its URL. Credentials in the URL become an `authorization` header, so that they appear in no
 * log and no error.
 */
export function createUpstream(address: string, index = 0): Upstream {
  const url = new URL(address)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization: Record<string, string> =
    username || password ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {}
  return {
    index,
    url: url.href,
    headers: authorization,
    target: {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...authorization,
      },
    },
    label: url.host,
    coolUntil: 0,
    batches: true,
    check: undefined,
    checkAgainAt: 0,
    stats: new Map(),
    height: undefined,
    nextRecoveryProbeAt: 0,
  }
}

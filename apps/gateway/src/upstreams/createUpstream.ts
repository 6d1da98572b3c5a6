import type { Stats } from './createStats.ts'
import type { PostTarget } from './postJson.ts'
import type { Answer } from './readAnswer.ts'

/** One node, and what is known of it. */
export type Upstream = {
  /** Where it stands in the list of the configuration. */
  place: number
  url: string
  /** Credentials, if the address has some. */
  headers: Readonly<Record<string, string>>
  target: PostTarget
  /** For logs and metrics. The path is left out: it often holds a key. */
  label: string
  coolUntil: number
  batches: boolean
  /** Whether the node is on our chain; unset until it has answered. */
  check: Promise<'right' | 'wrong' | Extract<Answer, { kind: 'failure' }>> | undefined
  checkAgainAt: number
  /** How it did, by method, and under the empty name over all of them. */
  stats: Map<string, Stats>
  /** The newest block it has named, and when. */
  height: { number: number; at: number } | undefined
  /** When a copy of a client's question may be sent to find out whether it is well again. */
  shadowAt: number
}

/** A node by its address; credentials in it become a header, so that no log and no error shows them. */
export function createUpstream(address: string, place = 0): Upstream {
  const url = new URL(address)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization: Record<string, string> =
    username || password ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {}
  return {
    place,
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
    shadowAt: 0,
  }
}

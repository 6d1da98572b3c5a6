import type { Answer } from './readAnswer.ts'

/** One node, and what is known of it. */
export type Upstream = {
  url: string
  /** For logs. The path is left out: it often holds a key. */
  label: string
  headers: Readonly<Record<string, string>>
  coolUntil: number
  batches: boolean
  /** Whether the node is on our chain; unset until it has answered. */
  check: Promise<'right' | 'wrong' | Extract<Answer, { kind: 'failure' }>> | undefined
  checkAgainAt: number
}

/** A node by its address; credentials in it become a header, so that no log and no error shows them. */
export function createUpstream(address: string): Upstream {
  const url = new URL(address)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    url: url.href,
    label: url.host,
    headers:
      username || password ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {},
    coolUntil: 0,
    batches: true,
    check: undefined,
    checkAgainAt: 0,
  }
}

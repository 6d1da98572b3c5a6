import { createLog } from '@portico/server'
import { Agent } from 'undici'
import { onTestFinished } from 'vitest'
import { createUpstreams, type OnUpstream, type Upstreams } from '../upstreams/createUpstreams.ts'

/** The nodes of chain 31337 of a test; `onUpstream` hears of every exchange with them. */
export function createTestUpstreams({
  urls,
  onUpstream = () => {},
}: {
  urls: readonly string[]
  onUpstream?: OnUpstream
}): Upstreams {
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  const log = createLog({ level: 'silent' })
  return createUpstreams({ chain: 'eip155:31337', urls, dispatcher, log, onUpstream })
}

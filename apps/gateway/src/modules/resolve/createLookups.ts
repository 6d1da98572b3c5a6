import { BaseError } from '@portico/protocol'
import { type Hex, isHex } from 'viem'
import type { SafeFetch } from '../../infra/egress/createSafeFetch.ts'

const maxLookups = 4
const maxUrls = 3
/** Characters of a URL that is fetched. */
const maxUrl = 2048
/** Bytes of an answer, which contains its data in hex. */
const maxBytes = 64 * 1024

/** Offchain lookups of one resolution. */
export type Lookups = {
  /** Asks the servers that a resolver names, in order. */
  request(query: { data: Hex; sender: Hex; urls: readonly string[] }): Promise<Hex>
  /** Whether one of the lookups failed, so that the resolution says nothing about the name. */
  readonly hasFailed: boolean
}

/**
 * Creates the offchain lookups (ERC-3668) of one resolution. The resolver names the servers, so they are reached only through
 * `safeFetch`, four times in all and three servers each time: a resolver could go on forever.
 *
 * @param parameters.deadline in milliseconds since the epoch
 * @see https://eips.ethereum.org/EIPS/eip-3668
 */
export function createLookups({
  safeFetch,
  deadline,
  now,
}: {
  safeFetch: Pick<SafeFetch, 'get' | 'post'>
  deadline: number
  now: () => number
}): Lookups {
  let count = 0
  let hasFailed = false

  async function request({ data, sender, urls }: { data: Hex; sender: Hex; urls: readonly string[] }) {
    count++
    if (count > maxLookups) throw new BaseError('The resolver of the name asks for too many lookups.')
    for (const template of urls.slice(0, maxUrls)) {
      if (now() >= deadline) break
      const answer = await ask(template, data, sender.toLowerCase())
      if (answer) return answer
    }
    throw new BaseError('The servers of the name did not answer.')
  }

  async function ask(template: string, data: Hex, sender: string): Promise<Hex | undefined> {
    const isInUrl = template.includes('{data}')
    // The result would be too long to be fetched, but a resolver can have it be as long as a string may be.
    if (template.length > maxUrl || (isInUrl && data.length > maxUrl)) return undefined
    // The host must not depend on what is asked.
    if (/^[^/]*\/\/[^/?#]*\{(sender|data)\}/.test(template)) return undefined
    const url = template.replaceAll('{sender}', sender).replaceAll('{data}', data)
    const limits = { url, mediaTypes: ['application/json'], maxBytes }
    const result = isInUrl
      ? await safeFetch.get(limits)
      : await safeFetch.post({ ...limits, json: JSON.stringify({ data, sender }) })
    return result.ok ? readData(result.bytes) : undefined
  }

  return {
    async request(query) {
      try {
        return await request(query)
      } catch (error) {
        hasFailed = true
        throw error
      }
    },
    get hasFailed() {
      return hasFailed
    },
  }
}

function readData(bytes: Buffer): Hex | undefined {
  try {
    const { data } = JSON.parse(bytes.toString('utf8')) as { data?: unknown }
    return isHex(data) && data.length % 2 === 0 ? data : undefined
  } catch {
    return undefined
  }
}

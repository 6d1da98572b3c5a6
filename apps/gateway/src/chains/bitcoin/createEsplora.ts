import { BaseError, type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type * as z from 'zod/mini'
import type { FetchText, TextResponse } from '../../infra/egress/createFetchText.ts'
import type { Network } from '../shared/Network.ts'
import { createCircuitBreaker } from '../shared/providers/createCircuitBreaker.ts'

/** The Esplora servers of one Bitcoin network. */
export type Esplora = Network & {
  /**
   * Fetches a JSON document and parses it with the schema.
   *
   * @throws {EsploraRefusal} if the server rejects the request, such as for an unknown transaction.
   * @throws {BaseError} if no server answers.
   */
  ask<Schema extends z.ZodMiniType>(
    call: { path: string; schema: Schema },
    options: { deadline: number },
  ): Promise<z.output<Schema>>
}

/** Thrown when an Esplora server rejects a request as invalid or not found. */
export class EsploraRefusal extends BaseError {
  override name = 'EsploraRefusal'
  readonly status: number
  constructor({ status, host }: { status: number; host: string }) {
    super(`${host} refused with status ${status}.`)
    this.status = status
  }
}

/** Statuses about the request, which any server would return; others, such as 429, are about the server. */
const refusals = new Set([400, 404, 405])

/**
 * Creates the client of a network's Esplora servers. If one fails, the next is tried; each has a circuit breaker.
 *
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export function createEsplora({
  chain,
  urls,
  fetchText,
  log,
  now = Date.now,
}: {
  chain: CaipNetworkId
  /** Without a trailing slash. */
  urls: readonly string[]
  fetchText: FetchText
  log: Log
  now?: () => number
}): Esplora {
  const { reference } = parseCaipNetworkId(chain)
  const servers = urls.map((url) => {
    const { host } = new URL(url)
    return {
      url,
      host,
      breaker: createCircuitBreaker({ provider: { id: host, cost: 1, rate: null }, now }),
      isOurs: false,
    }
  })

  /** Runs before the first use: a server of another network would answer, but with wrong data. */
  async function check(server: (typeof servers)[number], deadline: number): Promise<void> {
    if (server.isOurs) return
    const { status, text } = await fetchText({ url: `${server.url}/block-height/0`, deadline })
    if (status !== 200 || !text.startsWith(reference)) {
      log.error({ chain, upstream: server.host }, 'Esplora server serves another network and is left out')
      throw new BaseError(`${server.host} serves another network.`)
    }
    server.isOurs = true
  }

  async function first<Value>(
    path: string,
    deadline: number,
    read: (answer: TextResponse, host: string) => Value,
  ): Promise<Value> {
    let failure: unknown = new BaseError(`There is no Esplora server for ${chain}.`)
    for (const server of servers) {
      const { url, host, breaker } = server
      try {
        return await breaker(async () => {
          await check(server, deadline)
          const answer = await fetchText({ url: `${url}${path}`, deadline })
          if (answer.status !== 200 && !refusals.has(answer.status))
            throw new BaseError(`${host} answered with status ${answer.status}.`)
          return read(answer, host)
        })
      } catch (error) {
        log.warn({ chain, upstream: host, error }, 'Esplora server failed')
        failure = error
      }
    }
    throw failure
  }

  return {
    id: chain,
    async ask({ path, schema }, { deadline }) {
      const result = await first(path, deadline, (answer, host) => {
        // Returned, not thrown: a rejection must not count as a failure in the circuit breaker.
        if (answer.status !== 200) return new EsploraRefusal({ status: answer.status, host })
        const read = schema.safeParse(parse(answer.text))
        if (read.success) return { value: read.data }
        throw new BaseError(`${host} returned an unexpected response.`, {
          metaMessages: [`Chain: ${chain}`, `At: ${read.error.issues[0]?.path.join('.')}`],
        })
      })
      if (result instanceof EsploraRefusal) throw result
      return result.value as never
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

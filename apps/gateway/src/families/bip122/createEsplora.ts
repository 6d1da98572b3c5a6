import { BaseError, type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type * as z from 'zod/mini'
import type { FetchText, TextAnswer } from '../../providers/createFetchText.ts'
import { createGuard } from '../../providers/createGuard.ts'
import type { Network } from '../Family.ts'

/** One Bitcoin network as Esplora servers know it. */
export type Esplora = Network & {
  /**
   * A JSON document; what the schema leaves of it.
   *
   * @throws {EsploraRefusal} if there is no such thing.
   * @throws {BaseError} if no server answers.
   */
  ask<Schema extends z.ZodMiniType>(
    call: { path: string; schema: Schema },
    options: { deadline: number },
  ): Promise<z.output<Schema>>
}

/** Esplora's word: there is no such thing, or the request cannot be carried out. */
export class EsploraRefusal extends BaseError {
  override name = 'EsploraRefusal'
  readonly status: number
  constructor({ status, host }: { status: number; host: string }) {
    super(`${host} refused with status ${status}.`)
    this.status = status
  }
}

/** What any server would say to the request. 429 and the like say something about the server. */
const refusals = new Set([400, 404, 405])

/**
 * The Esplora servers of a Bitcoin network: the next one where one fails; one that fails five times in a row rests.
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
  /** Without a slash at the end. */
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
      guard: createGuard({ provider: { id: host, cost: 1, rate: null }, now }),
      isOurs: false,
    }
  })

  /** Before the first use: a server of another network would answer, and wrongly. */
  async function check(server: (typeof servers)[number], deadline: number): Promise<void> {
    if (server.isOurs) return
    const { status, text } = await fetchText({ url: `${server.url}/block-height/0`, deadline })
    if (status !== 200 || !text.startsWith(reference)) {
      log.error({ chain, upstream: server.host }, 'the Esplora server is of another network: left out')
      throw new BaseError(`${server.host} is of another network.`)
    }
    server.isOurs = true
  }

  async function first<Value>(
    path: string,
    deadline: number,
    read: (answer: TextAnswer, host: string) => Value,
  ): Promise<Value> {
    let failure: unknown = new BaseError(`There is no Esplora server of ${chain}.`)
    for (const server of servers) {
      const { url, host, guard } = server
      try {
        return await guard(async () => {
          await check(server, deadline)
          const answer = await fetchText({ url: `${url}${path}`, deadline })
          if (answer.status !== 200 && !refusals.has(answer.status))
            throw new BaseError(`${host} answered with status ${answer.status}.`)
          return read(answer, host)
        })
      } catch (error) {
        log.warn({ chain, upstream: host, error }, 'an Esplora server did not answer')
        failure = error
      }
    }
    throw failure
  }

  return {
    id: chain,
    async ask({ path, schema }, { deadline }) {
      const result = await first(path, deadline, (answer, host) => {
        // Outside the guard's sight: a server that says no is well.
        if (answer.status !== 200) return new EsploraRefusal({ status: answer.status, host })
        const read = schema.safeParse(parse(answer.text))
        if (read.success) return { value: read.data }
        throw new BaseError(`${host} answered with something that is no answer.`, {
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

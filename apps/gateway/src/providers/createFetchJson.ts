import { BaseError } from '@portico/protocol'
import { type Dispatcher, request } from 'undici'

/** Reads a JSON document of a service the operator has named. */
export type FetchJson = (query: { url: string; deadline: number }) => Promise<unknown>

const maxAnswer = 5 * 1024 * 1024
const patience = 4000

/**
 * Reads JSON over HTTP within a time and a size; follows no redirect.
 *
 * @throws {BaseError} if there is no answer, or it is not a JSON document with status 200.
 */
export function createFetchJson({
  dispatcher,
  headers = {},
}: {
  dispatcher: Dispatcher
  headers?: Readonly<Record<string, string>>
}): FetchJson {
  return async ({ url, deadline }) => {
    const { host } = new URL(url)
    const signal = AbortSignal.timeout(Math.max(1, Math.min(patience, deadline - Date.now())))
    try {
      const response = await request(url, {
        dispatcher,
        signal,
        headers: { accept: 'application/json', ...headers },
      })
      if (response.statusCode !== 200) {
        await response.body.dump()
        throw new BaseError(`${host} answered with status ${response.statusCode}.`)
      }
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of response.body) {
        size += chunk.length
        if (size > maxAnswer) throw new BaseError(`${host} answered too much.`)
        chunks.push(chunk)
      }
      return JSON.parse(Buffer.concat(chunks).toString('utf8'))
    } catch (error) {
      if (error instanceof BaseError) throw error
      throw new BaseError(`${host} gave no answer that could be read.`, { cause: error as Error })
    }
  }
}

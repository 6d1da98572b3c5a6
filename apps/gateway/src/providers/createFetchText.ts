import { BaseError } from '@portico/protocol'
import { type Dispatcher, request } from 'undici'

/** What a service answered, whatever its status. */
export type TextAnswer = { status: number; text: string }

/** Asks a service the operator has named. */
export type FetchText = (query: { url: string; deadline: number }) => Promise<TextAnswer>

const maxAnswer = 5 * 1024 * 1024
const patience = 4000

/**
 * Asks over HTTP within a time and a size; follows no redirect.
 *
 * @throws {BaseError} if there is no answer, or too much of it.
 */
export function createFetchText({
  dispatcher,
  headers = {},
}: {
  dispatcher: Dispatcher
  headers?: Readonly<Record<string, string>>
}): FetchText {
  return async ({ url, deadline }) => {
    const { host } = new URL(url)
    const signal = AbortSignal.timeout(Math.max(1, Math.min(patience, deadline - Date.now())))
    try {
      const response = await request(url, { dispatcher, signal, headers })
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of response.body) {
        size += chunk.length
        if (size > maxAnswer) throw new BaseError(`${host} answered too much.`)
        chunks.push(chunk)
      }
      return { status: response.statusCode, text: Buffer.concat(chunks).toString('utf8') }
    } catch (error) {
      if (error instanceof BaseError) throw error
      throw new BaseError(`${host} gave no answer that could be read.`, { cause: error as Error })
    }
  }
}

import { BaseError } from '@portico/protocol'
import type * as z from 'zod/mini'
import type { JsonRequest, SendJson } from '../../infra/egress/createSendJson.ts'

/** Calls a provider's API and parses the answer with a schema. */
export type OnrampClient = <Schema extends z.ZodMiniType>(
  query: Omit<JsonRequest, 'url'> & { path: string; schema: Schema },
) => Promise<z.output<Schema>>

/**
 * Creates the client of a provider's API.
 *
 * @throws {BaseError} if the provider fails, or its answer does not match the schema. The messages contain no answer: it may
 * contain the visitor's data.
 */
export function createOnrampClient({
  name,
  url,
  sendJson,
}: {
  name: string
  /** Of the API, without a trailing slash. */
  url: string
  sendJson: SendJson
}): OnrampClient {
  return async ({ path, schema, ...query }) => {
    const { status, body } = await sendJson({ ...query, url: `${url}${path}` })
    if (status < 200 || status > 299) throw new BaseError(`${name} answered with status ${status}.`)
    const result = schema.safeParse(body)
    if (result.success) return result.data
    throw new BaseError(`${name} returned an unexpected response.`, {
      metaMessages: [`At: ${result.error.issues[0]?.path.join('.')}`],
    })
  }
}

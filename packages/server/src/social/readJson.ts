import { type Configuration, fetchProtectedResource } from 'openid-client'
import * as z from 'zod/mini'

/** Reads a JSON resource of a provider with an access token. */
export async function readJson<Schema extends z.ZodMiniType>({
  config,
  token,
  url,
  schema,
}: {
  config: Configuration
  token: string
  url: URL
  schema: Schema
}): Promise<z.output<Schema>> {
  const headers = new Headers({ accept: 'application/json' })
  const response = await fetchProtectedResource(config, token, url, 'GET', undefined, headers)
  if (!response.ok) throw new Error(`status ${response.status}`)
  return z.parse(schema, await response.json())
}

import { vaultProblem } from '@portico/protocol/vault'
import * as z from 'zod/mini'
import { addClientId } from '../session/addClientId.ts'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'

/**
 * Calls a route for mailed links: of the vault, with the link's token, or of the gateway, with the vault's statement. These are
 * the only proof, because the link may be opened in another browser than the one that logs in.
 *
 * @throws {ServerError} with the server's problem
 * @throws {ServerUnreachableError} when there is no valid response
 */
export async function askServer<schema extends z.core.$ZodType>({
  server,
  path,
  body,
  schema,
  fetch,
  clientId,
}: {
  /** URL of the server, without a trailing slash. */
  server: string
  path: string
  body: Readonly<Record<string, string>>
  schema: schema
  fetch: typeof globalThis.fetch
  /** Returns the random ID of this installation. Only the gateway gets it. */
  clientId?: (() => Promise<string>) | undefined
}): Promise<z.output<schema>> {
  try {
    const response = await fetch(await addClientId(`${server}${path}`, clientId), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(20_000),
    })
    const content: unknown = response.status === 204 ? {} : await response.json()
    if (!response.ok) throw new ServerError(vaultProblem.parse(content))
    return z.parse(schema, content)
  } catch (cause) {
    if (cause instanceof ServerError) throw cause
    throw new ServerUnreachableError({ server, cause })
  }
}

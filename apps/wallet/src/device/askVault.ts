import { vaultProblem } from '@portico/protocol/vault'
import * as z from 'zod/mini'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'

/**
 * Calls one of the vault's routes for mailed links. The link's token is the only proof: the link may be opened in another
 * browser than the one that logs in.
 *
 * @throws {ServerError} with the vault's problem
 * @throws {ServerUnreachableError} when there is no valid response
 */
export async function askVault<schema extends z.core.$ZodType>({
  vaultUrl,
  path,
  token,
  schema,
  fetch,
}: {
  vaultUrl: string
  path: string
  token: string
  schema: schema
  fetch: typeof globalThis.fetch
}): Promise<z.output<schema>> {
  try {
    const response = await fetch(`${vaultUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(20_000),
    })
    const content: unknown = await response.json()
    if (!response.ok) throw new ServerError(vaultProblem.parse(content))
    return z.parse(schema, content)
  } catch (cause) {
    if (cause instanceof ServerError) throw cause
    throw new ServerUnreachableError({ server: vaultUrl, cause })
  }
}

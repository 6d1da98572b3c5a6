import { vaultProblem } from '@portico/protocol/vault'
import * as z from 'zod/mini'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'

/**
 * Asks one of the vault's routes for mailed links. Their token is the whole proof: this browser may be another one than that
 * which logs in.
 *
 * @throws {ServerError} with the vault's problem
 * @throws {ServerUnreachableError} when nothing answered, or something else did
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
    const answer = await fetch(`${vaultUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(20_000),
    })
    const content: unknown = await answer.json()
    if (!answer.ok) throw new ServerError(vaultProblem.parse(content))
    return z.parse(schema, content)
  } catch (cause) {
    if (cause instanceof ServerError) throw cause
    throw new ServerUnreachableError({ server: vaultUrl, cause })
  }
}

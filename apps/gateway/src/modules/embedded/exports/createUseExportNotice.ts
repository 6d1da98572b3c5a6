import type { ExportKind } from '@portico/protocol/vault'
import { createUsageCounter } from '@portico/server'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import type { WalletSession } from '../sessions/store.ts'

/** How long a used statement is stored; none is accepted for longer. */
const usedMs = 10 * 60_000

/**
 * Uses the vault's statement that it has mailed the owner about an export of one of these kinds by the device of the session.
 * Returns the kind. Each statement is accepted once.
 *
 * @throws {Problem} `statement-invalid`, `jwt-not-yet-valid` or `vault-unavailable`
 */
export type UseExportNotice = <Kind extends ExportKind>(
  session: Pick<WalletSession, 'userId' | 'jkt'>,
  notice: { statement: string; kinds: readonly Kind[] },
) => Promise<Kind>

/** Creates the check of the vault's statements about exports. */
export function createUseExportNotice({
  database,
  statements,
  now: clock,
}: {
  database: Database
  statements: Pick<VaultStatements, 'readExport'>
  now: () => number
}): UseExportNotice {
  return async ({ userId, jkt }, { statement, kinds }) => {
    const claims = await statements.readExport(statement)
    const kind = kinds.find((kind) => kind === claims.kind)
    if (claims.sub !== userId || claims.jkt !== jkt || !kind) throw new Problem('statement-invalid')
    const now = clock()
    const used = { key: `export ${claims.jti}`, now, expiresAt: now + usedMs }
    if (!(await createUsageCounter({ database }).takeOnce(used))) throw new Problem('statement-invalid')
    return kind
  }
}

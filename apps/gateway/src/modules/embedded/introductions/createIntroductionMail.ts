import { createHash } from 'node:crypto'
import type { IntroductionMailResponse } from '@portico/protocol/gateway'
import { hashAddress, inTransaction } from '@portico/server'
import type { MailQueue } from '@portico/server/mail'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import type { CodeMail } from './composeCodeMail.ts'
import type { ContentCipher } from './createContentCipher.ts'
import type { IdentityIndexesOf } from './createIdentityIndexes.ts'
import type { IntroductionCodes } from './createIntroductionCodes.ts'
import { createIntroductionStore } from './createIntroductionStore.ts'
import { findOwnIntroduction } from './findOwnIntroduction.ts'
import { introductionLocks } from './introductionLocks.ts'
import { toMailResponse } from './toMailResponse.ts'

/** Creates the step of an introduction in which the vault has verified the address. */
export function createIntroductionMail({
  database,
  contents,
  codes,
  indexesOf,
  statements,
  mailQueue,
  now: clock,
}: {
  database: Database
  contents: ContentCipher
  codes: IntroductionCodes
  indexesOf: IdentityIndexesOf
  statements: Pick<VaultStatements, 'readAssertion'>
  mailQueue: Pick<MailQueue<CodeMail>, 'kick'>
  now: () => number
}) {
  /**
   * Mails the code to the address that the vault has verified. Repeating the request has no effect.
   *
   * @throws {Problem} `introduction-expired`, `introduction-mismatch`, `assertion-invalid`, `assertion-expired`,
   * `assertion-used`, `jwt-not-yet-valid`, `vault-unavailable`, `rate-limited` or `busy`
   */
  return async ({
    id,
    assertion,
    jkt,
  }: {
    id: string
    assertion: string
    jkt: string
  }): Promise<IntroductionMailResponse> => {
    const claims = await statements.readAssertion(assertion)
    if (claims.jkt !== jkt) throw new Problem('assertion-invalid')
    const before = await findOwnIntroduction({ database, id, jkt, now: clock() })
    const content = await contents.openEmail(before)
    const { email, origin, projectId } = content
    const isSame =
      claims.method === before.way &&
      claims.tx === before.tx &&
      claims.address === hashAddress({ tx: before.tx, email }) &&
      claims.origin === origin &&
      claims.projectId === projectId
    if (!isSame) throw new Problem('introduction-mismatch')
    const assertionId = createHash('sha256').update(`${claims.iss} ${claims.jti}`).digest('base64url')
    const indexes = indexesOf({ way: before.way, subject: email })
    const device = { heldUntil: claims.heldUntil, deviceSince: claims.deviceSince }
    const stated = await contents.seal(id, { ...content, device })
    const now = clock()
    const format = await inTransaction({
      database,
      locks: [...introductionLocks({ id, way: before.way, indexes }), { key: `assertion ${assertionId}` }],
      run: async (transaction) => {
        const store = createIntroductionStore({ database: transaction })
        const row = await findOwnIntroduction({ database: transaction, id, jkt, now: clock() })
        // A retry of a request that succeeded.
        if (row.assertion_id === assertionId) return row.format
        if (await store.isAssertionUsed(assertionId)) throw new Problem('assertion-used')
        if (row.step !== 'assertion') throw new Problem('introduction-expired')
        await codes.countIntroduction(transaction, row, now)
        await store.setSubject({ id, sub: claims.sub, assertionId, content: stated })
        return codes.send(transaction, row, content, now)
      },
    })
    mailQueue.kick()
    return toMailResponse(format)
  }
}

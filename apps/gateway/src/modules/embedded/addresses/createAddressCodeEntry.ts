import { sealedIntroductionCode } from '@portico/protocol/gateway'
import type { Lock } from '@portico/server'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../infra/database/Tables.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { createAuditedTransaction, Note } from '../audit/createAuditedTransaction.ts'
import type { WalletDevices } from '../devices/service.ts'
import { type CodeRefusal, checkCode } from '../introductions/checkCode.ts'
import type { IntroductionMetrics } from '../introductions/createIntroductionMetrics.ts'
import type { SealedReader } from '../introductions/createSealedReader.ts'
import { toCodeProblem } from '../introductions/toCodeProblem.ts'
import type { ChangingDevice } from './ChangingDevice.ts'
import { type AddressChange, createAddressChangeStore } from './createAddressChangeStore.ts'
import type { AddressCodes } from './createAddressCodes.ts'
import { findOwnChange } from './findOwnChange.ts'

/** What came of a code. */
type Outcome = 'accepted' | { problem: 'email-taken' } | CodeRefusal

/** A typed code of one step. */
export interface AddressCodeTry {
  id: string
  sealed: string
  device: ChangingDevice
  step: 'old' | 'new'
  locks: Lock[]
  /** Runs in the transaction that counts the try. Returns false if the next address is taken. */
  onRight(call: {
    transaction: Transaction<Tables>
    row: AddressChange
    note: Note
    now: number
  }): Promise<boolean>
}

/**
 * Creates the function that verifies a code typed for a change of address.
 *
 * @returns a function that throws {Problem} `sealed-invalid`, `device-held`, `device-too-new`, `address-change-expired`,
 * `code-wrong`, `code-burnt`, `code-void` or `email-taken`
 */
export function createAddressCodeEntry({
  inAuditedTransaction,
  readSealed,
  devices,
  isRight,
  metrics,
  now: clock,
}: {
  inAuditedTransaction: ReturnType<typeof createAuditedTransaction>
  readSealed: SealedReader
  devices: Pick<WalletDevices, 'requireTrusted'>
  isRight: AddressCodes['isRight']
  metrics: Pick<IntroductionMetrics, 'onCode'>
  now: () => number
}) {
  return async ({ id, sealed, device, step, locks, onRight }: AddressCodeTry): Promise<void> => {
    const typed = await readSealed(sealed, sealedIntroductionCode)
    if (typed.jkt !== device.jkt || typed.id !== id) throw new Problem('sealed-invalid')
    await devices.requireTrusted(device)
    const outcome = await inAuditedTransaction(async (transaction, note): Promise<Outcome> => {
      const now = clock()
      const row = await findOwnChange({ database: transaction, id, device, now })
      if (row.step !== step) return { problem: 'code-expired' }
      const refusal = await checkCode({
        transaction,
        row,
        countTry: () => createAddressChangeStore({ database: transaction }).countTry(id),
        isRight: () => isRight(row, typed.code),
        now,
      })
      if (refusal) return refusal
      return (await onRight({ transaction, row, note, now })) ? 'accepted' : { problem: 'email-taken' }
    }, locks)
    if (outcome === 'accepted') return metrics.onCode('accepted')
    // Throw outside the transaction: an error inside would roll back the counted try.
    if (outcome.problem === 'email-taken') throw new Problem('email-taken')
    metrics.onCode(outcome.problem === 'code-expired' ? 'introduction-expired' : outcome.problem)
    throw toCodeProblem(outcome, 'address-change-expired')
  }
}

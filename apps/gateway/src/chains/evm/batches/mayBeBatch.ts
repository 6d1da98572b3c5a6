import { executeSelectors } from './readBatch.ts'
import { handleOpsSelector } from './readOperationCalls.ts'
import { entryPoint } from './readOperationResults.ts'

/** Whether a transaction may be a batch: of the account to itself, or of user operations to EntryPoint. */
export function mayBeBatch({
  sender,
  recipient,
  selector,
}: {
  sender: string
  recipient: string | null
  selector: string
}): boolean {
  return (
    (recipient === sender && executeSelectors.has(selector)) ||
    (recipient === entryPoint && selector === handleOpsSelector)
  )
}

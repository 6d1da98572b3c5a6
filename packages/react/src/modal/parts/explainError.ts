import { type CopyId, isCopyId } from '../../copy.ts'

/** Returns the ID of the text that explains a failed wallet request and says what to do. */
export function explainError(error: unknown): CopyId {
  const code = (error as { code?: unknown } | null)?.code
  if (code === -32002) return 'cause.pending'
  if (code === 4200 || code === -32601) return 'cause.unsupported'
  const id = `cause.${String(code)}`
  return isCopyId(id) ? id : 'cause.unknown'
}

import { DatabaseUnreachableError } from './DatabaseUnreachableError.ts'

/** Returns whether an error, or one that caused it, is that the database cannot be reached. */
export function isDatabaseUnreachable(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < 8 && current instanceof Error; depth++) {
    if (current instanceof DatabaseUnreachableError) return true
    current = current.cause
  }
  return false
}

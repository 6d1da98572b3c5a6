import { readProperty } from '../errors/readProperty.ts'

/** Wallets wrap errors in different ways; these are the places where the original has been seen. */
const places = [
  (error: unknown) => readProperty(readProperty(error, 'data'), 'originalError'),
  (error: unknown) => readProperty(error, 'originalError'),
  (error: unknown) => readProperty(error, 'cause'),
  (error: unknown) => readProperty(error, 'error'),
  (error: unknown) => readProperty(readProperty(error, 'info'), 'error'),
]

/** The error and the errors inside it, nearest first; at most 16, each once. */
export function nestedErrors(error: unknown): unknown[] {
  const found = [error]
  for (let index = 0; index < found.length && found.length < 16; index++) {
    for (const place of places) {
      const inner = place(found[index])
      if (inner !== undefined && inner !== null && !found.includes(inner)) found.push(inner)
    }
  }
  return found
}

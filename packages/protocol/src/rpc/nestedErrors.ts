import { readProperty } from '../errors/readProperty.ts'

/** Where wallets put the original error when they wrap one. */
const accessors = [
  (error: unknown) => readProperty(readProperty(error, 'data'), 'originalError'),
  (error: unknown) => readProperty(error, 'originalError'),
  (error: unknown) => readProperty(error, 'cause'),
  (error: unknown) => readProperty(error, 'error'),
  (error: unknown) => readProperty(readProperty(error, 'info'), 'error'),
]

/** Returns the error and its nested errors, outermost first: at most 16, without duplicates. */
export function nestedErrors(error: unknown): unknown[] {
  const found = [error]
  for (let index = 0; index < found.length && found.length < 16; index++) {
    for (const access of accessors) {
      const inner = access(found[index])
      if (inner !== undefined && inner !== null && !found.includes(inner)) found.push(inner)
    }
  }
  return found
}

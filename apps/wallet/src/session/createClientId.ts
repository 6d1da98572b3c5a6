import { openStorage } from './openStorage.ts'
import { readClientId } from './readClientId.ts'

/** Returns a function that reads the random ID of this installation, for pages that have no session. */
export function createClientId(): () => Promise<string> {
  let id: Promise<string> | undefined
  return () => {
    id ??= openStorage().then(readClientId)
    return id
  }
}

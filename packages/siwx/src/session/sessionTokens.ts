import type { KeyValueStorage } from '../config/SIWXContext.ts'
import { storedMap } from './storedMap.ts'

/** Returns the stored tokens of the sessions at the gateway, by CAIP-10 account, and `find`, which finds that of an account. */
export function sessionTokens(storage: KeyValueStorage) {
  const tokens = storedMap(storage, '@appkit/siwx-auth-token')
  return {
    ...tokens,
    find: (isAccount: (account: string) => boolean): string | undefined =>
      tokens.entries().find(([account]) => isAccount(account))?.[1],
  }
}

import type { LoginMethod } from '@portico/protocol/social'
import { providerNames } from '../../social/providerNames.ts'
import { loginsText } from './copy.ts'

/** Returns the name of a way to log in. */
export const nameOf = (method: LoginMethod): string =>
  method === 'email' ? loginsText('logins.email') : providerNames[method]

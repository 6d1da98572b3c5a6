import * as z from 'zod/mini'
import { socialProvider } from './socialProvider.ts'

/** The providers of accounts that a person can log in with. */
export const identityProvider = z.enum([...socialProvider.options, 'farcaster'])
export type IdentityProvider = z.infer<typeof identityProvider>

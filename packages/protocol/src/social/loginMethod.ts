import * as z from 'zod/mini'
import { identityProvider } from './identityProvider.ts'

/** How a person proves who they are. */
export const loginMethod = z.enum(['email', ...identityProvider.options])
export type LoginMethod = z.infer<typeof loginMethod>

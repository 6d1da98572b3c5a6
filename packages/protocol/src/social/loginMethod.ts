import * as z from 'zod/mini'
import { socialProvider } from './socialProvider.ts'

/** How a person proves who they are. */
export const loginMethod = z.enum(['email', ...socialProvider.options])
export type LoginMethod = z.infer<typeof loginMethod>

import type { SIWXConfig } from '../config/SIWXConfig.ts'

/** The lasting part of a sign-in configuration: where sessions are proven and kept. */
export type SignIn = Pick<
  SIWXConfig,
  'createMessage' | 'addSession' | 'setSessions' | 'getSessions' | 'revokeSession'
>

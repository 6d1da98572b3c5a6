import type { SIWXConfig } from '../config/SIWXConfig.ts'

/** The part of a sign-in configuration that verifies and stores sessions. */
export type SignIn = Pick<
  SIWXConfig,
  'createMessage' | 'addSession' | 'setSessions' | 'getSessions' | 'revokeSession'
> &
  Required<Pick<SIWXConfig, 'prepareLogin'>>

/** The alerts shown to developers and operators. Their English texts are in the copy of `@portico/react`. */
export type AlertId =
  | 'network-not-found'
  | 'invalid-app-configuration'
  | 'session-expired'
  | 'invalid-project-id'
  | 'project-id-not-configured'
  | 'switch-network-not-found'
  | 'socials-timeout'
  | 'multi-wallet-not-enabled'
  | 'headless-not-enabled'

/** `detail` is shown beside the text, for example the origin that was refused. */
export interface Alert {
  id: AlertId
  detail?: string | undefined
}

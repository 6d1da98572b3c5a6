/** The alerts of the specification (§8); their English texts are in `@portico/react`'s copy. */
export type AlertId =
  | 'network-not-found'
  | 'invalid-app-configuration'
  | 'session-expired'
  | 'invalid-project-id'
  | 'project-id-not-configured'
  | 'switch-network-not-found'
  | 'socials-timeout'

/** `detail` is a fact to show beside the text, such as the origin that was refused. */
export interface Alert {
  id: AlertId
  detail?: string | undefined
}

/** Who publishes a message, and whose budgets it counts towards. */
export type Sender = {
  clientId: string
  /** ID of its project; '' for every project that is not configured. */
  project: string
  /** Pseudonym of its IP address. */
  address: string
}

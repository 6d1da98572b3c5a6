/** Thrown when anvil cannot load a state file. Internal: `openChain` then tries the backup copy. */
export class StateUnreadableError extends Error {
  override name = 'StateUnreadableError'
}

/** anvil refused a state file. Never leaves the package: `openChain` tries the copy, then says what to do. */
export class StateUnreadableError extends Error {
  override name = 'StateUnreadableError'
}

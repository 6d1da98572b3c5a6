/** Thrown for arguments that are not understood: the help is shown with it. */
export class UsageError extends Error {
  override name = 'UsageError'
}

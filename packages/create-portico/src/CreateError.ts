/** Thrown for what the user can correct. Nothing was written. */
export class CreateError extends Error {
  override name = 'CreateError'
}

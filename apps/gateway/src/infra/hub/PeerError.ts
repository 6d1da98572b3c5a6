/** A call to another process failed there, or its connection ended before it was answered (`isEnded`). */
export class PeerError extends Error {
  override readonly name = 'PeerError'
  readonly isEnded: boolean
  constructor(message: string, { isEnded = false }: { isEnded?: boolean } = {}) {
    super(message)
    this.isEnded = isEnded
  }
}

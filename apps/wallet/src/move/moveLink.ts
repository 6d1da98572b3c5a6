/** What the link of a move contains: its ID, and the thumbprint of the older device's key. */
export type MoveLink = { id: string; thumbprint: string }

const pattern = /^#([\w-]{43})\.([\w-]{43})$/

/** Writes the link that the new device opens. Its secret is in the fragment, which is not sent to any server. */
export function writeMoveLink({ id, thumbprint }: MoveLink, origin: string): string {
  return `${origin}/take#${id}.${thumbprint}`
}

/** Reads the fragment of a link; undefined if it is none. */
export function readMoveLink(fragment: string): MoveLink | undefined {
  const [, id, thumbprint] = pattern.exec(fragment) ?? []
  return id && thumbprint ? { id, thumbprint } : undefined
}

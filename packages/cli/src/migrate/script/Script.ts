import type { File, Node } from '@babel/types'
import type MagicString from 'magic-string'

/** One script that is being rewritten: a whole file, or a `<script>` block of a component. */
export type Script = {
  /** The text of the whole file. Positions of nodes refer to it, also in a block. */
  readonly text: string
  readonly ast: File
  /** The edits. They are shared by all blocks of a file. */
  readonly code: MagicString
  /** Line break of the file. */
  readonly eol: '\n' | '\r\n'
  /** The parent of every node except the root. */
  readonly parents: ReadonlyMap<Node, Node>
  /** Every node, parents before children. */
  readonly nodes: readonly Node[]
  /** Texts that are inserted after all other edits, because removing what stands beside them would remove them too. */
  readonly inserts: { position: number; text: string }[]
  /** What a person has to look at. `placeNote` adds to it. */
  readonly notes: Note[]
}

/** Something that the migration left to a person. */
export type Note = {
  /** Position in the file, from 0. */
  position: number
  message: string
}

import type { StringLiteral } from '@babel/types'
import { positionOf } from '../script/positionOf.ts'
import type { Script } from '../script/Script.ts'

/** Writes another module into an import. The quotes stay. */
export function setSource(
  script: Script,
  { source, module }: { source: StringLiteral; module: string },
): void {
  const { start, end } = positionOf(source)
  script.code.overwrite(start + 1, end - 1, module)
}

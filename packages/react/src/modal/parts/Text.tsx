import type { ReactNode } from 'react'
import { type CopyId, sentence } from '../../copy.ts'

/**
 * Renders a text with its values. Each value is in a `<bdi>`: a right-to-left name must not reorder the words around
 * it.
 */
export function Text({
  id,
  values = {},
}: {
  id: CopyId
  values?: Readonly<Record<string, ReactNode>> | undefined
}) {
  return sentence(id)
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      return name === undefined ? part : <bdi key={name}>{values[name]}</bdi>
    })
}

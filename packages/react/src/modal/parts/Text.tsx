import type { ReactNode } from 'react'
import { type CopyId, sentence } from '../../copy.ts'

/** A sentence of the catalogue. Values stand in a `<bdi>`: a name cannot turn around the words beside it. */
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

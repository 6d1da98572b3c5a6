import { formatNumber } from '@portico/i18n'
import type { ReactNode } from 'react'
import { type CopyId, sentence } from '../../copy.ts'
import { locale } from '../../language/locale.ts'

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
  return sentence(id, values)
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      return name === undefined ? part : <bdi key={name}>{show(values[name])}</bdi>
    })
}

function show(value: ReactNode): ReactNode {
  return typeof value === 'number' ? formatNumber(value, locale()) : value
}

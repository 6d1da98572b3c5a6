import { readProperty } from '@portico/protocol'
import { base58Bytes } from '../parsing/bytes.ts'
import { readList } from '../parsing/readList.ts'

const maxReferences = 8
const maxMemoCharacters = 300

/** What a Solana Pay link asks for besides the payment, so that its author recognises it. */
export interface LinkData {
  references: readonly string[]
  memo?: string | undefined
}

/** Parses the data of a link. Returns undefined if it cannot be honoured: without it the payment would be lost. */
export function readLinkData(value: unknown): LinkData | undefined {
  const references = readList(readProperty(value, 'references'))
  const memo = readProperty(value, 'memo')
  if (references.length > maxReferences || !references.every((one) => base58Bytes(one, 32))) return undefined
  if (memo !== undefined && (typeof memo !== 'string' || memo.length > maxMemoCharacters)) return undefined
  return { references: references as string[], memo }
}

import type { AbiType } from './AbiType.ts'

/**
 * Parses the canonical text of a type, such as `(address,uint24)[]`. Only for types written in this package: the text is
 * not checked.
 */
export function parseAbiType(text: string): AbiType {
  let at = 0

  function parse(): AbiType {
    let type = text[at] === '(' ? parseTuple() : parseName()
    while (text.startsWith('[]', at)) {
      at += 2
      type = { kind: 'list', of: type }
    }
    return type
  }

  function parseTuple(): AbiType {
    const of: AbiType[] = []
    while (text[at] !== ')') {
      at++
      if (text[at] !== ')') of.push(parse())
    }
    at++
    return { kind: 'tuple', of }
  }

  function parseName(): AbiType {
    const [name = ''] = /^\w+/.exec(text.slice(at)) ?? []
    at += name.length
    if (name.startsWith('uint')) return { kind: 'uint', bits: Number(name.slice(4)) }
    return { kind: name as 'address' | 'bytes' | 'bytes32' }
  }

  return parse()
}

/** The value of a literal. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Literal[]
  | { readonly [key: string]: Literal }

const declaration = /^(?:export\s+)?(?:const|let|var)\s+[\w$]+(?:\s*:[^=]+)?\s*=/m
const words = new Map<string, Literal>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])
const escapes = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
])

/**
 * Parses the value of the first declaration in a JavaScript or TypeScript file that contains only literals: objects,
 * arrays, strings, numbers and so on. Does not execute anything; expressions are refused.
 *
 * @throws {Error} with the line, if the value is not a literal.
 * @example
 * readLiteral("export const wallet = { id: 'a', app: [1, null] } as const") // { id: 'a', app: [1, null] }
 */
export function readLiteral(source: string): Literal {
  const start = declaration.exec(source)
  if (!start) throw new Error('There is no declaration.')
  let at = start.index + start[0].length

  const fail = (expected: string): never => {
    const line = source.slice(0, at).split('\n').length
    throw new Error(`Line ${line} is not a literal: expected ${expected} at "${source.slice(at, at + 30)}".`)
  }
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(source)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const skip = () => match(/(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y)
  const take = (character: string): boolean => {
    skip()
    if (source[at] !== character) return false
    at += 1
    return true
  }

  function value(): Literal {
    skip()
    const character = source[at]
    if (character === '{') return object()
    if (character === '[') return array()
    if (character === '"' || character === "'" || character === '`') return string(character)
    const number = match(/-?(?:0x[\da-f]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:e[+-]?\d+)?)/iy)
    if (number !== undefined) return Number(number.replaceAll('_', ''))
    const word = match(/[a-z]+\b/y)
    return word !== undefined && words.has(word) ? words.get(word) : fail('a value')
  }

  function object(): Literal {
    at += 1
    const entries: [string, Literal][] = []
    while (!take('}')) {
      const quote = source[at]
      const key = quote === '"' || quote === "'" ? string(quote) : (match(/[\w$]+/y) ?? fail('a key'))
      if (!take(':')) fail('":"')
      entries.push([key, value()])
      if (take(',')) continue
      if (!take('}')) fail('"," or "}"')
      break
    }
    // `fromEntries` treats `__proto__` as an ordinary key.
    return Object.fromEntries(entries)
  }

  function array(): Literal {
    at += 1
    const items: Literal[] = []
    while (!take(']')) {
      items.push(value())
      if (take(',')) continue
      if (!take(']')) fail('"," or "]"')
      break
    }
    return items
  }

  function string(quote: string): string {
    at += 1
    let text = ''
    for (;;) {
      const plain = match(quote === '`' ? /[^`\\$]+/y : quote === '"' ? /[^"\\\n]+/y : /[^'\\\n]+/y)
      text += plain ?? ''
      const character = source[at]
      if (character === quote) {
        at += 1
        return text
      }
      if (character === '$' && source[at + 1] !== '{') {
        at += 1
        text += '$'
      } else if (character === '\\') text += escaped()
      else return fail('the end of a string')
    }
  }

  function escaped(): string {
    const code = match(/\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2})/iy)
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code.replace(/^..\{?|\}$/g, ''), 16))
    const character = source[at + 1] ?? ''
    at += 2
    if (character === '\n') return ''
    return escapes.get(character) ?? character
  }

  const found = value()
  skip()
  match(/as\s+const\b/y)
  skip()
  match(/satisfies\s+(?:readonly\s+)?[\w$.]+(?:\[\])*/y)
  skip()
  const isWhole = at === source.length || source[at] === ';' || source.startsWith('export', at)
  return isWhole ? found : fail('the end of the value')
}

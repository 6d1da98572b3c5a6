/** The value of a literal. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Literal[]
  | { readonly [key: string]: Literal }

/** Where the value of a declaration starts. Declarations that are not at the start of a line are not found. */
const declarations = /^(?:export\s+)?(const|let|var)\s+([\w$]+)(?:\s*:[^=]+)?\s*=/gm
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
 * Parses the value of a declaration in a JavaScript or TypeScript file that contains only literals: objects, arrays, strings,
 * numbers and so on. Does not execute anything; expressions are refused.
 *
 * With `known`, a value may also be the name of a constant of the file, or a member of one (`Chain.ONE`), and an object may
 * have computed keys and spreads of such values. `known` are the values of names that the file imports.
 *
 * @param options.name the declaration; the first one by default
 * @throws {Error} with the line, if the value is not a literal.
 * @example
 * readLiteral("export const wallet = { id: 'a', app: [1, null] } as const") // { id: 'a', app: [1, null] }
 * readLiteral('const all = { [Chain.ONE]: { ...base } }\nconst base = { a: 1 }', { name: 'all', known: { Chain: { ONE: 1 } } })
 */
export function readLiteral(
  source: string,
  { name, known }: { name?: string; known?: Readonly<Record<string, Literal>> } = {},
): Literal {
  const [wanted] = findDeclarations(source, name)
  if (!wanted) throw new Error('There is no declaration.')
  if (!known) return parse(source, wanted.start)

  const values = new Map(Object.entries(known))
  const open = new Set([wanted.name])
  const resolve: Resolve = (reference, fail) => {
    const value = values.get(reference)
    if (value !== undefined) return value
    if (open.has(reference)) return fail('a value that never refers to itself')
    const [only, another] = findDeclarations(source, reference)
    // Other variables may have changed by the time they are used.
    if (only?.keyword !== 'const' || another) return fail('a constant')
    open.add(reference)
    const read = parse(source, only.start, resolve)
    open.delete(reference)
    values.set(reference, read)
    return read
  }
  return parse(source, wanted.start, resolve)
}

/** Returns the value of a name, or calls `fail` with what was expected in its place. */
type Resolve = (reference: string, fail: (expected: string) => never) => Literal

type Declaration = { keyword: string | undefined; name: string; start: number }

/** Returns the first declaration, or those of a name. */
function findDeclarations(source: string, wanted: string | undefined): Declaration[] {
  const found: Declaration[] = []
  for (const { 0: text, 1: keyword, 2: name = '', index } of source.matchAll(declarations)) {
    const declaration = { keyword, name, start: index + text.length }
    if (wanted === undefined) return [declaration]
    if (name === wanted) found.push(declaration)
  }
  return found
}

/** Parses the value at a place of a file. Without `resolve`, it must not refer to others. */
function parse(source: string, start: number, resolve?: Resolve): Literal {
  let at = start

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
    const before = at
    const word = match(/[a-z_$][\w$]*/iy) ?? fail('a value')
    if (words.has(word)) return words.get(word)
    at = before
    return reference()
  }

  /** A name, or a member of what it names. */
  function reference(): Literal {
    const name = match(/[a-z_$][\w$]*/iy)
    if (!resolve || name === undefined) return fail('a value')
    let found = resolve(name, fail)
    for (let member = match(/\.[\w$]+/y); member !== undefined; member = match(/\.[\w$]+/y)) {
      const key = member.slice(1)
      found = isRecord(found) && Object.hasOwn(found, key) ? found[key] : fail('a member')
    }
    return found
  }

  function object(): Literal {
    at += 1
    const entries: [string, Literal][] = []
    while (!take('}')) {
      if (resolve && match(/\.\.\./y)) {
        const spread = reference()
        entries.push(...(isRecord(spread) ? Object.entries(spread) : fail('an object')))
      } else {
        const name = key()
        if (!take(':')) fail('":"')
        entries.push([name, value()])
      }
      if (take(',')) continue
      if (!take('}')) fail('"," or "}"')
      break
    }
    // `fromEntries` treats `__proto__` as an ordinary key.
    return Object.fromEntries(entries)
  }

  function key(): string {
    const quote = source[at]
    if (quote === '"' || quote === "'") return string(quote)
    if (!resolve || quote !== '[') return match(/[\w$]+/y) ?? fail('a key')
    at += 1
    const computed = value()
    if (!take(']')) fail('"]"')
    return typeof computed === 'string' || typeof computed === 'number'
      ? `${computed}`
      : fail('a text or a number')
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

function isRecord(value: Literal): value is { readonly [key: string]: Literal } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { describe, expect, test } from 'vitest'
import { readLiteral } from './readLiteral.ts'

describe('readLiteral', () => {
  test('behavior: reads the value from a generated TypeScript file', () => {
    const source = `// generated: do not modify
import type { Kind } from './kind.js'

/* the data */
export const wallet: Kind = {
  id: "io.example", // the id
  'a-b': 'it\\'s \\u00e9\\x41\\u{1F600}\\n',
  app: { ios: null, 2: undefined, list: [1, -2.5, 0x10, 1_000, 1e3, .5,], },
  ok: true, no: false,
  text: \`a
$ b\`,
} as const;
export { wallet }
`
    expect(readLiteral(source)).toEqual({
      id: 'io.example',
      'a-b': "it's éA😀\n",
      app: { ios: null, 2: undefined, list: [1, -2.5, 16, 1000, 1000, 0.5] },
      ok: true,
      no: false,
      text: 'a\n$ b',
    })
  })

  test.each([
    [
      'const image =\n  "data:image/webp;base64,AAAA";\n\nexport default image;',
      'data:image/webp;base64,AAAA',
    ],
    [
      "var USDC =\n  '<svg>\\n</svg>'\n\nexport { USDC as default }\n//# sourceMappingURL=x.map",
      '<svg>\n</svg>',
    ],
    [
      'const ALL = [{ id: "a" }] as const satisfies Minimal[];\n\nexport function f() { return 1 }',
      [{ id: 'a' }],
    ],
  ])('behavior: reads the first declaration of %j', (source, expected) => {
    expect(readLiteral(source)).toEqual(expected)
  })

  test('behavior: reads __proto__ as an own property and does not set the prototype', () => {
    const value = readLiteral('const a = { __proto__: { polluted: 1 } }') as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.keys(value)).toEqual(['__proto__'])
  })

  test.each([
    ['const a = { b: process.exit(1) }'],
    ['const a = [...b]'],
    ['const a = require("fs")'],
    [`const a = \`$\{b}\``],
    ['const a = (() => 1)()'],
    ['const a = { get b() { return 1 } }'],
    ['const a = "x" + y'],
    ['const a = { b: 1'],
    ['const a = "x'],
    ['function a() {}'],
    ['const a = new Map()'],
    [''],
  ])('error: rejects %j without executing it', (source) => {
    expect(() => readLiteral(source)).toThrow(/literal|declaration/)
  })

  const kinds = { Chain: { ONE: 1, TEN: 10 }, word: 'known' }

  test('param: name, known: resolves constants of the file, known names, their members, spreads and computed keys', () => {
    const source = `import { Chain } from './chains'
function unused() { return 1 }
const shared = {
    factory: '0xaa', // replaced below
    router: '0xbb',
};
export const listed = {
    [Chain.ONE]: { ...shared, factory: '0xcc' },
    [Chain.TEN]: later.inner,
    ['plain']: [word, Chain.TEN],
    ...more,
};
const later = { inner: { ...shared } };
const more = { 1: 'replaces the first' };
`
    expect(readLiteral(source, { name: 'listed', known: kinds })).toEqual({
      1: 'replaces the first',
      10: { factory: '0xaa', router: '0xbb' },
      plain: ['known', 10],
    })
    expect(readLiteral(source, { name: 'more' })).toEqual({ 1: 'replaces the first' })
  })

  test('param: known: a spread or computed __proto__ is an own property, and inherited members are not members', () => {
    const source =
      "const a = { ...b, ['__proto__']: { polluted: 1 } };\nconst b = { __proto__: { polluted: 2 } }"
    const value = readLiteral(source, { name: 'a', known: {} }) as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.keys(value)).toEqual(['__proto__'])
    for (const member of ['constructor', 'toString', '__proto__'])
      expect(() => readLiteral(`const a = Chain.${member}`, { name: 'a', known: kinds }), member).toThrow(
        /literal/,
      )
    expect(() => readLiteral('const a = constructor', { name: 'a', known: {} })).toThrow(/literal/)
  })

  test.each([
    ['const a = b();\nconst b = 1', /end of the value/],
    ['const a = { b: b() };\nconst b = 1', /"," or "}"/],
    ['const a = { [b()]: 1 };\nconst b = "x"', /"]"/],
    ['const a = { [b]: 1 };\nconst b = {}', /a text or a number/],
    ['const a = { ...b };\nconst b = [1]', /an object/],
    ['const a = { ...b };\nconst b = "text"', /an object/],
    ['const a = [...b];\nconst b = [1]', /a value/],
    ['const a = b ?? 1;\nconst b = 2', /end of the value/],
    ['const a = b["c"];\nconst b = { c: 1 }', /end of the value/],
    ['const a = b;\nlet b = 1', /a constant/],
    ['const a = b;\nvar b = 1', /a constant/],
    ['const a = b;\nfunction f() {\n  const b = 1\n}', /a constant/],
    ['const a = b;\nconst b = 1;\nconst b = 2', /a constant/],
    ['const a = b;\nconst b = c;\nconst c = a', /refers to itself/],
    ['const a = { ...a }', /refers to itself/],
    ['const a = b.c.d;\nconst b = { c: 1 }', /a member/],
    ['const a = b.length;\nconst b = "text"', /a member/],
    ['const b = 1', /declaration/],
  ])('error: rejects %j, also with known names', (source, message) => {
    expect(() => readLiteral(source, { name: 'a', known: {} })).toThrow(message)
  })

  test('error: without known names, references are not resolved', () => {
    expect(() => readLiteral('const a = b;\nconst b = 1')).toThrow(/literal/)
    expect(() => readLiteral('const a = { ...b };\nconst b = {}', { name: 'a' })).toThrow(/literal/)
    expect(() => readLiteral('const a = { ["b"]: 1 }', { name: 'a' })).toThrow(/literal/)
  })
})
